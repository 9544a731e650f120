// Compare: the same position, every search; and how the cost grows with the board.

import { Bar, count, duration, Lab, Table, TextForm, useAnswer, Where } from "./lab.mjs";
import { searchOf, useCatalogue } from "./setup.mjs";
import { Badge, html, Link, Problem, valueWords } from "./ui.mjs";

const BOARDS = "2x2,3x2:2,3x3,4x3:3";

const worth = (value) => html`<${Badge} value=${value} hidden /> ${valueWords(value)}`;

// A bar that grows by tenfolds: costs differ by so much.
function bar(nodes, largest, isWhole) {
  const parts = nodes ? Math.max((100 * Math.log10(nodes)) / Math.max(Math.log10(largest), 1), 1.5) : 0;
  return html`<${Bar} pieces=${[[isWhole ? "v-win" : "open", parts]]} />`;
}

const Answered = ({ error, waiting, retry, children }) => html`<${Problem} ...${{ error, retry }} />
  ${waiting && html`<p class="note">The searches run …</p>`}<div class=${waiting && "is-old"}>${children}</div>`;

export default function Compare({ address, go }) {
  const { game, position = "" } = address;
  const { found } = useCatalogue();
  const { answer, ...task } = useAnswer("compare", { game, position }, "All searches have run.");
  return html`<${Lab} title="Compare" lede="One position, every search. All that finish agree on the value; what
      differs is how many nodes they visit on the way.">
    <${Where} ...${{ address, go, position }} />
    <${Answered} ...${task}>${answer && html`<${Searches} ...${{ answer, address, go, found }} />`}<//>
    <${Growth} ...${{ address, go, found }} />
  <//>`;
}

function Searches({ answer, address, go, found }) {
  const largest = Math.max(answer.minimax_nodes ?? 0, ...answer.searches.map((run) => run.nodes));
  const watch = ({ search }) => searchOf(found, search).traced && html`<${Link} ...${{ address, go }} changes=${{
    view: "stepper", position: answer.position, search, beside: search === "minimax" ? "alphabeta" : "minimax",
  }}>watch<span class="spoken"> ${search}</span><//>`;
  const rows = answer.searches.map((run) => [
    run.search,
    run.finished ? worth(run.value) : html`<span class="soft">not finished</span>`,
    run.move ?? "–",
    `${count(run.nodes)}${run.finished ? "" : "+"}`,
    bar(run.nodes, largest, run.finished),
    run.ratio === null ? "–" : percent(run.ratio),
    count(run.cutoffs),
    count(run.hits),
    duration(run.seconds),
    watch(run),
  ]);
  return html`<figure class="card searches">
    <figcaption>
      <h2>${answer.game}: <code>${answer.position}</code></h2>
      <p class="note">Bars grow by tenfolds; an outlined bar did not finish in ${answer.budget} s.
        ${answer.minimax_nodes !== null && ` The whole tree has ${count(answer.minimax_nodes)} nodes.`}</p>
    </figcaption>
    <${Table} label="Table of searches" rows=${rows} columns=${["search", "value", "move", "#nodes", "=nodes as a bar",
      "#of minimax", "#cuts", "#hits", "#time", "stepper"]} />
  </figure>`;
}

const percent = (ratio) => `${ratio >= 0.995 ? Math.round(100 * ratio) : Number((100 * ratio).toPrecision(2))} %`;

function Growth({ address, go, found }) {
  const { boards } = address;
  const { answer, ...task } = useAnswer("growth", boards && found
    && { games: boards, searches: found.growing.join() }, "The costs are there.");
  return html`<section aria-labelledby="growth-title" class="growth stack">
    <h2 id="growth-title">How the cost grows with the board</h2>
    <p class="note">The same searches from the empty board of several games.</p>
    <${TextForm} label="Games" button="Run" text=${boards ?? BOARDS} onSend=${(text) => go({ boards: text || BOARDS })} />
    <${Answered} ...${task}>${answer && html`<${Costs} answer=${answer} />`}<//>
  </section>`;
}

function Costs({ answer }) {
  const largest = Math.max(...answer.costs.map((cost) => cost.nodes ?? 0));
  const rows = answer.costs.map((cost) => [
    cost.game,
    cost.search,
    count(cost.nodes),
    bar(cost.nodes, largest, cost.finished),
    `${cost.extrapolated ? "about " : ""}${duration(cost.seconds)}`,
    cost.value ? worth(cost.value)
      : html`<span class="soft">${cost.extrapolated ? "counted, not walked" : cost.note}</span>`,
  ]);
  return html`<div class="card">
    <${Table} label="Table of costs" rows=${rows} columns=${["game", "search", "#nodes", "=nodes as a bar", "#time", "value"]} />
    <p class="note">An outlined bar is counted, not walked; its time is worked out from the nodes of the
      first ${answer.budget} s.</p>
  </div>`;
}
