// A board that one can play on. notes are {cell: {value, best}}, where a value of null is unknown;
// onPlay gets the move of the chosen cell or column ({cell} where `all` can be chosen), onLook the
// cell pointed at or focused, or null; pending is {cell, mark}, a stone on its way to the server.
import { html, isCommand, range, useEffect, useMemo, useRef, useRoom, useState, Badge, valueWords } from "./ui.mjs";

const GUTTER = 24;
const SMALLEST = 30;
const LARGEST = 156;
const COMFORTABLE = 44;
const GAP = 20;  // between slices
const NARROW = 600;  // a room in which slices may stand below each other
const ZOOM = 1.25;

const mark = (side, kind) => html`<svg class=${kind} viewBox="0 0 100 100" aria-hidden="true">
  <path class="mark" d=${side === "X" ? "M27 27L73 73M73 27L27 73" : "M24 50a26 26 0 1 0 52 0a26 26 0 1 0-52 0"} /></svg>`;

// Where cells lie: in reading order, slice by slice.
export function places({ width, height }) {
  const at = (cell) => ({
    slice: Math.floor(cell / (width * height)),
    row: Math.floor(cell / width) % height,
    column: cell % width,
  });
  const cell = (slice, row, column) => (slice * height + row) * width + column;
  return { at, cell };
}

function words(board, cell, note, playable) {
  const stone = board.stones[cell];
  const value = note && !stone ? `, ${valueWords(note.value)}${note.best ? ", best" : ""}` : "";
  const column = board.drop && !stone && playable ? `, column ${places(board).at(cell).column + 1}` : "";
  return `${board.names[cell]}, ${stone || "empty"}${column}${value}`;
}

function Cell({ board, cell, note, state, side, tab, on }) {
  const stone = board.stones[cell] || state.pending;
  const classes = Object.keys(state).filter((name) => state[name]).join(" ");
  return html`<div role="gridcell"><button class="cell ${stone ? "taken" : ""} ${classes}" data-cell=${cell}
    data-name=${board.names[cell]} tabindex=${tab ? 0 : -1} aria-label=${words(board, cell, note, state.playable)}
    aria-disabled=${!state.playable} onClick=${on.click} onMouseEnter=${on.enter} onFocus=${on.focus}>
    ${stone ? mark(stone) : note ? html`<${Badge} value=${note.value} strong=${note.best} />` : state.playable && side && mark(side, "ghost")}
  </button></div>`;
}

// All slices side by side if cells stay comfortable, else as makes them largest
function fitting(board, room) {
  const height = Math.max(300, room.height * 0.74) * (room.width < NARROW ? 4 : 1);
  const tried = range(board.slices).map((i) => {
    const across = board.slices - i;
    const down = Math.ceil(board.slices / across);
    const wide = (room.width - (across + 1) * GUTTER - (across - 1) * GAP - 8) / (across * board.width);
    const high = (height - down * 2 * GUTTER) / (down * board.height);
    return { across, fit: Math.min(LARGEST, wide, high) };
  });
  const largest = tried.reduce((best, one) => (one.fit > best.fit + 0.01 ? one : best));
  return tried[0].fit >= COMFORTABLE ? tried[0] : largest;
}

// How large the cells are; a board that is larger than its room is seen from its middle.
function useSize(board) {
  const ref = useRef();
  const room = useRoom(ref);
  const [zoomed, setZoomed] = useState(null);
  const shape = `${board.width}x${board.height}x${board.slices}`;
  const { fit, across } = fitting(board, room);
  const size = Math.floor(zoomed ?? Math.max(SMALLEST, fit));
  useEffect(() => { setZoomed(null); }, [shape]);
  useEffect(() => {
    const scroll = ref.current.firstChild;
    scroll.scrollLeft = (scroll.scrollWidth - scroll.clientWidth) / 2;
    scroll.scrollTop = (scroll.scrollHeight - scroll.clientHeight) / 2;
  }, [shape, size]);
  return { ref, size, fit, across, setZoomed, shape };
}

function Zoom({ size, fit, set }) {
  const button = (words, to, label) => html`<button class="quiet" aria-label=${label} onClick=${() => set(to)}>${words}</button>`;
  return html`<div class="zoom" role="group" aria-label="Size of the board">${button("−", Math.max(12, size / ZOOM), "Smaller")}
    ${button("Fit", fit)}${button("+", Math.min(LARGEST, size * ZOOM), "Larger")}</div>`;
}

const STEPS = { ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
  PageUp: [-1, 0, 0], PageDown: [1, 0, 0], Home: [0, 0, -Infinity], End: [0, 0, Infinity] };

// The cell a key leads to; across the side edge of a slice lies the next one.
function neighbour(board, from, key) {
  const { at, cell } = places(board);
  const [up, down, right] = STEPS[key];
  let { slice, row, column } = at(from);
  [slice, row, column] = [slice + up, row + down, column + right];
  if (Math.abs(right) > 1) column = right < 0 ? 0 : board.width - 1;
  if (column < 0 && slice > 0) [slice, column] = [slice - 1, board.width - 1];
  if (column >= board.width && slice < board.slices - 1) [slice, column] = [slice + 1, 0];
  const isInside = board.slices > slice && board.height > row && board.width > column && Math.min(slice, row, column) >= 0;
  return isInside ? cell(slice, row, column) : from;
}

function Slice({ board, slice, cellOf, onColumn }) {
  const { cell } = places(board);
  const name = board.slices > 1 && `Slice ${slice + 1}`;
  const titles = board.drop ? range(board.width).map((column) => column + 1)
    : board.names.slice(0, board.width).map((one) => one.replace(/\d/g, ""));
  return html`<div class="slice" role="rowgroup" aria-label=${name || null}>
    ${name && html`<div class="caption" aria-hidden="true">${name}</div>`}
    <div class="columns" aria-hidden="true">${titles.map((title, column) => html`<span
      onClick=${board.drop ? onColumn(cell(slice, 0, column)) : null}>${title}</span>`)}</div>
    <div class="rows" aria-hidden="true">${range(board.height).map((row) => html`<span>${row + 1}</span>`)}</div>
    <div class="cells" role="presentation">
      ${range(board.height).map((row) => html`<div class="row" role="row">
        ${range(board.width).map((column) => cellOf(cell(slice, row, column)))}</div>`)}
    </div>
  </div>`;
}

export function Board({ report, notes = {}, onPlay, onLook, hints = [], last, pending, idle, all, label }) {
  const { board } = report;
  const { at } = places(board);
  const count = board.stones.length;
  const { ref, size, fit, across, setZoomed, shape } = useSize(board);
  const [chosen, setChosen] = useState(null);
  const [aimed, setAimed] = useState(null);
  useEffect(() => { setChosen(null); }, [shape]);

  const place = board.drop ? "column" : "cell";
  const moves = useMemo(() => new Map(report.moves.map((move) => [move[place], move])), [report.moves]);
  const moveAt = (cell) => (all ? { cell } : moves.get(board.drop ? at(cell).column : cell));
  const can = (cell) => !idle && !!moveAt(cell);
  const tab = chosen ?? Math.floor(count / 2);
  const won = board.lines.flat();
  const landing = aimed != null && can(aimed) ? moveAt(aimed).cell : null;

  const play = (cell) => (event) => {
    if (event.detail > 1 && !all) return;  // the second click of a double click
    if (can(cell)) onPlay(moveAt(cell));
  };
  const look = (cell) => { setAimed(cell); onLook?.(cell); };
  const press = (event) => {
    if (!(event.key in STEPS) || isCommand(event)) return;
    event.preventDefault();
    const to = neighbour(board, Number(event.target.dataset.cell ?? tab), event.key);
    ref.current.querySelector(`[data-cell="${to}"]`).focus();
  };
  const cellOf = (cell) => html`<${Cell} key=${cell} ...${{ board, cell }} note=${notes[cell]} side=${report.to_move} tab=${cell === tab}
    state=${{
      playable: can(cell), won: won.includes(cell), last: cell === last && !won.length,
      hint: hints.includes(cell), aim: cell === landing, pending: pending?.cell === cell ? pending.mark : null,
    }}
    on=${{ click: play(cell), enter: () => look(cell), focus: () => { setChosen(cell); look(cell); } }} />`;

  return html`<div class="board-room" ref=${ref}>
    <div class="board-scroll ${board.slices > 1 ? "" : "flat"}" onMouseLeave=${() => look(null)}>
      <div class="board ${size < COMFORTABLE ? "tiny" : ""} ${board.drop ? "drops" : ""}" role="grid" aria-label=${label} onKeyDown=${press}
        style=${{ "--cell": `${size}px`, "--slices": across, "--across": board.width, "--down": board.height }}>
        ${range(board.slices).map((slice) => html`<${Slice} key=${slice} ...${{ board, slice, cellOf }} onColumn=${play} />`)}
      </div>
    </div>
    ${(count > 63 || size > fit + 1) && html`<${Zoom} ...${{ size, fit }} set=${setZoomed} />`}
  </div>`;
}
