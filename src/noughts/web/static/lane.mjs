// One search at one step.

import { GrowingTree } from "./growing.mjs";
import { count } from "./lab.mjs";
import { MiniBoard } from "./miniboard.mjs";
import { signed } from "./recording.mjs";
import { html, Link, Problem, sentence, useLayoutEffect, useRef, valueWords } from "./ui.mjs";

const MOST_MOVES = 12; // of the way to a position
const COUNTED = { nodes: "enter", cuts: "cut", hits: "remembered" };
const MOST_LINES = 120; // of the log, up to the current one

export function Lane({ recording, error, retry, step: wanted, name, jump, address, go }) {
  if (error || !recording.start) {
    return html`<article class="card lane stack"><h2>${name}</h2>
      ${error ? html`<${Problem} ...${{ error, retry }} />` : html`<p class="note">…</p>`}</article>`;
  }
  const step = Math.min(wanted, recording.length);
  const now = recording.at(step);
  return html`<article class="card lane stack" aria-label=${name}>
    <header class="lane-head"><h2>${name}</h2><p class="soft">${place(recording, now)}</p></header>
    <div class="lane-now"><${Board} ...${{ recording, now }} /><${Counters} ...${{ recording, now }} /></div>
    <${TreeBox} ...${{ recording, step, name }} />
    <${Log} ...${{ recording, step, name, jump }} />
    <${End} ...${{ recording, step, address, go }} />
  </article>`;
}

function place({ start, roots, done, length }, { step, path }) {
  const scale = start.scale ? `scale ${start.scale}, ` : "";
  const round = roots.length > 1 && path.length ? `round ${roots.indexOf(path[0]) + 1}, ` : "";
  return `${scale}${round}event ${count(step)} of ${done ? count(length) : "more, reading …"}`;
}

function Board({ recording, now: { visit, path } }) {
  const { board, position } = recording.start;
  const moves = path.slice(1).map((one) => one.move);
  const way = `${moves.length > MOST_MOVES ? "… " : ""}${moves.slice(-MOST_MOVES).join(" ")}`;
  return html`<figure>
    <${MiniBoard} board=${board} stones=${visit?.stones ?? board.stones} before=${visit?.above?.stones}
      size=${116} label=${visit?.position ?? position} />
    <figcaption class="way soft">${visit ? way || "root" : "before the search"}</figcaption>
  </figure>`;
}

function Counters({ recording, now }) {
  const known = now.visit && recording.known(now.visit, now.step);
  const pair = (kind, value, title = kind) => html`<div class="c-${kind}"><dt>${title}</dt><dd>${value}</dd></div>`;
  return html`<dl class="counters">
    ${Object.entries(COUNTED).map(([kind, event]) => pair(kind, count(now.counts[event])))}
    ${pair("score", known?.text || "–", "score here")}
    ${pair(...(recording.keepsWindow ? ["window", interval(now.window)] : ["window none", "none kept"]), "window (α, β)")}
  </dl>`;
}

function interval(window) {
  if (!window) return "–";
  const { alpha, beta } = window;
  return html`(${signed(alpha)}, ${signed(beta)})${alpha >= beta && html` <small>closed</small>`}`;
}

// The box is scrolled to the current node, and the page is not.
function TreeBox({ recording, step, name }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const inner = box.current.querySelector(".is-now .grow-frame");
    const middle = (element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2;
    if (inner) box.current.scrollTop += middle(inner) - middle(box.current);
  }, [step, recording]);
  return html`<div class="growing-box" ref=${box} tabindex="0" role="region" aria-label="The tree of ${name}">
    <${GrowingTree} ...${{ recording, step, name }} />
  </div>`;
}

// The story up to now. It is no live region: where the steps rest, the page says the line once.
function Log({ recording, step, name, jump }) {
  const box = useRef(null);
  useLayoutEffect(() => { box.current.scrollTop = box.current.scrollHeight; }, [step, recording]);
  const first = Math.max(0, step - MOST_LINES);
  return html`<div class="log-box" ref=${box} tabindex="0" role="region" aria-label="What ${name} does">
    <ol class="log">${recording.events.slice(first, step).map((event, index) => {
      const at = first + index + 1;
      return html`<li key=${at} class="k-${event.event}" aria-current=${at === step ? "step" : null}
        style=${{ paddingLeft: `${0.75 + 0.75 * Math.min(event.level, 6)}rem` }}
        onClick=${() => jump(at)}>${told(recording, event)}</li>`;
    })}</ol>
  </div>`;
}

export function narration(recording, step) {
  const event = recording.events[Math.min(step, recording.length) - 1];
  return event ? sentence(told(recording, event)) : "";
}

function told(recording, event) {
  if (event.narration) return typeset(event.narration);
  const [score, node] = [recording.words(event), `Node ${event.node}`];
  const words = {
    enter: event.move ? `${node} is entered, by ${event.move}.` : `${node} is entered.`,
    result: `${node} gets ${score} from ${event.move}.`,
    best: `${node} has a new best: ${score}, by ${event.move}.`,
  };
  return words[event.event] ?? `${node} is left with ${score}.`;
}

// The narration is written for any terminal.
function typeset(words) {
  const minus = words.trim().replace(/(^|[ (])-(?=[\di])/g, "$1−");
  return minus.replaceAll("<=", "≤").replaceAll(">=", "≥");
}

function End({ recording: { start, done, length }, step, address, go }) {
  if (!done || step < length) return null;
  const others = html`<${Link} ...${{ address, go }} changes=${{ view: "compare" }}>Compare<//>`;
  const counted = `${count(done.nodes)} nodes, ${count(done.cutoffs)} cuts, ${count(done.hits)} hits`;
  if (done.truncated) {
    return html`<p class="end-note"><b>The trace stops here,</b> after ${count(length)} events. The
      search itself goes on${done.complete ? ` and ends after ${counted}` : ` (more than ${counted})`}. ${others}.</p>`;
  }
  const value = done.value ? `${start.to_move} ${valueWords(done.value)}` : "no value is proved";
  return html`<p class="end-note"><b>${sentence(done.move ? `${value}, by ${done.move}` : value)}</b>
    ${" "}In all ${counted}. ${others}.</p>`;
}
