// The tree that a search has grown so far: a small one whole, each node where it will stay; of a
// large one the way to the current node, and beside each node of it the moves tried so far.

import { html, range } from "./ui.mjs";
import { BoardPaths, boardSize } from "./miniboard.mjs";

const SLOT = 48;
const ROW = 84;
const SIDE = 38; // of a board
const TOP = 8;
const LEFT = 46; // room for whose move it is
const MOST_WHOLE = 60;
const MOST_LEAVES = 12;
const MOST_BESIDE = 9;
const MOST_CELLS = 30; // a fuller board is only a spot at this size
const NOTES = { remembered: "seen", guess: "guess" };

export function GrowingTree({ recording, step, name }) {
  const now = recording.at(step);
  const root = now.path[0] ?? recording.roots[0];
  if (!root) return null;
  const isSmall = root.below <= MOST_WHOLE && leaves(root) <= MOST_LEAVES;
  const places = isSmall ? wholeTree(root) : wayThere(root, now, step);
  const shown = places.filter((place) => place.visit.entered <= step);
  const of = (visit) => shown.find((place) => place.visit === visit);
  const [across, rows] = ["x", "row"].map((name) => Math.max(...places.map((place) => place[name] + 1), 2));
  const [width, height] = [LEFT + SLOT * across, TOP + ROW * rows];
  const way = now.path.slice(1).map((visit) => visit.move).join(", ");
  return html`<svg class="growing" role="img" width=${width} height=${height}
    aria-label="The tree of ${name}: ${now.counts.enter} nodes so far${way && `, now at ${way}`}.">
    ${sides(recording.start.to_move, rows)}
    ${shown.map((place) => edge(place, of(place.visit.above), now.path.includes(place.visit)))}
    ${shown.map((place) => html`<${Node} key=${place.visit.number} ...${{ recording, now, place }} />`)}
  </svg>`;
}

// Where nodes stand: x in slots from the left, row from the top

const leaves = ({ children }) => children.reduce((sum, child) => sum + leaves(child), 0) || 1;

function wholeTree(root) {
  const places = [];
  let free = 0;
  const put = (visit) => {
    const below = visit.children.map(put);
    const x = below.length ? (below[0].x + below.at(-1).x) / 2 : free++;
    const place = { visit, x, row: visit.level };
    places.push(place);
    return place;
  };
  put(root);
  return places;
}

function wayThere(root, now, step) {
  const free = [...root.stones].filter((mark) => mark === ".").length;
  const widest = Math.min(MOST_BESIDE, free);
  const places = [{ visit: root, x: (widest - 1) / 2, row: 0 }];
  now.path.forEach((visit, row) => {
    const tried = visit.children.filter((child) => child.entered <= step);
    const beside = near(tried, tried.indexOf(now.path[row + 1]));
    const first = (widest - beside.length) / 2;
    beside.forEach((child, at) => places.push({ visit: child, x: first + at, row: row + 1 }));
  });
  return places;
}

function near(tried, at) {
  const middle = at < 0 ? tried.length : at;
  const end = Math.min(tried.length, Math.max(MOST_BESIDE, middle + 5));
  return tried.slice(Math.max(0, end - MOST_BESIDE), end);
}

const centre = ({ x }) => LEFT + (x + 0.5) * SLOT;
const top = ({ row }) => TOP + row * ROW;

const sides = (first, rows) => range(rows).map((row) => html`<text class="grow-side" x="2" y=${top({ row }) + SIDE / 2 + 4}>
  ${row % 2 ? `${first === "X" ? "O" : "X"} min` : `${first} max`}</text>`);

function edge(place, above, isWay) {
  if (!above) return null;
  const [x1, x2, end] = [centre(above), centre(place), top(place) - 2];
  const turn = end - 16; // below all that is written under the boards
  return html`<path class="grow-edge ${isWay ? "is-way" : ""}"
    d="M${x1} ${top(above) + SIDE + 17}V${turn}C${x1} ${end - 8} ${x2} ${end - 8} ${x2} ${end}" />`;
}

function Node({ recording, now, place }) {
  const { visit } = place;
  const { text, score, settled, isCut, visits } = recording.known(visit, now.step);
  const note = isCut ? "cut" : NOTES[settled] ?? (visits && `${visits} ×`);
  // Only a finished game has a colour here: any other score may yet change, or be a bound or a guess.
  const kind = settled === "finished" && score !== null ? `v-${["loss", "draw", "win"][Math.sign(score) + 1]}` : "";
  return html`<g class="grow-node ${visit === now.visit ? "is-now" : ""} ${now.path.includes(visit) ? "is-way" : ""}"
    transform="translate(${centre(place)} ${top(place)})">
    <title>${[`${visit.number}.`, visit.move, text, settled ?? note].filter(Boolean).join(" ")}</title>
    <${Picture} visit=${visit} board=${recording.start.board} />
    <text class="grow-score ${kind}" y=${SIDE + 14}>${text || "·"}</text>
    ${note && html`<text class="grow-note ${isCut ? "is-cut" : ""}" y=${SIDE + 27}>${note}</text>`}
  </g>`;
}

function Picture({ board, visit }) {
  const { columns, rows } = boardSize(board);
  const scale = SIDE / Math.max(columns, rows);
  return html`<rect class="grow-frame" x=${-SIDE / 2 - 2} y="-2" rx="4" width=${SIDE + 4} height=${SIDE + 4} />
    ${columns * rows > MOST_CELLS
      ? html`<text class="grow-score" y=${SIDE / 2 + 5}>${visit.move ?? "start"}</text>`
      : html`<g transform="translate(${(-columns * scale) / 2} ${(SIDE - rows * scale) / 2}) scale(${scale})">
        <${BoardPaths} board=${board} stones=${visit.stones} before=${visit.above?.stones} /></g>`}`;
}
