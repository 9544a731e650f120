// The questions of the page, and what is remembered of the answers.
import { query } from "./address.mjs";

export class ApiError extends Error {
  constructor(message, complaints = [], status = 0) {
    super(message);
    Object.assign(this, { complaints, status });
  }
}

const isAborted = (error) => error?.name === "AbortError";

const LONGEST_ADDRESS = 1500;

const addressOf = (path, params = {}) => `/api/${path}?${query(params)}`;

export async function send(path, params, { signal, post } = {}) {
  const address = addressOf(path, params);
  const posted = {
    method: "POST", signal, body: JSON.stringify(params), headers: { "Content-Type": "application/json" },
  };
  let response;
  try {
    response = await (post || address.length > LONGEST_ADDRESS
      ? fetch(`/api/${path}`, posted) : fetch(address, { signal }));
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError("The laboratory does not answer: is `noughts web` still running?");
  }
  if (response.ok) return response;
  const { error, complaints } = await response.json().catch(() => ({}));
  throw new ApiError(error || `The laboratory answered ${response.status}`, complaints, response.status);
}

const cutOff = (error) => {
  throw isAborted(error) ? error : new ApiError("The answer was cut off");
};

export async function ask(path, params = {}, options = {}) {
  const response = await send(path, params, options);
  return response.json().catch(cutOff);
}

// A question answered by events: onEvent(name, data) for each
export async function stream(path, params, { onEvent, signal }) {
  const response = await send(path, params, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, last] = ["", ""];
  for (;;) {
    const { value, done } = await reader.read().catch(cutOff);
    if (done && last !== "done") cutOff();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) last = emit(block, onEvent) ?? last;
  }
}

function emit(block, onEvent) {
  const [, name, text] = /^event: (.*)\ndata: (.*)$/m.exec(block) ?? [];
  if (!name) return null;  // a sign of life
  const data = JSON.parse(text);
  if (name === "error") throw new ApiError(data.error, data.complaints);
  onEvent(name, data);
  return name;
}

const remembered = new Map();
const MOST_REMEMBERED = 600;

export const known = (path, params = {}) => remembered.get(addressOf(path, params));

export function remember(path, params, answer) {
  remembered.set(addressOf(path, params), answer);
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value);
  return answer;
}

export const askOnce = async (path, params = {}, options = {}) =>
  known(path, params) ?? remember(path, params, await ask(path, params, options));
