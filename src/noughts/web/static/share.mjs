// Taking a game away, and bringing one in.
import { html, useRef, useState, say, PLAIN, Problem } from "./ui.mjs";
import { ask, askOnce, send } from "./api.mjs";
import { reviewParams } from "./story.mjs";

const PIXELS = 1200;

// A record is wanted at once: its values are not.
const recordOf = (record) => askOnce("review", { ...reviewParams(record), seconds: 0.1 });

function save(name, ...parts) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = PIXELS / Math.max(width, height);
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done));
}

export function Share({ record, onImport }) {
  const [problem, setProblem] = useState(null);
  const [copied, setCopied] = useState("");
  const { game, report: { position } } = record;
  const name = `noughts-${game.replace(/[^a-z0-9]+/gi, "-")}`;
  const svg = async () => (await send("picture", { game, position })).blob();
  const text = async () => (await recordOf(record)).text;
  const copy = async (what, words) => {
    if (!navigator.clipboard) throw new Error("The browser forbids copying here: copy it by hand");
    await navigator.clipboard.writeText(words);
    setCopied(what);
    say(`${what} copied`);
  };
  const button = (words, work) => html`<button onClick=${async () => {
    setProblem(null);
    try { await work(); } catch (error) { setProblem(error); }
  }}>${words}</button>`;
  return html`<details class="share card"><summary><h2>Share, save, bring in</h2></summary>
    <div class="stack">
      <div class="row-of">
        ${button(copied === "Link" ? "Link copied" : "Copy link", () => copy("Link", location.href))}
        ${button(copied === "Record" ? "Record copied" : "Copy record", async () => copy("Record", await text()))}</div>
      <div class="row-of">
        ${button("Record as text", async () => save(`${name}.txt`, await text()))}
        ${button("Record as JSON", async () => save(`${name}.json`, JSON.stringify((await recordOf(record)).record, null, 2), "\n"))}
        ${button("Board as SVG", async () => save(`${name}.svg`, await svg()))}
        ${button("Board as PNG", async () => save(`${name}.png`, await png(await svg())))}</div>
      <${Problem} error=${problem} />
      <${Import} onImport=${onImport} />
    </div>
  </details>`;
}

function Import({ onImport }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(null);
  const field = useRef();
  const bring = async (words) => {
    setProblem(null);
    try {
      const { record } = await ask("review", { record: words, seconds: 0.1 }, { post: true });
      onImport(record);
      setText("");
    } catch (error) {
      setProblem(error);
      field.current.focus();
    }
  };
  const file = async (event) => {
    const words = await event.target.files[0]?.text();
    if (words == null) return;
    event.target.value = "";
    setText(words);
    bring(words);
  };
  return html`<form class="stack" onSubmit=${(event) => { event.preventDefault(); bring(text); }}>
    <label class="field"><span>Bring in a record: its text or JSON, pasted or from a file</span>
      <textarea ref=${field} rows="4" value=${text} ...${PLAIN} aria-invalid=${!!problem}
        placeholder=${"game: 3x3\nmoves: b2 a1 c3"} onInput=${(event) => setText(event.target.value)}></textarea></label>
    <${Problem} error=${problem} />
    <div class="row-of"><button>Bring in</button>
      <label class="button file">From a file<input type="file" class="spoken" accept=".txt,.json,text/plain,application/json" onChange=${file} /></label></div>
  </form>`;
}
