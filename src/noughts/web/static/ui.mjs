// What every view needs.
import { h, render } from "./vendor/preact.mjs";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.mjs";
import htm from "./vendor/htm.mjs";
import { changed, write } from "./address.mjs";

export { render };
export * from "./vendor/hooks.mjs";
export const html = htm.bind(h);

// How wide an element is, and how high the window, as both change
export function useRoom(ref) {
  const [room, set] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => set({ width: ref.current.clientWidth, height: innerHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    addEventListener("resize", measure);
    measure();
    return () => { observer.disconnect(); removeEventListener("resize", measure); };
  }, []);
  return room;
}

export const range = (count) => Array.from({ length: count }, (_, i) => i);

// The one live region of the page (in index.html). The same words twice are spoken twice.
let spoken = "";
export function say(words) {
  spoken = spoken === words ? `${words}\u00a0` : words;
  document.getElementById("live").textContent = spoken;
}

// Values: {outcome, distance, at_least?} or null for unknown.
const VERBS = { win: "wins", draw: "draws", loss: "loses" };

export function valueWords(value) {
  if (!value) return "unknown";
  const { outcome, distance, at_least: atLeast } = value;
  if (distance != null) return `${VERBS[outcome]} in ${distance}`;
  return atLeast == null ? VERBS[outcome] : `${VERBS[outcome]} in ${atLeast} or more`;
}

export function Badge({ value, strong = true, hidden }) {
  const kind = value ? value.outcome : "unknown";
  return html`<span class="badge v-${kind} ${strong ? "strong" : ""}" aria-hidden=${hidden}
    ><b>${value ? kind[0].toUpperCase() : "?"}</b>${value?.distance}</span>`;
}

export function sentence(words) {
  const trimmed = String(words || "").trim();
  const ended = /[.!?…]$|^$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

export function Said({ words }) {
  useEffect(() => { if (words) say(words); }, [words]);
}

// What went wrong; a bad question stays one when tried again.
export function Problem({ error, retry }) {
  if (!error) return null;
  const isOurs = error.status >= 400 && error.status < 500;
  const [first, ...more] = (error.complaints?.length ? error.complaints : [error.message]).map(sentence);
  return html`<div class="problem"><${Said} words=${first} />
    <p>${first}</p>${more.length > 0 && html`<ul>${more.map((words) => html`<li>${words}</li>`)}</ul>`}
    ${retry && !isOurs && html`<button onClick=${retry}>Try again</button>`}</div>`;
}

// An address like any other, followed without loading anew
export function Link({ address, go, changes, children, ...more }) {
  const follow = (event) => {
    if (isCommand(event) || event.shiftKey || event.button) return;
    event.preventDefault();
    go(changes);
  };
  return html`<a href=${write(changed(address, changes))} onClick=${follow} ...${more}>${children}</a>`;
}

// Work that belongs to what is shown: begun when the key changes, if there is one, and the work
// before is dropped.
export function useTask(key, work) {
  const [ended, set] = useState({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!key) return undefined;
    const control = new AbortController();
    const { signal } = control;
    work(signal).then(
      () => signal.aborted || set({ key }),
      (error) => signal.aborted || set({ key, error }),
    );
    return () => control.abort();
  }, [key, attempt]);
  const isMine = key && ended.key === key;
  return {
    waiting: !!key && !isMine, error: isMine ? ended.error : null,
    retry: () => { set({}); setAttempt(attempt + 1); },
  };
}

// Keys for the whole page; but those that are text for a field are not ours.
export function useKeys(act) {
  const latest = useRef();
  latest.current = act;
  useEffect(() => {
    const listen = (event) => {
      const isText = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
      if (!isCommand(event) && !isText && !event.defaultPrevented) latest.current(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

// What is typed is no prose.
export const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: false };

// Is it for the browser?
export const isCommand = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;
