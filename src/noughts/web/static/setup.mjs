// Which game, and who plays: the form beside the board.
import { html, useEffect, useState, useTask, sentence, PLAIN, Said } from "./ui.mjs";
import { ask, askOnce, known } from "./api.mjs";

const OTHER = "other";

export const useCatalogue = () => ({ ...useTask("games", () => askOnce("games")), found: known("games") });

export const searchOf = (found, name) => found?.searches.find((one) => one.name === name) ?? {};

export function Choice({ label, value, options, onChange, wide }) {
  return html`<label class="field ${wide ? "wide" : ""}"><span>${label}</span>
    <select value=${value} onChange=${(event) => onChange(event.target.value)}>
      ${options.map(([key, words = key]) => html`<option key=${key} value=${key}>${words}</option>`)}
    </select></label>`;
}

// A game of the catalogue, or any size typed in
export function GameField({ game, onChoose }) {
  const { found } = useCatalogue();
  const games = found?.games ?? [];
  const listed = games.find((one) => one.spec === game);
  const [isTyping, setTyping] = useState(false);
  const [typedText, setText] = useState(null);
  const [problem, setProblem] = useState("");
  const isOther = isTyping || (!!found && !listed);
  const text = typedText ?? (isTyping ? "" : game);
  useEffect(() => { setTyping(false); setProblem(""); setText(null); }, [game]);
  const choose = (value) => {
    setTyping(value === OTHER);
    if (value !== OTHER) onChoose(value);
  };
  const typed = async (event) => {
    event.preventDefault();
    try {
      const { ok, complaints, report } = await ask("lint", { game: text.trim() });
      setProblem(complaints.map(sentence).join(" "));
      if (!ok) return;
      setTyping(false);
      onChoose(report.game);
    } catch (error) {
      setProblem(sentence(error.message));
    }
  };
  const titles = games.map(({ spec, name }) => [spec, name === spec ? spec : `${spec}  ${name}`]);
  return html`<div class="game-field wide">
    <${Choice} label="Game" value=${isOther ? OTHER : game} onChange=${choose}
      options=${[...(found ? titles : [[game]]), [OTHER, "Another size…"]]} />
    ${!isOther && listed && html`<p class="note">${sentence(listed.description)}</p>`}
    ${isOther && html`<form onSubmit=${typed}>
      <label class="field" for="game-text"><span>Size, such as 5x4:4, 6x6:5+misere or 3x3x3</span></label>
      <div class="beside"><input id="game-text" type="text" value=${text} onInput=${(event) => setText(event.target.value)}
        ...${PLAIN} aria-invalid=${!!problem} aria-describedby="game-problem" />
        <button>Set</button></div>
      <p id="game-problem" class="complaint">${problem}</p><${Said} words=${problem} />
    </form>`}
  </div>`;
}

const LEVELS = {
  perfect: "perfect", hard: "hard: sees 4 plies", medium: "medium: sees 2 plies", easy: "easy: sees 1 ply",
};
const MODES = { computer: "You and the computer", people: "Two people", watch: "Computer and computer" };
const SIDES = [["X"], ["O"]];

export function Setup({ game, first, settings, onGame, onFirst, onSettings }) {
  const { mode, you, levels } = settings;
  const level = (label, side, change, wide) => html`<${Choice} ...${{ label, wide }} value=${levels[side]}
    options=${Object.entries(LEVELS)} onChange=${(value) => onSettings(change(value))} />`;
  return html`<${GameField} game=${game} onChoose=${onGame} />
    <${Choice} label="Players" wide value=${mode} options=${Object.entries(MODES)}
      onChange=${(value) => onSettings({ mode: value === "computer" ? null : value })} />
    ${mode === "computer" && html`<${Choice} label="You play" value=${you} options=${SIDES} onChange=${(value) => onSettings({ you: value })} />`}
    <${Choice} label="First move" wide=${mode === "watch"} value=${first} options=${SIDES} onChange=${onFirst} />
    ${mode === "computer" && level("Level", "O", (value) => ({ level: value }), true)}
    ${mode === "watch" && level("X plays", "X", (value) => ({ level: value, other: levels.O }))}
    ${mode === "watch" && level("O plays", "O", (value) => ({ other: value }))}`;
}
