// The position editor: a board to click, a text to type, and what the rules say of both.
import { html, isCommand, range, useRef, useState, useTask, sentence, PLAIN, Problem, Said } from "./ui.mjs";
import { askOnce } from "./api.mjs";
import { Board, places } from "./board.mjs";
import { Choice, GameField } from "./setup.mjs";

const PAUSE = 180;  // after a key, before the text is read
const NEXT = { "": "X", X: "O", O: "" };

// The stones as the library writes them
function textOf({ width, height, slices }, stones) {
  const { cell } = places({ width, height });
  const row = (slice, r) => range(width).map((c) => stones[cell(slice, r, c)] || ".").join("");
  return range(slices).map((slice) => range(height).map((r) => row(slice, r)).join(" ")).join(" | ");
}

// What the linter says of the text; otherwise: the game that it would be a position of.
function useLint(game, position, toMove) {
  const [found, set] = useState({});
  const task = useTask(JSON.stringify([game, position, toMove]), async (signal) => {
    await new Promise((done) => setTimeout(done, PAUSE));
    if (signal.aborted) return;
    const empty = await askOnce("board", { game }, { signal });
    const lint = await askOnce("lint", { game, position, to_move: toMove }, { signal });
    const free = lint.ok ? null : await askOnce("lint", { position, to_move: toMove }, { signal });
    if (!signal.aborted) set({ ...lint, of: position, empty: empty.board, otherwise: free?.ok ? free.report : null });
  });
  return [found, task];
}

function Verdict({ lint, onRead }) {
  const all = lint.ok ? [sentence(lint.report.sentence)] : lint.complaints.map(sentence);
  const said = html`<${Said} words=${all.join(" ")} />`;
  if (lint.ok) return html`<p class="fine">${all}${said}</p>`;
  return html`<div class="complaints" id="complaints">${said}<ul>${all.map((words) => html`<li key=${words}>${words}</li>`)}</ul>
    ${lint.otherwise && html`<button onClick=${() => onRead(lint.otherwise)}>Read it as ${lint.otherwise.game}</button>`}
  </div>`;
}

const KEYS = { x: "X", o: "O", ".": "", backspace: "", delete: "" };

export default function Editor({ address, go }) {
  const { game, position = "", to_move: toMove = "" } = address;
  const [lint, task] = useLint(game, position, toMove);
  const shape = useRef(null);
  const stones = useRef([]);
  if (lint.empty) shape.current = lint.report?.board || lint.empty;
  // Stones that were clicked since are newer than what was read.
  const count = shape.current?.stones.length;
  if (lint.of === position && lint.stones?.length === count) stones.current = lint.stones;
  else if (count && stones.current.length !== count) stones.current = shape.current.stones;

  const set = (changes) => go(changes, { replace: true });
  const put = (cell, mark) => {
    stones.current = stones.current.with(cell, mark || null);
    set({ position: stones.current.some(Boolean) ? textOf(shape.current, stones.current) : null });
  };
  const press = (event) => {
    const { cell } = event.target.dataset;
    const mark = KEYS[event.key.toLowerCase()];
    if (cell == null || mark == null || isCommand(event)) return;
    event.preventDefault();
    put(Number(cell), mark);
  };
  const to = (view, words, more) => html`<button class=${more && "main"} aria-disabled=${!lint.ok} onClick=${lint.ok
    && (() => go({ view, game: lint.report.game, position: lint.report.position, to_move: null, ...more }))}>${words}</button>`;
  const board = shape.current && { ...shape.current, stones: stones.current, lines: lint.report?.board.lines ?? [] };
  const isBad = lint.ok === false;
  return html`<div class="play editor">
    <div class="status"><h1>Position editor</h1>
      <p class="note">Click a cell to turn it from free to X to O, or type in the text.</p></div>
    <div class="stage" onKeyDown=${press}>
      ${board && html`<${Board} report=${{ board, moves: [] }} all label="Board to edit, ${game}"
        onPlay=${({ cell }) => put(cell, NEXT[stones.current[cell] || ""])} />`}
    </div>
    <div class="side stack">
      <${Problem} ...${task} />
      <div class="card stack">
        <label class="field"><span>Position</span>
          <textarea rows="4" ...${PLAIN} value=${position} aria-invalid=${isBad} aria-describedby=${isBad ? "complaints" : null}
            placeholder="X.. .O. ..." onInput=${(event) => set({ position: event.target.value })}></textarea></label>
        ${lint.of != null && html`<${Verdict} lint=${lint} onRead=${(report) => set({ game: report.game, position })} />`}
        <div class="row-of">${to("play", "See the truth", { truth: "1" })}${to("tree", "Open the tree")}
          <button onClick=${() => set({ position: null, to_move: null })}>Clear</button></div>
      </div>
      <section class="card fields" aria-label="Rules">
        <${GameField} game=${game} onChoose=${(spec) => set({ game: spec, position: null })} />
        <${Choice} label="To move" wide value=${toMove} options=${[["", "as the stones say"], ["X"], ["O"]]} onChange=${(value) => set({ to_move: value })} />
      </section>
    </div>
  </div>`;
}
