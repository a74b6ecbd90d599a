/**
 * Virtual time. Every timer of the process, `Date`, `performance.now` and all chance come from one queue by time and order, so a
 * payment of two minutes takes some milliseconds and runs the same way each time. Tasks belong to a group: a group that is dead, such
 * as a killed till, runs nothing any more.
 */
import crypto, { webcrypto } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { drawIdsFrom } from '../../main/world/ids.ts';
import { createRandom } from './random.ts';

export interface Group {
  readonly name: string;
  isAlive: boolean;
}

interface Entry {
  at: number;
  order: number;
  readonly group: Group;
  readonly run: () => void;
  readonly every: number | null;
  isCancelled: boolean;
}

const realImmediate = setImmediate;
const RealDate = Date;
/** Real milliseconds, for figures about the simulation itself. */
export const realNow: () => number = performance.now.bind(performance);

/** Monday, 4 January 2027, 09:00 UTC. */
export const BEGINNING = RealDate.UTC(2027, 0, 4, 9);

const state = { now: 0, order: 0, queue: [] as Entry[], group: { name: 'outside', isAlive: true } as Group };

export const group = (name: string): Group => ({ name, isAlive: true });
/** Virtual milliseconds since the beginning of the run. */
export const now = (): number => state.now;

/** Begins again: an empty queue at the beginning of time, and the chance of this seed. */
export function restart(seed: number): void {
  Object.assign(state, { now: 0, order: 0, queue: [] });
  const random = createRandom(seed);
  Math.random = random.next;
  const fill = <T extends ArrayBufferView | null>(array: T): T => {
    if (!array) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.between(0, 255);
    return array;
  };
  webcrypto.getRandomValues = fill as typeof webcrypto.getRandomValues;
  crypto.randomInt = ((least: number, most?: number) =>
    most === undefined ? random.between(0, least - 1) : random.between(least, most - 1)) as typeof crypto.randomInt;
  syncBuiltinESMExports();
  drawIdsFrom(count => fill(new Uint8Array(count)));
}

/** Runs `work` after `delay` ms, in the group that is named, else in the current one. */
export function after(delay: number, work: () => void, of: Group = state.group, every: number | null = null): Entry {
  const entry = {
    at: state.now + Math.max(0, delay),
    order: state.order++,
    group: of,
    run: work,
    every,
    isCancelled: false,
  };
  push(entry);
  return entry;
}

/** Resolves after `delay` ms, in the current group. */
export const pause = (delay: number): Promise<void> => new Promise(resolve => after(delay, resolve));

/** Tasks for which one turn of the real event loop is enough: it asks the system for news, which costs more than most tasks. */
const TASKS_PER_TURN = 64;

/** Runs tasks until `isDone`, or until nothing is left to do. False: it was not done within `most` virtual ms. */
export function runUntil(isDone: () => boolean, most: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void) => {
      isOver = true;
      settle();
    };
    // Everything that follows from a task without waiting, follows before the next: between two immediates promises are settled.
    const step = () => {
      if (isOver) return;
      if (isDone()) return end(() => resolve(true));
      try {
        if (!runNext(most)) end(() => resolve(false));
      } catch (error) {
        end(() => reject(error));
      }
    };
    const turn = () => {
      if (isOver) return;
      for (let tasks = 1; tasks < TASKS_PER_TURN; tasks++) realImmediate(step);
      realImmediate(turn);
      step();
    };
    realImmediate(turn);
  });
}

/** Runs the next task that nobody has cancelled. False: there is none until `most`. */
function runNext(most: number): boolean {
  for (;;) {
    const entry = pop();
    if (!entry || entry.at > most) return false;
    if (entry.isCancelled || !entry.group.isAlive) continue;
    state.now = Math.max(state.now, entry.at);
    state.group = entry.group;
    entry.run();
    if (entry.every !== null && !entry.isCancelled) {
      entry.at = state.now + Math.max(1, entry.every);
      entry.order = state.order++;
      push(entry);
    }
    return true;
  }
}

/* The queue: a binary heap. */

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function push(entry: Entry): void {
  const { queue } = state;
  let at = queue.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(entry, queue[parent]!)) break;
    queue[at] = queue[parent]!;
    at = parent;
  }
  queue[at] = entry;
}

function pop(): Entry | undefined {
  const { queue } = state;
  const [first] = queue;
  const last = queue.pop();
  if (!last || queue.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= queue.length) break;
    if (child + 1 < queue.length && isBefore(queue[child + 1]!, queue[child]!)) child++;
    if (!isBefore(queue[child]!, last)) break;
    queue[at] = queue[child]!;
    at = child;
  }
  queue[at] = last;
  return first;
}

/** Stands in for a timer of the system. */

class VirtualTimer {
  #entry: Entry;
  readonly #delay: number;

  constructor(delay: number, work: () => void, every: number | null) {
    this.#delay = delay;
    this.#entry = after(delay, work, state.group, every);
  }

  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh() {
    const { group: of, run, every } = this.#entry;
    this.cancel();
    this.#entry = after(this.#delay, run, of, every);
    return this;
  }
  cancel() {
    this.#entry.isCancelled = true;
  }
  close = () => this.cancel();
  [Symbol.dispose]() {
    this.cancel();
  }
}

type Work = (...args: unknown[]) => void;

const virtualTimers = {
  setTimeout: (work: Work, delay = 1, ...args: unknown[]) =>
    new VirtualTimer(Math.max(1, delay || 1), () => work(...args), null),
  setInterval: (work: Work, delay = 1, ...args: unknown[]) => new VirtualTimer(delay, () => work(...args), delay),
  setImmediate: (work: Work, ...args: unknown[]) => new VirtualTimer(0, () => work(...args), null),
  clearTimeout: cancel,
  clearInterval: cancel,
  clearImmediate: cancel,
};

function cancel(timer?: VirtualTimer): void {
  timer?.cancel?.();
}

function pausing<T>(delay = 1, value?: T, { signal }: { readonly signal?: AbortSignal } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer.cancel();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = new VirtualTimer(
      delay,
      () => {
        signal?.removeEventListener('abort', abort);
        resolve(value as T);
      },
      null,
    );
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function timedOut(ms: number): AbortSignal {
  const aborter = new AbortController();
  after(ms, () => aborter.abort(new DOMException('The operation timed out', 'TimeoutError')));
  return aborter.signal;
}

class VirtualDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [BEGINNING + state.now] : given) as [number]));
  }
  static override now = () => Math.floor(BEGINNING + state.now);
}

/** From now on this process lives in virtual time. */
export function install(): void {
  Object.assign(globalThis, virtualTimers, { Date: VirtualDate });
  Object.assign(timers, virtualTimers);
  Object.assign(promises, {
    setTimeout: pausing,
    setImmediate: (value?: unknown, options?: object) => pausing(0, value, options),
  });
  performance.now = () => state.now;
  AbortSignal.timeout = timedOut;
  syncBuiltinESMExports();
}
