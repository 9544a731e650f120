// The tree explorer: a game tree, opened on demand and folded by symmetry.

import { askOnce } from "./api.mjs";
import { Lab, Where } from "./lab.mjs";
import { MiniBoard } from "./miniboard.mjs";
import { Badge, html, isCommand, Link, Problem, say, sentence, useEffect, useRef, useState, useTask, valueWords } from "./ui.mjs";

const SECONDS = 3; // for the values of one position
const MOST_SHOWN = 30; // moves of one position, at first

// Nodes are known by the way to them: the moves from the root, joined by points.
const join = (way, move) => (way ? `${way}.${move}` : move);
const moves = (way) => (way ? way.split(".") : []);
const along = (way) => (node, depth) => node.children.find((child) => child.move === moves(way)[depth]);

export default function Tree({ address, go }) {
  const { game, position = "" } = address;
  const [{ nodes, at, signal }, set] = useState({});
  const [broken, setBroken] = useState(null);
  const task = useTask(JSON.stringify([game, position]), async (leaving) => {
    setBroken(null);
    set({ ...await grown(game, position, new Map(), along(address.open), leaving), signal: leaving });
  });
  const grow = async (pick) => {
    try {
      const found = await grown(game, position, nodes, pick, signal);
      set({ ...found, signal });
      return moves(found.at);
    } catch (error) {
      if (!signal.aborted) setBroken(error);
      return null;
    }
  };
  const root = nodes?.get("");
  return html`<${Lab} title="Tree" lede="Every move, and what it is worth to the one who plays it. Moves that are the
      same by symmetry are shown once.">
    <${Where} ...${{ address, go, position }} reset=${{ open: null }} />
    <${Problem} error=${task.error ?? broken} retry=${task.retry} />
    ${task.waiting && html`<p class="note">Working it out…</p>`}
    ${root && !task.error && html`<${Explorer} key=${root.game + root.position} ...${{ nodes, grow, start: at, address, go }} />`}
  <//>`;
}

// The nodes known so far and those along the way that pick(node, depth) chooses, and its end
async function grown(game, position, known, pick, signal) {
  const nodes = new Map(known);
  let [way, next] = ["", { after: position }];
  for (let depth = 0; next && !next.over; depth += 1) {
    if (!nodes.has(way)) nodes.set(way, await level(game, next.after, signal));
    next = pick(nodes.get(way), depth);
    if (next) way = join(way, next.move);
  }
  return { nodes, at: way };
}

async function level(game, position, signal) {
  const node = await askOnce("tree", { game, position, seconds: SECONDS }, { signal });
  const { stones } = node.board;
  const children = node.children.map((child) => ({ ...child, stones: stones.with(child.cell, node.to_move) }));
  return { ...node, stones, after: node.position, moves: [], children };
}

function Explorer({ nodes, grow, start, address, go }) {
  const [open, setOpen] = useState(() => new Set(nodes.keys()));
  const [at, setAt] = useState(start);
  const list = useRef(null);
  const { board, position } = nodes.get("");
  const shown = visible(nodes, open);
  const item = shown.find((one) => one.way === at) ?? shown[0];
  useEffect(() => {
    const id = setTimeout(() => go({ open: at }, { replace: true }), 250);
    return () => clearTimeout(id);
  }, [at]);

  const focus = (way) => {
    setAt(way);
    requestAnimationFrame(() => list.current?.querySelector('[tabindex="0"]')?.focus());
  };
  const unfold = ({ way, node }) => {
    if (node?.over) return;
    setOpen(new Set([...open, way]));
    if (node && !nodes.has(way)) grow(along(way));
  };
  const toggle = (one) => {
    if (open.has(one.way)) setOpen(new Set([...open].filter((way) => way !== one.way)));
    else unfold(one);
  };
  const followBest = async () => {
    const line = await grow((node) => node.children.find((child) => child.best));
    if (!line) return;
    setOpen(new Set([...open, ...line.map((_, depth) => line.slice(0, depth).join("."))]));
    focus(line.join("."));
    say(line.length ? `The best line: ${line.join(", ")}.` : "No best line is known.");
  };
  const play = ({ node }) => go({ view: "play", position: node.after });
  const context = { shown, at: item.way, open, board, focus, toggle };
  return html`
    <div class="row-of">
      <button onClick=${followBest}>Open the best line</button>
      <button onClick=${() => { setOpen(new Set([""])); focus(""); }}>Close all</button>
    </div>
    <div class="tree-columns">
      <div>
        <ul class="tree" role="tree" aria-label="Game tree of ${position}" ref=${list}
          onKeyDown=${keys({ ...context, item, unfold, play })}><${Item} one=${shown[0]} context=${context} /></ul>
        <p class="note"><kbd>↑</kbd> <kbd>↓</kbd> go, <kbd>→</kbd> opens, <kbd>←</kbd> closes, ${" "}
          <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>Enter</kbd> plays from there.</p>
      </div>
      ${item.node && html`<${Detail} ...${{ item, board, address, go }} />`}
    </div>`;
}

// All that is to be seen, in reading order. What stands for more moves has no node.
function visible(nodes, open) {
  const found = [];
  const add = (one) => {
    found.push(one);
    const before = nodes.get(one.way);
    if (!open.has(one.way) || !before) return;
    const all = before.children;
    const [parent, rest] = [one.way, join(one.way, "…")];
    const some = open.has(rest) ? all : all.slice(0, MOST_SHOWN);
    const best = one.isLine && all.find((child) => child.best);
    for (const node of some) add({ way: join(parent, node.move), parent, node, before, isLine: node === best });
    if (some.length < all.length) found.push({ way: rest, parent, left: all.length - some.length });
  };
  add({ way: "", parent: null, node: nodes.get(""), isLine: true });
  return found;
}

// As the ARIA practices have them
function keys({ shown, item, open, focus, toggle, unfold, play }) {
  const index = shown.indexOf(item);
  const to = (place) => focus(shown[Math.max(0, Math.min(shown.length - 1, place))].way);
  const actions = {
    ArrowDown: () => to(index + 1),
    ArrowUp: () => to(index - 1),
    Home: () => to(0),
    End: () => to(shown.length - 1),
    ArrowRight: () => (shown[index + 1]?.parent === item.way ? to(index + 1) : unfold(item)),
    ArrowLeft: () => (open.has(item.way) ? toggle(item) : item.parent !== null && focus(item.parent)),
    " ": () => toggle(item),
    Enter: () => (item.node ? play : unfold)(item),
  };
  return (event) => {
    if (!actions[event.key] || isCommand(event)) return;
    event.preventDefault();
    actions[event.key]();
  };
}

function Item({ one, context }) {
  const { shown, at, open, board, focus, toggle } = context;
  const { node, before, way, isLine } = one;
  const isOpen = open.has(way);
  const canOpen = node && !node.over;
  const below = shown.filter((other) => other.parent === way);
  const click = (event) => {
    event.stopPropagation();
    focus(way);
    if (!node || way === at || event.target.closest(".twist")) toggle(one);
  };
  return html`<li role="treeitem" class=${isLine && "is-line"} aria-expanded=${canOpen ? isOpen : null}
    aria-selected=${way === at} aria-label=${spoken(one)} tabindex=${way === at ? 0 : -1} onClick=${click}>
    <div class="branch"><span class="twist ${isOpen ? "is-open" : ""}">${canOpen && "▸"}</span>
      ${node && html`<${MiniBoard} board=${board} stones=${node.stones} before=${before?.stones} size=${46} />
        <span class="move">${node.move ?? "root"}</span>
        ${before && html`<span class="alike note">${node.moves.length > 1 && `×${node.moves.length}`}</span>`}
        <${Badge} value=${node.value} strong=${node.best} />`}
      <span class="words note">${words(one)}</span>
    </div>
    ${isOpen && canOpen && !below.length && html`<p class="note branch">…</p>`}
    ${below.length > 0 && html`<ul role="group">
      ${below.map((child) => html`<${Item} key=${child.way} one=${child} context=${context} />`)}</ul>`}
  </li>`;
}

function words({ node, before, left }) {
  if (!node) return `${left} more moves`;
  if (!before) return node.sentence;
  if (node.over) return node.winner ? `${node.winner} has won` : "the game is drawn";
  return node.value ? `${before.to_move} ${valueWords(node.value)}` : "unknown";
}

function spoken(one) {
  const { node, before, isLine } = one;
  if (!before) return node ? `${node.position}, ${words(one)}` : words(one);
  const alike = node.moves.length;
  return [`${before.to_move} plays ${node.move}`, alike > 1 && `one of ${alike} alike`, words(one),
    isLine ? "best line" : node.best && "best"].filter(Boolean).join(", ");
}

function Detail({ item, board, address, go }) {
  const { node, before, way } = item;
  const to = (view, title) => html`<li><${Link} ...${{ address, go }}
    changes=${{ view, position: node.after, open: null }}>${title}<//></li>`;
  return html`<aside class="detail" aria-label="The position at the cursor">
    <${MiniBoard} board=${board} stones=${node.stones} before=${before?.stones} size=${192} label=${node.after} />
    <p class="way">${moves(way).join(" ") || "root"}</p>
    <p>${sentence(words(item))}${node.moves.length > 1
      && html` <span class="soft">The same: ${node.moves.slice(1).join(", ")}.</span>`}</p>
    <ul class="links">
      ${to("play", "Play from here")}
      ${way && to("tree", "Make this the root")}
      ${!node.over && [to("stepper", "Watch a search"), to("compare", "Compare searches")]}
    </ul>
  </aside>`;
}
