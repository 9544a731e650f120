// The help: how to play by mouse and keys, and what the signs on the board mean.
import { html, useEffect, useRef, Badge } from "./ui.mjs";

const KEYS = {
  "← → ↑ ↓": "go from cell to cell (Page Up and Page Down: from slice to slice)",
  "Enter Space": "play on the cell",
  "1 … 9": "play a cell of 3×3 in reading order, or a column where stones fall",
  u: "undo",
  r: "redo",
  n: "new game",
  h: "hint",
  t: "the truth on the board, on or off",
  ", .": "step back and on in the line of play of a cell",
  "?": "this help",
};

const SIGNS = [
  ["win", 3, "who moves here wins in 3 moves of both sides together"],
  ["draw", 6, "holds the draw, which takes 6 moves"],
  ["loss", 2, "loses in 2, if the other side plays well"],
  [null, 0, "not known in the time allowed; never a guess"],
  ["draw", 6, "an outline: there is a better move, or a quicker one", false],
];

export function Help({ open, close }) {
  const ref = useRef();
  useEffect(() => {
    if (open && !ref.current.open) ref.current.showModal();
    if (!open) ref.current.close();
  }, [open]);
  const outside = (event) => event.target === ref.current && close();
  return html`<dialog ref=${ref} aria-labelledby="help-title" onClose=${close} onClick=${outside}>
    <div class="sheet">
      <h2 id="help-title">Help</h2>
      <p>Choose a cell to play. The game is solved while you play: ask for a hint, or switch the truth on.</p>
      <h3>Keys</h3>
      <dl class="keys">${Object.entries(KEYS).map(([keys, words]) => html`<div key=${keys}>
        <dt>${keys.split(" ").map((key) => (key === "…" ? "… " : html`<kbd>${key}</kbd> `))}</dt><dd>${words}</dd></div>`)}</dl>
      <h3>Signs</h3>
      <ul class="signs">${SIGNS.map(([outcome, distance, words, strong]) => html`<li key=${words}>
        <${Badge} value=${outcome && { outcome, distance }} strong=${strong} /> ${words}</li>`)}</ul>
      <p>The address of the page holds the game, the position and the view: share it, and another sees the same.</p>
      <div><button class="main" onClick=${close}>Close</button></div>
    </div>
  </dialog>`;
}
