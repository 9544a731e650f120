// Play: the board, who moves, the truth when it is asked for, and the story.
import { html, useEffect, useKeys, useState, sentence, Problem } from "./ui.mjs";
import { Board } from "./board.mjs";
import { SPEEDS } from "./record.mjs";
import { Choice, Setup } from "./setup.mjs";
import { Share } from "./share.mjs";
import { Story } from "./story.mjs";
import { useTable } from "./table.mjs";
import { Hint, Look } from "./truth.mjs";

// Letters for the tools; digits for the cells of 3×3, and for columns where stones fall.
function usePlayKeys({ actions, shown: { report } }) {
  useKeys(({ key, repeat }) => {
    if (repeat) return;
    const { undo, redo, fresh, hint, switchTruth, play } = actions;
    ({ u: undo, r: redo, n: () => fresh(), h: hint, t: switchTruth })[key.toLowerCase()]?.();
    if (!/^[1-9]$/.test(key) || !report) return;
    const { width, height, slices, drop } = report.board;
    const place = drop ? "column" : width === 3 && height === 3 && slices === 1 && "cell";
    if (place) play(report.moves.find((move) => move[place] === key - 1));
  });
}

// A line such as a1-b2-c3 stays on one row.
const unbroken = (words) => words.split(" ").map((word, i) => html`${i ? " " : ""}<span class="together">${word}</span>`);

function Status({ table: { record, settings, shown: { report }, computer, myTurn, actions } }) {
  if (!report) return html`<div class="status"><h1>${record.error ? "No board" : "…"}</h1></div>`;
  const { at, moves } = record;
  const isBack = at < moves.length;
  const { thinking } = computer;
  const turn = thinking ? `${report.to_move} is thinking`
    : settings.mode === "computer" && myTurn && !isBack ? `Your move, ${report.to_move}` : report.sentence;
  return html`<div class="status">
    <h1 class=${thinking && "soft"}>${unbroken(turn)}${thinking && html`<span class="dots" aria-hidden="true"><i /><i /><i /></span>`}</h1>
    ${isBack && html`<div class="row-of"><span class="note">After move ${at} of ${moves.length}</span>
      ${!report.over && !myTurn && html`<button class="quiet" onClick=${actions.resume}>Play on from here</button>`}
      <button class="quiet" onClick=${() => actions.show(moves.length)}>To the last move</button></div>`}
  </div>`;
}

const tool = (words, key, action, pressed) => html`<button aria-disabled=${!action} aria-keyshortcuts=${key}
  aria-pressed=${pressed} onClick=${action && (() => action())}>${words}</button>`;

function Tools({ table: { settings, questions, running, over, speed, actions } }) {
  return html`<div class="tools" role="group" aria-label="Game">
      ${tool("New", "n", actions.fresh)}${tool("Undo", "u", actions.undo)}${tool("Redo", "r", actions.redo)}
      ${settings.mode !== "watch" && tool("Hint", "h", actions.hint, questions.wantsHint)}
      <label class="switch"><input type="checkbox" role="switch" checked=${questions.isTruth} aria-keyshortcuts="t"
        onChange=${actions.switchTruth} /> Show the truth on the board</label>
    </div>
    ${settings.mode === "watch" && html`<div class="watch row-of">
      <button class="main" aria-disabled=${over} onClick=${over ? null : actions.run}>${running ? "Pause" : "Go on"}</button>
      <${Choice} label="Speed" value=${speed} options=${Object.keys(SPEEDS).map((name) => [name])} onChange=${actions.setSpeed} />
    </div>`}`;
}

function Explain({ record: { game, report }, questions, looked }) {
  const { isTruth, wantsHint, guess, truth: { analysis, waiting, longer } } = questions;
  if (!report || report.over || !(isTruth || wantsHint)) return null;
  return html`<section class="explain card stack" aria-label=${isTruth ? "The truth" : "Hint"}>
    ${analysis && html`<h2>${sentence(analysis.sentence)}</h2>`}
    ${waiting && html`<p class="note">Working it out…</p>`}
    ${analysis && wantsHint && html`<${Hint} ...${{ analysis, guess }} />`}
    ${analysis && isTruth && html`<${Look} game=${game} report=${analysis} cell=${looked} />`}
    ${longer && html`<div><button onClick=${longer}>Look longer</button></div>`}
  </section>`;
}

function Stage({ table: { shown, questions, myTurn, actions }, onLook }) {
  const { report, last, pending } = shown;
  if (!report) return null;
  const { isTruth, wantsHint, guess, truth: { analysis } } = questions;
  const best = wantsHint && analysis ? analysis.moves.filter((move) => move.best || move.move === guess?.move) : [];
  const notes = isTruth && !pending && analysis ? Object.fromEntries(analysis.moves.map((move) => [move.cell, move])) : {};
  return html`<${Board} ...${{ report, notes, last, pending, onLook }} hints=${best.map((move) => move.cell)}
    idle=${!myTurn} onPlay=${actions.play} label="Board, ${report.game}" />`;
}

export default function Play({ address, go }) {
  const table = useTable(address, go);
  const { record, shown: { report }, settings, questions, story, computer, over, actions } = table;
  const [looked, setLooked] = useState(null);
  const position = record.report?.position;
  useEffect(() => { setLooked(null); }, [position]);
  usePlayKeys(table);
  const failed = [record, computer, questions.truth].find((one) => one.error);
  const { game = record.game, first = "X" } = record.reports[0] || {};
  return html`<div class="play">
    <${Status} table=${table} />
    <div class="stage"><${Stage} table=${table} onLook=${(cell) => cell != null && setLooked(cell)} /></div>
    <div class="side stack">
      <div class="stack">
        <${Problem} error=${failed?.error} retry=${failed?.retry} />
        <${Tools} table=${table} />
        <${Explain} ...${{ record, questions, looked }} />
      </div>
      <section class="rules card fields" aria-label="Players and rules"><${Setup} ...${{ game, first, settings }}
        onGame=${(spec) => actions.fresh({ game: spec, start: null, position: null })} onFirst=${actions.setFirst} onSettings=${actions.setPlayers} /></section>
    </div>
    <div class="below stack">
      ${record.moves.length > 0 && html`<${Story} ...${{ record, over, ...story }} onGo=${actions.show} onShow=${actions.showValues} />`}
      ${report && html`<${Share} record=${{ ...record, report }} onImport=${actions.bringIn} />`}
    </div>
  </div>`;
}
