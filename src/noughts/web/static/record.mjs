// The game being played: the moves of the address, and the computer.
import { useRef, useTask } from "./ui.mjs";
import { ApiError, ask, askOnce, known, remember } from "./api.mjs";

export const SPEEDS = { slow: 1600, steady: 800, fast: 250 };
const BREATH = 160;  // before an answer, so that one sees which stone is new

// Who plays. In a position that was set up one plays the side to move.
export function settingsOf(address, first) {
  const mode = ["people", "watch"].includes(address.mode) ? address.mode : "computer";
  const given = first?.board.stones.some(Boolean) ? first.to_move : "X";
  const you = ["X", "O"].includes(address.you) ? address.you : given;
  const X = address.level || "perfect";
  const levels = { X, O: (mode === "watch" && address.other) || X };
  return { mode, you, levels, isPerson: (side) => mode === "people" || (mode === "computer" && side === you) };
}

function movesOf(address) {
  const moves = (address.moves || "").split(",").filter(Boolean);
  const start = address.start ?? (moves.length ? "" : address.position ?? "");
  const wanted = address.at == null ? moves.length : Number.parseInt(address.at, 10) || 0;
  return { game: address.game, moves, start, at: Math.max(0, Math.min(moves.length, wanted)) };
}

const nextOf = (report, move) => report.moves.find((one) => one.move === move)?.after;

// As far as the answers are at hand
function walkKnown({ game, start, moves }) {
  const reports = [];
  for (let position = start; position != null && reports.length <= moves.length;) {
    const report = known("board", { game, position });
    if (!report) break;
    position = nextOf(report, moves[reports.length]);
    reports.push(report);
  }
  return reports;
}

async function walk({ game, start, moves }, signal) {
  let report = await askOnce("board", { game, position: start }, { signal });
  for (const [i, move] of moves.entries()) {
    const position = nextOf(report, move);
    if (position == null) throw new ApiError(`Move ${i + 1} of the address, ${move}, is not possible there`, [], 400);
    report = await askOnce("board", { game, position }, { signal });
  }
}

// report is that of the position shown, once it is known.
export function useRecord(address) {
  const asked = movesOf(address);
  const { game, start, moves, at } = asked;
  const key = JSON.stringify([game, start, moves]);
  const kept = useRef({});
  const isAll = kept.current.key === key && kept.current.reports.length > moves.length;
  const reports = isAll ? kept.current.reports : walkKnown(asked);
  kept.current = { key, reports };
  const { error, retry } = useTask(reports.length <= moves.length && key, (signal) => walk(asked, signal));
  return { ...asked, reports, report: reports[at], error, retry };
}

// Asks the computer for a move when it is its turn; a change of anything drops the question.
export function useComputer({ game, moves, at, report }, settings, { running, speed, onMove }) {
  const side = report?.to_move;
  const isWanted = !!report && !report.over && at === moves.length && !settings.isPerson(side)
    && (settings.mode !== "watch" || running);
  const level = settings.levels[side];
  const latest = useRef();
  latest.current = onMove;
  const { error, retry } = useTask(
    isWanted && JSON.stringify([game, report.position, moves.length, level]),
    async (signal) => {
      const pause = new Promise((done) => setTimeout(done, settings.mode === "watch" ? SPEEDS[speed] : BREATH));
      const answer = await ask("move", { game, position: report.position, level }, { signal });
      await pause;
      if (signal.aborted) return;
      remember("board", { game, position: answer.after }, answer.next);
      latest.current(answer);
    },
  );
  return { thinking: isWanted && !error, error, retry };
}
