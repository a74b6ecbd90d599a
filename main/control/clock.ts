/** A clock that can be set and moved by hand, so that the ends of tokens, codes and days can be had at once. */
import type { Clock } from '../world/clock.ts';

export interface ControlledClock extends Clock {
  /** How far it is ahead of the clock below, ms; negative when behind. */
  offset(): number;
  /** Moves it, ms; it goes on running from there. */
  move(by: number): void;
  /** Back to the clock below. */
  release(): void;
  onMoved(listener: () => void): void;
}

export function controlledClock(below: Clock): ControlledClock {
  let offset = 0;
  let passed = 0;
  const listeners = new Set<() => void>();
  function set(value: number) {
    offset = value;
    for (const listener of listeners) listener();
  }
  return {
    now: () => below.now() + offset,
    elapsed: () => below.elapsed() + passed,
    offset: () => offset,
    move(by) {
      // Moved on by hand, time has passed; it never goes back.
      passed += Math.max(0, by);
      set(offset + by);
    },
    release: () => set(0),
    onMoved: listener => void listeners.add(listener),
  };
}
