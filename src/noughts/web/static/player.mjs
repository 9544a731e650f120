// The clock of the stepper.

import { useEffect, useRef, useState } from "./ui.mjs";

export const SPEEDS = [1, 2, 5, 10, 30, 100, 300]; // events a second

export function usePlayer(length, first, onRest) {
  const [step, setStep] = useState(first);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const exact = useRef(first);

  const go = (to) => {
    exact.current = Math.max(0, Math.min(length, to));
    setStep(Math.floor(exact.current));
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    let [frame, last] = [0, performance.now()];
    const tick = (now) => {
      exact.current = Math.min(length, exact.current + ((now - last) * speed) / 1000);
      last = now;
      setStep(Math.floor(exact.current));
      if (exact.current >= length) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, length]);
  // Where the steps come to rest is worth saying and worth keeping in the address.
  useEffect(() => {
    if (isPlaying) return undefined;
    const id = setTimeout(() => onRest(step), 250);
    return () => clearTimeout(id);
  }, [step, isPlaying]);

  return {
    step: Math.min(step, length), isPlaying, speed, setSpeed,
    go: (to) => { setPlaying(false); go(to); },
    toggle: () => {
      if (!isPlaying && exact.current >= length) go(0);
      setPlaying(!isPlaying && length > 0);
    },
  };
}
