// The stepper: one search or two, event by event, forwards and backwards.

import { Lane, narration } from "./lane.mjs";
import { count, Lab, Where } from "./lab.mjs";
import { SPEEDS, usePlayer } from "./player.mjs";
import { useTrace } from "./recording.mjs";
import { Choice, searchOf, useCatalogue } from "./setup.mjs";
import { html, Problem, say, useKeys } from "./ui.mjs";

const NONE = "none";
const EXAMPLE = "XXO O.. O.X"; // which the lessons work through

export default function Stepper({ address, go }) {
  const { found: catalogue, error, retry } = useCatalogue();
  const { game, search: first = "minimax", beside = "alphabeta", scale = "ten" } = address;
  const { position = game === "3x3" ? EXAMPLE : "" } = address;
  const asked = { game, position, first, beside, scale };
  return html`<${Lab} title="Stepper" lede="Watch a search think, event by event; two of them run side by side.">
    <${Where} ...${{ address, go, position }} reset=${{ step: null }}>
      ${catalogue && html`<${Choices} ...${{ asked, catalogue, go }} />`}<//>
    <${Problem} ...${{ error, retry }} />
    ${catalogue && html`<${Bench} key=${JSON.stringify(asked)} ...${{ asked, catalogue, address, go }} />`}
  <//>`;
}

function Choices({ asked, catalogue, go }) {
  const field = (label, name, value, options) => html`<${Choice} ...${{ label, value, options }}
    onChange=${(chosen) => go({ [name]: chosen, step: null })} />`;
  const traced = catalogue.searches.filter(({ traced }) => traced).map(({ name }) => [name]);
  return html`${field("Search", "search", asked.first, traced)}
    ${field("Beside it", "beside", asked.beside, [[NONE, "nothing"], ...traced])}
    ${[asked.first, asked.beside].some((name) => searchOf(catalogue, name).scaled)
      && field("Scale", "scale", asked.scale, catalogue.scales.map(({ name }) => [name]))}`;
}

// A scale only where there is one, and one that the search takes.
function useSearch({ game, position, scale }, search, catalogue) {
  const { scaled, scales, negates } = searchOf(catalogue, search);
  const taken = scaled && { scale: scales.includes(scale) ? scale : "depth" };
  return useTrace(search && { game, position, search, ...taken }, negates);
}

function Bench({ asked, catalogue, address, go }) {
  const isDouble = asked.beside !== NONE;
  const one = useSearch(asked, asked.first, catalogue);
  const two = useSearch(asked, isDouble && asked.beside, catalogue);
  const lanes = isDouble ? [one, two] : [one];
  const length = Math.max(...lanes.map((lane) => lane.recording.length));
  const wanted = Math.max(Number.parseInt(address.step, 10) || 0, 0);
  const player = usePlayer(length, wanted, (step) => {
    if (!length || step === wanted) return;
    go({ step: step || null }, { replace: true });
    const told = lanes.map((lane) => narration(lane.recording, step));
    say(step ? told.join(isDouble ? ` ${asked.beside}: ` : "") : "Before the search.");
  });
  useStepKeys(player);
  return html`<div class="stack">
    <${Transport} ...${{ player, length }} />
    <div class="lanes stack ${isDouble ? "two" : ""}">
      ${lanes.map((lane, index) => html`<${Lane} key=${index} ...${lane} step=${player.step}
        name=${index ? asked.beside : asked.first} jump=${player.go} ...${{ address, go }} />`)}
    </div>
    <p class="note"><kbd>→</kbd> steps, <kbd>←</kbd> goes back, <kbd>Space</kbd> plays and pauses. A line of
      the story can be clicked. Scores are those of the player who moves first here, at every level.</p>
  </div>`;
}

function Transport({ player, length }) {
  const { step, isPlaying } = player;
  const button = (label, icon, to) => html`<button aria-label=${label} title=${label}
    aria-disabled=${to === step || to < 0 || to > length} onClick=${() => player.go(to)}>
    <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${icon} /></svg></button>`;
  return html`<div class="card transport" role="group" aria-label="Steps">
    ${button("To the start", "M5 4v12M15 4l-8 6l8 6", 0)}
    ${button("Back", "M13 4l-8 6l8 6", step - 1)}
    <button class="main" onClick=${player.toggle} disabled=${!length}>${isPlaying ? "Pause" : "Play"}</button>
    ${button("Step", "M7 4l8 6l-8 6", step + 1)}
    ${button("To the end", "M15 4v12M5 4l8 6l-8 6", length)}
    <input class="scrub" type="range" min="0" max=${length} value=${step} aria-label="Step"
      aria-valuetext="step ${step} of ${length}" onInput=${(event) => player.go(Number(event.target.value))} />
    <span class="soft steps">${count(step)} / ${count(length)}</span>
    <label class="speed soft">Speed <select value=${player.speed} onChange=${(event) => player.setSpeed(Number(event.target.value))}>
      ${SPEEDS.map((speed) => html`<option value=${speed}>${speed} a second</option>`)}</select></label>
  </div>`;
}

// Arrows step and Space plays, unless the focus is on something that has these keys itself.
const useStepKeys = (player) => useKeys((event) => {
  const { key, target } = event;
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (target.closest(".growing-box") || (!by && (key !== " " || target.closest("button, a, summary")))) return;
  event.preventDefault();
  if (by) player.go(player.step + by);
  else player.toggle();
});
