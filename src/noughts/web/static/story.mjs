// The story of a game: a tug of war over its moves, and the mistakes.
import { html, useEffect, useRef, useRoom, useTask, sentence, valueWords, Problem } from "./ui.mjs";
import { askOnce, known } from "./api.mjs";

export const reviewParams = ({ game, start, moves }) => ({ game, start, moves: moves.join(" "), seconds: 10 });

// While a new review is on its way, the one before
export function useReview(record, wanted) {
  const params = reviewParams(record);
  const review = wanted ? known("review", params) : null;
  const task = useTask(wanted && !review && JSON.stringify(params),
    (signal) => askOnce("review", params, { signal }));
  const latest = useRef({});
  const of = JSON.stringify([record.game, record.start]);
  if (review) latest.current = { [of]: review };
  return { ...task, review: wanted ? latest.current[of] : null };
}

// How far the first player has pulled the rope, from -1 to 1: the nearer the end the further.
function pull(value, cells) {
  if (!value) return null;
  if (value.outcome === "draw") return 0;
  const distance = Math.min(cells, value.distance ?? value.at_least ?? cells);
  const far = 0.3 + 0.7 * (1 - distance / (cells + 1));
  return value.outcome === "win" ? far : -far;
}

const HEIGHT = 132;
const STEPS = [26, 64];  // between two moves, at the least and at the most
const MOST_PLANNED = 16;
const EDGE = 18;
const MIDDLE = HEIGHT / 2;
const REACH = 50;

// What is not known leaves a gap.
function Rope({ spots, at }) {
  const runs = [[]];
  for (const spot of spots) {
    if (spot.y == null) runs.push([]);
    else runs.at(-1).push(spot);
  }
  const path = (run) => run.map(({ x, y }) => `L${x} ${y}`).join("").slice(1);
  return html`${runs.filter((run) => run.length).map((run) => html`
    <path class="pull" d="M${run[0].x} ${MIDDLE}L${path(run)}V${MIDDLE}Z" /><path class="rope" d="M${path(run)}" />`)}
    ${spots.map(({ number, x, y, value }) => html`<circle key=${number} cx=${x} cy=${y ?? MIDDLE} r=${number === at ? 6.5 : 4}
      class="knot v-${value?.outcome || "unknown"} ${number === at ? "here" : ""}" />`)}`;
}

function Chart({ review, cells, at, first, onGo }) {
  const room = useRef();
  const { width: least } = useRoom(room);
  // a whole game of a small board fills the room
  const plies = Math.max(review.steps.length, Math.min(cells, MOST_PLANNED));
  const step = Math.max(STEPS[0], Math.min(STEPS[1], (least - 2 * EDGE) / plies));
  const spots = [{ number: 0, value: review.value }, ...review.steps].map((one) => {
    const far = pull(one.value, cells);
    return { ...one, x: EDGE + one.number * step, y: far == null ? null : MIDDLE - far * REACH };
  });
  const width = Math.max(least, 2 * EDGE + review.steps.length * step);
  useEffect(() => {
    const { scrollLeft, clientWidth } = room.current;
    const here = EDGE + at * step;
    if (Math.abs(here - scrollLeft - clientWidth / 2) > clientWidth / 2 - 20) room.current.scrollLeft = here - clientWidth / 2;
  }, [at]);
  const worth = ({ number, move, side, value, mistake }) => `${number ? `${number}. ${side} ${move}` : "Start"}: ${
    value ? `${first} ${valueWords(value)}` : "unknown"}${mistake ? ", a mistake" : ""}`;
  return html`<div class="chart">
    <div class="sides" aria-hidden="true"><span>${first} wins</span><span>draw</span><span>${first === "X" ? "O" : "X"} wins</span></div>
    <div class="chart-room" ref=${room} tabindex="0" role="group" aria-label="The value after each move">
      <svg width=${width} height=${HEIGHT} role="img" aria-label="Value after each move. ${spots.map(worth).join("; ")}">
        <path class="middle" d="M0 ${MIDDLE}H${width}" />
        <${Rope} ...${{ spots, at }} />
        ${spots.filter((spot) => spot.mistake).map(({ number, x, y }) => html`<text key=${number} class="slip"
          x=${x} y=${(y ?? MIDDLE) + (y > MIDDLE ? 21 : -11)}>?!</text>`)}
        ${spots.map((spot) => html`<rect class="hit" key=${spot.number} data-ply=${spot.number} x=${spot.x - step / 2} width=${step}
          height=${HEIGHT} onClick=${() => onGo(spot.number)}><title>${worth(spot)}</title></rect>`)}
      </svg>
    </div>
  </div>`;
}

// The moves as buttons; arrows go along them.
function Moves({ record, mistakes, onGo }) {
  const { moves, reports, at } = record;
  const ref = useRef();
  const press = (event) => {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: moves.length }[event.key];
    if (to == null || to < 0 || to > moves.length) return;
    event.preventDefault();
    onGo(to);
    ref.current.querySelector(`[data-ply="${to}"]`).focus();
  };
  const one = (number) => {
    const move = moves[number - 1];
    const isMistake = mistakes?.some((mistake) => mistake.number === number);
    const label = move ? `Move ${number}, ${reports[number - 1]?.to_move ?? ""} ${move}${isMistake ? ", a mistake" : ""}` : "The start";
    return html`<li key=${number}><button class="quiet" data-ply=${number} tabindex=${number === at ? 0 : -1}
      aria-current=${number === at ? "step" : null} onClick=${() => onGo(number)} aria-label=${label}
      >${move && html`<span class="number">${number}</span>`}${move ?? "start"}${isMistake && html`<span class="slip">?!</span>`}</button></li>`;
  };
  return html`<ol class="moves-list" ref=${ref} onKeyDown=${press} aria-label="Moves">${[0, ...moves.keys()].map((_, number) => one(number))}</ol>`;
}

const Review = ({ review: { mistakes, complete }, onGo }) => html`<div class="review">
  <ul class="mistakes">${mistakes.map(({ number, sentence: words }) => html`<li key=${number}>
    <span class="slip" aria-hidden="true">?!</span> <span>${sentence(words)}</span>
    <button class="quiet" aria-label="See the position before move ${number}" onClick=${() => onGo(number - 1)}>See</button></li>`)}</ul>
  ${!complete ? html`<p class="note">Not all of it could be proven in the time allowed: moves without a value are shown as unknown.</p>`
    : !mistakes.length && html`<p>No mistakes: both sides kept what they had.</p>`}
</div>`;

export function Story({ record, review, waiting, error, retry, over, onGo, onShow }) {
  const [start] = record.reports;
  if (!start) return null;
  return html`<section class="story card stack" aria-labelledby="story-title">
    <div class="row-of spread"><h2 id="story-title">${over ? "The game's story" : "The game so far"}</h2>
      ${waiting && html`<span class="note">Looking at each move…</span>`}</div>
    <${Problem} ...${{ error, retry }} />
    ${review?.steps.length > 0 && html`<${Chart} review=${review} cells=${start.board.stones.length} at=${record.at} first=${start.first} onGo=${onGo} />`}
    <${Moves} record=${record} mistakes=${review?.mistakes} onGo=${onGo} />
    ${review && over && html`<${Review} ...${{ review, onGo }} />`}
    ${!review && !waiting && html`<button onClick=${onShow}>Show the values so far</button>`}
  </section>`;
}
