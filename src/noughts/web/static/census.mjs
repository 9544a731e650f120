// The census: how many positions and games there are, and what they are worth.

import { Bar, count, Lab, Swatch, Table, useAnswer, useStream, Where } from "./lab.mjs";
import { Badge, Problem, html, useState, valueWords } from "./ui.mjs";

const AT_ONCE = 1_000_000; // positions that are solved before one has read the page

export default function Census({ address, go }) {
  const plies = /^\d+$/.test(address.plies ?? "") ? address.plies : undefined;
  const { answer, error, waiting, retry } = useAnswer("census", { game: address.game, plies }, "Counted.");
  return html`<${Lab} title="Census" lede="How many positions a game has, how many of them are the same by
      symmetry, how many games can be played, and how they end.">
    <${Where} ...${{ address, go }} reset=${{ plies: null, solve: null }}>
      <label class="field plies"><span>Plies</span><input type="number" min="0" max="400" value=${plies ?? ""}
        placeholder="all" onChange=${(event) => go({ plies: event.target.value })} /></label>
    <//>
    <${Problem} ...${{ error, retry }} />
    ${waiting && html`<p class="note">Counting …</p>`}
    ${answer && html`<div class="stack ${waiting ? "is-old" : ""}">
      <${Totals} answer=${answer} />
      <${Games} answer=${answer} />
      <${Layers} answer=${answer} />
      ${!plies && html`<${Solution} key=${answer.game} census=${answer} ...${{ address, go }} />`}
    </div>`}
  <//>`;
}

const TOTALS = { positions: "positions", "up to symmetry": "classes", finished: "finished", games: "games",
  "nodes of the tree": "nodes" };

const Totals = ({ answer }) => html`<dl class="card counters totals">${Object.entries(TOTALS).map(([title, name]) =>
  html`<div><dt>${title}</dt><dd>${count(answer[name])}</dd></div>`)}</dl>`;

function Games({ answer }) {
  const share = (number) => (answer.games ? (100 * number) / answer.games : 0);
  const parts = [
    ["v-win", "won by the first player", answer.won_by_first],
    ["v-draw", "drawn", answer.drawn],
    ["v-loss", "won by the second", answer.won_by_second],
  ];
  return html`<figure class="card">
    <figcaption><h2>How games end</h2></figcaption>
    <${Bar} pieces=${parts.map(([kind, , number]) => [kind, share(number)])} />
    <ul class="legend">${parts.map(([kind, title, number]) => html`<li><${Swatch} kind=${kind} /> ${title}: ${" "}
      <b>${count(number)}</b> <span class="soft">(${share(number).toFixed(1)} %)</span></li>`)}</ul>
  </figure>`;
}

// The largest row is as wide as there is room.
function bars(layers, kinds) {
  const most = Math.max(...layers.map((layer) => kinds.reduce((sum, [, name]) => sum + layer[name], 0)), 1);
  return (layer) => html`<${Bar} pieces=${kinds.map(([kind, name]) => [kind, (100 * layer[name]) / most])} />`;
}

function Layers({ answer }) {
  const kinds = [["v-win", "unfinished"], ["v-draw", "finished"]];
  const bar = bars(answer.layers, kinds);
  const rows = answer.layers.map((layer) => [layer.ply, count(layer.positions), bar(layer), ...["classes",
    "unfinished", "finished", "games"].map((name) => count(layer[name]))]);
  return html`<figure class="card">
    <figcaption><h2>By number of stones</h2></figcaption>
    <${Table} label="Counts by number of stones" rows=${rows} columns=${["#stones", "#positions", "=positions as a bar",
      "#up to symmetry", ...kinds, "#games that end here"]} />
  </figure>`;
}

// What the positions are worth; of a larger game, when it is asked for
function Solution({ census, address, go }) {
  const isWanted = census.positions <= AT_ONCE || address.solve === "1";
  const [{ done, progress }, setState] = useState({});
  const { error, retry } = useStream("solve", isWanted && { game: census.game }, () =>
    (name, data) => setState({ [name]: data }));
  if (error) return html`<${Problem} ...${{ error, retry }} />`;
  if (done) return html`<${Values} solution=${done} />`;
  return html`<div class="card stack"><h2>By value</h2>${isWanted
    ? html`<label>Solving every position <progress max="1" value=${progress?.progress}></progress></label>`
    : html`<div><button onClick=${() => go({ solve: "1" })}>Solve all ${count(census.positions)} positions</button></div>`}</div>`;
}

function Values({ solution }) {
  const layers = [...solution.layers].sort((one, other) => one.ply - other.ply);
  const kinds = [["v-win", "won"], ["v-draw", "drawn"], ["v-loss", "lost"]];
  const bar = bars(layers, kinds);
  const rows = layers.map((layer) => [layer.ply, ...kinds.map(([, name]) => count(layer[name])), bar(layer)]);
  return html`<figure class="card">
    <figcaption><h2>By value</h2>
      <p class="note">Unfinished positions, by what they are worth to the side to move. The empty board: ${" "}
        <${Badge} value=${solution.value} hidden /> ${valueWords(solution.value)}.</p></figcaption>
    <${Table} label="Counts by value" rows=${rows} columns=${["#stones", ...kinds, "=values as a bar"]} />
  </figure>`;
}
