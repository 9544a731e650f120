// A search's trace. Each visit remembers at which step (after which event) something happened to
// it, so that looking back needs no replay.

import { useStream } from "./lab.mjs";
import { useState } from "./ui.mjs";

const LIMIT = 5000; // events
const SETTLED = ["finished", "remembered", "guess"];
const KNOWN = ["score", "proof", "visits", "outcome"];

class Recording {
  start = null;
  done = null;
  events = [];
  visits = new Map();
  roots = [];
  counts = [{ enter: 0, cut: 0, remembered: 0 }];
  keepsWindow = false;

  get length() {
    return this.events.length;
  }

  add(event) {
    const step = this.events.push(event);
    const { event: kind, node, alpha, beta } = event;
    const counts = this.counts.at(-1);
    this.counts.push({ ...counts, [kind]: (counts[kind] ?? 0) + 1 });
    this.keepsWindow ||= (alpha ?? beta) !== undefined;
    if (kind === "enter") this.#enter(event, step);
    else if (this.visits.has(node)) this.#happen(this.visits.get(node), event, step);
  }

  #enter({ node, parent, level, position, stones, move, alpha = -Infinity, beta = Infinity }, step) {
    const above = this.visits.get(parent) ?? null;
    const visit = {
      number: node, level, above, position, stones, move, entered: step, children: [], below: 1,
      cut: Infinity, settled: null, scores: [], windows: [{ step, alpha, beta }],
    };
    this.visits.set(node, visit);
    (above ? above.children : this.roots).push(visit);
    for (let up = above; up; up = up.above) up.below += 1;
  }

  #happen(visit, event, step) {
    const { event: kind, score } = event;
    if (kind === "cut") visit.cut = step;
    if (SETTLED.includes(kind)) visit.settled = { step, kind };
    const isOfChild = kind === "result" && score !== undefined;
    if (!isOfChild && KNOWN.some((name) => name in event)) visit.scores.push({ step, event });
    if (kind === "best") {
      const { alpha, beta } = visit.windows.at(-1);
      visit.windows.push({ step, alpha: Math.max(alpha, score), beta });
    }
  }

  // Searches that negate score for the side to move; shown are the scores of who moves at the root.
  sign(level) {
    return this.negates && level % 2 ? -1 : 1;
  }

  at(step) {
    const visit = step ? this.visits.get(this.events[step - 1].node) : null;
    const path = [];
    for (let up = visit; up; up = up.above) path.unshift(up);
    let window = null;
    if (visit) {
      const { alpha, beta } = before(visit.windows, step);
      window = this.sign(visit.level) > 0 ? { alpha, beta } : { alpha: -beta, beta: -alpha };
    }
    return { step, visit, path, counts: this.counts[step], window };
  }

  known(visit, step) {
    const event = before(visit.scores, step)?.event ?? {};
    return {
      text: this.words(event),
      score: event.score === undefined ? null : event.score * this.sign(visit.level),
      visits: event.visits,
      isCut: visit.cut <= step,
      settled: visit.settled?.step <= step ? visit.settled.kind : null,
    };
  }

  words({ level, score, proof, disproof, outcome, visits, mean }) {
    const sign = this.sign(level);
    if (score !== undefined) return signed(score * sign);
    if (proof === 0) return "proved";
    if (disproof === 0) return "disproved";
    if (proof !== undefined) return `${proof} : ${disproof}`;
    if (outcome !== undefined) return ["lost", "drawn", "won"][outcome * sign + 1];
    // A mean is that of the one whose move led here.
    return visits === undefined ? "" : signed(Number((-mean * sign).toFixed(2)) || 0);
  }
}

const before = (list, step) => list.findLast((one) => one.step <= step);

export function signed(score) {
  const size = Math.abs(score) === Infinity ? "∞" : Math.abs(score);
  return score > 0 ? `+${size}` : score < 0 ? `−${size}` : "0";
}

export function useTrace(params, negates) {
  const [state, set] = useState({ recording: new Recording() });
  const begin = () => {
    const recording = Object.assign(new Recording(), { negates });
    let frame = 0;
    return (name, data) => {
      if (name === "event") recording.add(data);
      else recording[name] = data; // start, done
      frame ||= requestAnimationFrame(() => { frame = 0; set({ recording }); });
    };
  };
  return { ...state, ...useStream("trace", params && { ...params, limit: LIMIT }, begin) };
}
