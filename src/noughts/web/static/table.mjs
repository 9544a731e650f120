// The table at which a game is played, and all that one can do there.
import { useEffect, useRef, useState, useTask, say, sentence } from "./ui.mjs";
import { ask, askOnce } from "./api.mjs";
import { settingsOf, useComputer, useRecord } from "./record.mjs";
import { useReview } from "./story.mjs";
import { useAnalysis } from "./truth.mjs";

// The report of the position shown; while it is on its way, the one before with the new stone.
function useShown({ report, reports, moves, at, game, start }) {
  const before = useRef({});
  if (report) {
    before.current = { report, game, start };
    return { report, last: lastCell(reports, at) };
  }
  const { report: old } = before.current;
  if (before.current.game !== game || before.current.start !== start) return {};
  const move = old.moves.find((one) => one.move === moves[at - 1]);
  return { report: old, pending: move && { cell: move.cell, mark: old.to_move } };
}

function lastCell(reports, at) {
  const before = reports[at - 1];
  return before ? reports[at].board.stones.findIndex((stone, cell) => stone && !before.board.stones[cell]) : null;
}

// Undo and redo go to where a person is to move; redo at the last to the end.
function steps({ at, moves, reports }, { mode, isPerson }) {
  const stops = moves.map((_, ply) => ply).filter((ply) => mode === "watch" || isPerson(reports[ply]?.to_move));
  const on = stops.find((ply) => ply > at) ?? (at < moves.length ? moves.length : null);
  return { back: stops.filter((ply) => ply < at).at(-1) ?? null, on };
}

// Says each move and each result once, as it comes.
function useVoice({ report, moves, at, reports }) {
  const before = useRef(null);
  useEffect(() => {
    if (!report) return;
    const old = before.current;
    before.current = { position: report.position, at };
    if (!old || old.position === report.position) return;
    const played = at === moves.length && at === old.at + 1;
    const words = played ? `${reports[at - 1].to_move} plays ${moves[at - 1]}. ` : at ? `After move ${at}. ` : "";
    say(words + sentence(report.sentence));
  }, [report, at]);
}

// Where the truth is out of reach a hint is the computer's own move: a guess.
function useGuess(game, position, wanted) {
  const [guess, set] = useState(null);
  useTask(wanted && JSON.stringify([game, position]), async (signal) => {
    set({ ...await ask("move", { game, position, level: "perfect" }, { signal }), of: position });
  });
  return wanted && guess?.of === position ? guess : null;
}

function useQuestions({ game, report }, isTruth) {
  const [hinted, setHinted] = useState(null);
  const position = report?.position;
  const wantsHint = position != null && hinted === position;
  const truth = useAnalysis(game, position, !!position && !report.over && (isTruth || wantsHint));
  const isOpen = wantsHint && !!truth.analysis && !truth.analysis.moves.some((move) => move.best);
  const guess = useGuess(game, position, isOpen);
  return { isTruth, wantsHint, truth, guess, hint: () => setHinted(wantsHint ? null : position) };
}

export function useTable(address, go) {
  const record = useRecord(address);
  const { game, start, moves, at, reports } = record;
  const settings = settingsOf(address, reports[0]);
  const shown = useShown(record);
  const questions = useQuestions(record, address.truth === "1");
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState("steady");
  const [valued, setValued] = useState(false);
  const over = !!reports[moves.length]?.over;
  const story = useReview(record, moves.length > 0 && (over || questions.isTruth || valued));
  useVoice(record);
  useEffect(() => { setValued(false); }, [game, start, moves.length === 0]);

  const keep = (list, to) => ({
    start: start || null, moves: list.join(",") || null, at: to === list.length ? null : String(to),
    position: list.length || start ? reports[to]?.position : null,
  });
  const show = (to) => { setRunning(false); go(keep(moves, to), { replace: true }); };
  const add = (move) => go(
    { start: start || null, moves: [...moves.slice(0, at), move.move].join(","), at: null, position: move.after },
    { replace: true },
  );
  const computer = useComputer(record, settings, { running, speed, onMove: add });
  const myTurn = !!record.report && !record.report.over && settings.isPerson(record.report.to_move);
  const { back, on } = steps(record, settings);

  // A new game begins where this one did; asked for again, with the empty board.
  const fresh = (changes = {}) => {
    const isPlaced = moves.length === 0 && reports[0]?.board.stones.some(Boolean);
    const from = isPlaced ? null : start || null;
    setRunning((changes.mode || settings.mode) === "watch");
    go({ moves: null, at: null, start: from, position: from, ...changes });
  };
  const actions = {
    play: (move) => { if (myTurn && move) add(move); },
    show, fresh,
    undo: back == null ? null : () => show(back),
    redo: on == null ? null : () => show(on),
    hint: myTurn ? questions.hint : null,
    switchTruth: () => go({ truth: questions.isTruth ? null : "1" }, { replace: true }),
    resume: () => go(keep(moves.slice(0, at), at), { replace: true }),
    showValues: () => setValued(true),
    run: () => { show(moves.length); setRunning(!running); },
    setSpeed,
    setFirst: async (first) => {
      const found = first === "X" ? null : await askOnce("board", { game, to_move: first });
      fresh({ start: found?.position, position: found?.position });
    },
    setPlayers: (changes) => {
      if ("mode" in changes) setRunning(changes.mode === "watch");
      go(changes, { replace: true });
    },
    bringIn: ({ game: spec, first, start: from, moves: list, position }) => {
      const isPlain = first === "X" && !/[XO]/.test(from);
      go({ game: spec, start: isPlain ? null : from, moves: list.join(","), at: null, position, mode: "people" });
    },
  };
  return { record, settings, shown, questions, story, computer, over, myTurn, running: running && !over, speed, actions };
}
