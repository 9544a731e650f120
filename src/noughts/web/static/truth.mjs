// What each free cell is worth, why, and the line of play that follows.
import { html, useEffect, useKeys, useState, useTask, Badge, sentence, valueWords } from "./ui.mjs";
import { ask, askOnce, known, remember } from "./api.mjs";
import { MiniBoard } from "./miniboard.mjs";

const SECONDS = [2, 10];  // for an answer, and for one that may take longer
const STEP_MS = 650;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// longer() asks again with more time.
export function useAnalysis(game, position, wanted) {
  const params = { game, position };
  const [extended, setExtended] = useState(null);
  const isLonger = extended === position;
  const analysis = wanted ? known("analyze", params) : undefined;
  const needs = wanted && (!analysis || (isLonger && !analysis.complete));
  const seconds = SECONDS[Number(isLonger)];
  const task = useTask(needs && JSON.stringify([game, position, seconds]), async (signal) =>
    remember("analyze", params, await ask("analyze", { ...params, seconds }, { signal })));
  return { ...task, analysis, longer: analysis && !analysis.complete && !isLonger ? () => setExtended(position) : null };
}

// The cells that a line of play fills, as far as it is shown
function useLine(game, report, steps, shown) {
  useTask(JSON.stringify([game, steps.map((step) => step.after)]), (signal) =>
    Promise.all(steps.map((step) => askOnce("board", { game, position: step.after }, { signal }))));
  let before = report.board;
  const cells = [];
  for (const step of steps.slice(0, shown)) {
    const next = known("board", { game, position: step.after })?.board;
    if (!next) break;
    cells.push(next.stones.findIndex((stone, cell) => stone && !before.stones[cell]));
    before = next;
  }
  return { board: before, cells };
}

// Steps come one by one, until one steps oneself; where motion is not wanted, all at once.
function useSteps(key, count) {
  const [state, set] = useState({});
  const mine = state.of === key ? state : { at: calm() ? count : 1 };
  useEffect(() => {
    if (calm() || mine.stopped || mine.at >= count) return undefined;
    const timer = setTimeout(() => set({ of: key, at: mine.at + 1 }), STEP_MS);
    return () => clearTimeout(timer);
  }, [key, count, mine.at, mine.stopped]);
  const step = (by) => set({ of: key, at: Math.max(1, Math.min(count, mine.at + by)), stopped: true });
  return [mine.at, step];
}

// In pixels
const ghostSize = ({ width, height, slices }) =>
  Math.max(width, height) * Math.min(290 / (width * slices), Math.max(28, 150 / Math.max(width, height)));

function Line({ game, report, move }) {
  const steps = [move, ...move.line];
  const [shown, step] = useSteps(`${report.position}:${move.move}`, steps.length);
  const { board, cells } = useLine(game, report, steps, shown);
  useKeys(({ key }) => {
    if (key === ".") step(1);
    if (key === ",") step(-1);
  });
  const button = (label, sign, by) => html`<button class="quiet" aria-label=${label}
    aria-disabled=${shown + by < 1 || shown + by > steps.length} onClick=${() => step(by)}>${sign}</button>`;
  const names = steps.map((one) => one.move);
  return html`<div class="line">
    <${MiniBoard} board=${board} stones=${board.stones} later=${cells} size=${ghostSize(board)}
      label="After ${names.slice(0, shown).join(" ")}" />
    <div class="line-words">
      <p class="note">${steps.length > 1 ? "The line that follows" : "The game ends here"}</p>
      <p class="moves">${names.map((name, i) => html`<span key=${i} class=${i < shown ? "shown" : "to-come"}>${name} </span>`)}</p>
      ${steps.length > 1 && html`<div class="row-of">${button("Step back", "‹", -1)}
        <span class="note">${shown} of ${steps.length}</span>${button("Step on", "›", 1)}</div>`}
    </div>
  </div>`;
}

function Worth({ board, move, strong }) {
  return html`<h3><${Badge} value=${move.value} strong=${strong} hidden />
      <span>${board.drop ? `Column ${move.move}` : move.move} ${valueWords(move.value)}</span></h3>
    <ul class="reasons">${move.reasons.map((reason) => html`<li key=${reason.kind}>${sentence(reason.text)}</li>`)}</ul>`;
}

export function Look({ game, report, cell }) {
  const { board, moves } = report;
  const move = cell != null && moves.find((one) => (board.drop ? one.column === cell % board.width : one.cell === cell));
  if (!move) return html`<p class="note">Point at a free cell, or go to it with the arrow keys, to see why.</p>`;
  return html`<div class="look stack"><${Worth} ...${{ board, move }} strong=${move.best} />
    ${move.value ? html`<${Line} ...${{ game, report, move }} />`
      : html`<p class="note">Not known in the time allowed.</p>`}
  </div>`;
}

const MOST_HINTED = 3;

export function Hint({ analysis, guess }) {
  const best = analysis.moves.filter((move) => move.best);
  if (!best.length) {
    if (guess && !guess.is_guess && guess.value) return html`<p>${guess.move} ${valueWords(guess.value)}.</p>`;
    return html`<p>Not proven in the time allowed.${guess && ` ${guess.move} looks promising, and is a guess.`}</p>`;
  }
  const others = best.slice(MOST_HINTED).map((move) => move.move);
  return html`<ul class="hints">${best.slice(0, MOST_HINTED).map((move) => html`<li key=${move.move}>
    <${Worth} board=${analysis.board} move=${move} /></li>`)}
    ${others.length > 0 && html`<li class="note">As good: ${others.join(" ")}</li>`}</ul>`;
}
