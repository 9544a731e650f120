// The shell: header, the view that the address names, the help.
import { html, render, useCallback, useEffect, useKeys, useRef, useState, useTask, Link, Problem } from "./ui.mjs";
import { changed, read, write } from "./address.mjs";
import { Help } from "./help.mjs";

// A view is a module whose default export is a component of {address, go}.
const VIEWS = ["Play", "Editor", "Tree", "Stepper", "Compare", "Census"];
const nameOf = (title) => title.toLowerCase();
const loaded = {};

function useAddress() {
  const [address, set] = useState(read);
  const now = useRef(address);
  useEffect(() => addEventListener("popstate", () => set((now.current = read()))), []);
  const go = useCallback((changes, { replace = false } = {}) => {
    const next = changed(now.current, changes);
    const text = write(next);
    if (text === write(now.current)) return;
    now.current = next;
    history[replace ? "replaceState" : "pushState"](null, "", text);
    set(next);
  }, []);
  return [address, go];
}

function Header({ address, go, help }) {
  return html`<header class="top">
    <a class="skip" href="#main">Skip to the content</a>
    <a class="name" href="/" aria-label="noughts, a new game"><svg viewBox="0 0 44 22" aria-hidden="true">
      <path d="M5 5l12 12M17 5L5 17" /><circle cx="32" cy="11" r="7" /></svg><span>noughts</span></a>
    <nav aria-label="Views"><ul>${VIEWS.map((title) => html`<li key=${title}><${Link} ...${{ address, go }}
      changes=${{ view: nameOf(title) }} aria-current=${nameOf(title) === address.view ? "page" : null}>${title}<//></li>`)}</ul></nav>
    <button class="quiet round" aria-label="Help" aria-keyshortcuts="?" onClick=${help}>?</button>
  </header>`;
}

function View({ address, go }) {
  const title = VIEWS.find((one) => nameOf(one) === address.view) ?? VIEWS[0];
  const name = nameOf(title);
  useEffect(() => { document.title = `${title} · ${address.game} · noughts`; }, [title, address.game]);
  const { error, retry } = useTask(!loaded[name] && name, async () => { loaded[name] = (await import(`./${name}.mjs`)).default; });
  if (error) return html`<${Problem} error=${{ message: "This view could not be loaded: is `noughts web` still running?" }} retry=${retry} />`;
  return loaded[name] ? html`<${loaded[name]} key=${name} ...${{ address, go }} />` : html`<p class="note">…</p>`;
}

function App() {
  const [address, go] = useAddress();
  const [isOpen, setOpen] = useState(false);
  useKeys(({ key }) => key === "?" && setOpen(true));
  return html`<${Header} ...${{ address, go }} help=${() => setOpen(true)} />
    <main id="main" tabindex="-1"><${View} ...${{ address, go }} /></main>
    <${Help} open=${isOpen} close=${() => setOpen(false)} />`;
}

render(html`<${App} />`, document.getElementById("page"));
