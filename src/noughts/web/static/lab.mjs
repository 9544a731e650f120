// What the laboratory's views share: asking, numbers, tables and bars.

import { ask, stream } from "./api.mjs";
import { GameField } from "./setup.mjs";
import { html, PLAIN, say, useEffect, useState, useTask } from "./ui.mjs";

// The answer to a question, and words to say when it comes; meanwhile, the answer before.
export function useAnswer(path, params, words) {
  const [answer, set] = useState(null);
  const task = useTask(params && JSON.stringify(params), async (signal) => {
    set(await ask(path, params, { signal }).catch((error) => {
      if (!signal.aborted) set(null);
      throw error;
    }));
    say(words);
  });
  return { ...task, answer };
}

// An answer that comes bit by bit: begin() gives what hears (name, data).
export const useStream = (path, params, begin) => useTask(params && JSON.stringify(params),
  (signal) => stream(path, params, { signal, onEvent: begin() }));

export function Lab({ title, lede, children }) {
  return html`<section class="lab stack ${title.toLowerCase()}" aria-labelledby="lab-title">
    <h1 id="lab-title">${title}</h1><p class="lede soft">${lede}</p>${children}</section>`;
}

export function TextForm({ label, button, text, placeholder, onSend }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const submit = (event) => {
    event.preventDefault();
    onSend(typed.trim());
  };
  return html`<form class="beside" onSubmit=${submit}>
    <label class="field"><span>${label}</span><input type="text" value=${typed} placeholder=${placeholder} ...${PLAIN}
      onInput=${(event) => setTyped(event.target.value)} /></label>
    <button>${button}</button></form>`;
}

export function Where({ address, go, position = null, reset, children }) {
  return html`<div class="where">
    <${GameField} game=${address.game} onChoose=${(game) => go({ game, ...reset })} />
    ${position !== null && html`<${TextForm} label="Position" button="Show" text=${position} placeholder="the empty board"
      onSend=${(text) => go({ position: text, ...reset })} />`}${children}</div>`;
}

// What is no exact number here is called approximate.
export function count(number) {
  if (number == null) return "–";
  if (number <= Number.MAX_SAFE_INTEGER) return number.toLocaleString("en");
  const [digits, power] = number.toExponential(3).split("e+");
  return `about ${digits} × 10^${power}`;
}

const UNITS = [[86400 * 365, "years"], [86400, "days"], [3600, "hours"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "µs"]];

export function duration(seconds) {
  if (seconds == null) return "";
  const [size, unit] = UNITS.find(([size]) => seconds >= (size > 1 ? 2 : 1) * size) ?? UNITS.at(-1);
  return `${Number((seconds / size).toPrecision(3)).toLocaleString("en")} ${unit}`;
}

// Rows, the first cell of each being its heading. A column is a title: "#title" of numbers, "=title"
// of bars, which is only spoken, or [colour, title] of numbers.
export function Table({ label, columns, rows }) {
  const kinds = columns.map((column) => (Array.isArray(column) ? "number" : { "#": "number", "=": "bars" }[column[0]]));
  const title = (column, kind) => {
    if (Array.isArray(column)) return html`<${Swatch} kind=${column[0]} /> ${column[1]}`;
    return kind === "bars" ? html`<span class="spoken">${column.slice(1)}</span>` : column.slice(kind ? 1 : 0);
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class="numbers">
      <thead><tr>${columns.map((column, at) => html`<th scope="col" class=${kinds[at]}>${title(column, kinds[at])}</th>`)}</tr></thead>
      <tbody>${rows.map(([head, ...cells]) => html`<tr><th scope="row" class=${kinds[0]}>${head}</th>
        ${cells.map((cell, at) => html`<td class=${kinds[at + 1]}>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

// A bar of 100 parts, in pieces one after the other: [[class, parts], ...].
export function Bar({ pieces }) {
  let end = 0;
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${pieces.map(([kind, parts]) => {
      end += parts;
      return html`<rect class=${kind} x=${end - parts} width=${parts} height="10" />`;
    })}</svg>`;
}

export const Swatch = ({ kind }) => html`<span class="swatch ${kind}" aria-hidden="true"></span>`;

