// A small position: one path for each kind of thing.

import { places } from "./board.mjs";
import { html, range } from "./ui.mjs";

const SLICE_GAP = 0.6; // in cells
const SHAPES = {
  X: "m.26 .26l.48 .48m0 -.48l-.48 .48",
  O: "m.22 .5a.28 .28 0 1 0 .56 0a.28 .28 0 1 0 -.56 0",
};

export const boardSize = ({ width, height, slices }) =>
  ({ columns: width * slices + SLICE_GAP * (slices - 1), rows: height });

const gridPath = ({ width, height, slices }) => range(slices).map((slice) => {
  const left = slice * (width + SLICE_GAP);
  return range(width + 1).map((x) => `M${left + x} 0v${height}`).join("")
    + range(height + 1).map((y) => `M${left} ${y}h${width}`).join("");
}).join("");

// before: the stones one move earlier; later: the cells of a line of play. A cell is 1 wide.
export function BoardPaths({ board, stones, before, later = [] }) {
  const { at } = places(board);
  const corner = (cell) => {
    const { slice, row, column } = at(cell);
    return [column + slice * (board.width + SLICE_GAP), row];
  };
  const all = [...stones];
  const shape = (cell) => (SHAPES[all[cell]] ? `M${corner(cell)}${SHAPES[all[cell]]}` : "");
  const square = (kind) => (cell) => {
    const [x, y] = corner(cell);
    return html`<rect class=${kind} x=${x} y=${y} width="1" height="1" />`;
  };
  const last = before ? all.findIndex((mark, cell) => mark !== before[cell]) : -1;
  return html`${board.lines.flat().map(square("mini-won"))}${last >= 0 && square("mini-last")(last)}
    <path class="mini-grid" d=${gridPath(board)} />
    <path class="mini-stones" d=${all.map((_, cell) => (later.includes(cell) ? "" : shape(cell))).join("")} />
    ${later.map((cell, i) => {
      const [x, y] = corner(cell);
      return html`<g class="later" key=${cell}><path class="mini-stones" d=${shape(cell)} />
        <text x=${x + 0.86} y=${y + 0.27}>${i + 1}</text></g>`;
    })}`;
}

export function MiniBoard({ board, size, label, ...drawn }) {
  const { columns, rows } = boardSize(board);
  const cell = size / Math.max(board.width, rows);
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="mini" ...${named} width=${columns * cell} height=${rows * cell}
    viewBox="-.06 -.06 ${columns + 0.12} ${rows + 0.12}"><${BoardPaths} board=${board} ...${drawn} /></svg>`;
}
