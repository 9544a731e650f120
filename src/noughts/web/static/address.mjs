// The address holds all that is shown, so that a link restores it.

const DEFAULTS = { view: "play", game: "3x3" };

// What stays from one view to another
const SHARED = ["game", "position", "start", "moves", "at", "mode", "you", "level", "other", "truth"];

const isGiven = ([, value]) => value != null && value !== "";

export const query = (params) => String(new URLSearchParams(Object.entries(params).filter(isGiven)));

export const read = () => ({ ...DEFAULTS, ...Object.fromEntries(new URLSearchParams(location.search)) });

export function write(address) {
  const text = query(Object.fromEntries(Object.entries(address).filter(([name, value]) => value !== DEFAULTS[name])));
  return text ? `/?${text}` : "/";
}

// A new position or game leaves the old record behind.
export function changed(address, changes) {
  const kept = { ...address };
  const drop = (names) => names.forEach((name) => delete kept[name]);
  if ("view" in changes && changes.view !== address.view) drop(Object.keys(kept).filter((name) => !SHARED.includes(name)));
  if (("position" in changes || "game" in changes) && !("moves" in changes)) drop(["start", "moves", "at"]);
  if ("game" in changes && !("moves" in changes)) drop(["position"]);
  return { ...DEFAULTS, ...Object.fromEntries(new URLSearchParams(query({ ...kept, ...changes }))) };
}
