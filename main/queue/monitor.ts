/** The state of the queue as the lights, the metrics and the limits see it. Read when something changed, and not more often. */
import type { QueueTarget, QueueView } from '../wire/events.ts';
import type { Clock } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { QueueReason, QueueTargetName } from '../world/queue.ts';
import type { QueueSetting } from '../world/targetSettings.ts';
import { nextLimitAt, reachedLimit, stopsSales, type Waiting } from './limits.ts';

export interface QueueMonitorParts {
  /** Address of a target as it is now; null where nothing is sent there. */
  address(target: QueueTargetName): string | null;
  readonly limits: QueueSetting;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  depth(target: QueueTargetName): Waiting & { readonly parked: number };
  condition(target: QueueTargetName): Condition;
  openCases(): number;
  currency(): string;
  listening(): boolean;
  publish(view: QueueView): void;
}

interface Condition {
  readonly state: QueueTarget['state'];
  readonly since: number;
  readonly nextTry: number | null;
  readonly reason: QueueReason | null;
}

export interface QueueMonitor {
  view(): QueueView;
  /** Something was added, confirmed, parked or closed, or a target changed its state. */
  changed(): void;
  /** Throws `queueFull` where so much waits that the shop has chosen to sell nothing more. */
  admit(): void;
  close(): void;
}

/** The shortest pause between two readings, in ms, and how many times the time of a reading it lasts. */
const PAUSE = 250;
const SHARE = 20;
/** Longest time that a timer of Node.js can wait, ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function createQueueMonitor(parts: QueueMonitorParts): QueueMonitor {
  const { clock, limits } = parts;
  const memory: Memory = { view: null, isStale: false, readAt: 0, pause: PAUSE, published: '', timer: null };
  const hasStops = stopsSales(limits);

  function read(): QueueView {
    const begun = clock.elapsed();
    const view = viewOf(parts);
    const now = clock.elapsed();
    Object.assign(memory, { view, isStale: false, readAt: now, pause: Math.max(PAUSE, SHARE * (now - begun)) });
    return view;
  }

  /** Hours pass without an event: the limits are looked at again, the tables only where they changed. */
  function current(): QueueView {
    if (memory.view === null || (memory.isStale && clock.elapsed() - memory.readAt >= memory.pause)) return read();
    memory.view = withLimits(memory.view, parts);
    return memory.view;
  }

  function publish(): void {
    memory.timer = null;
    if (!parts.listening()) return;
    const view = current();
    const text = JSON.stringify(view);
    if (text !== memory.published) parts.publish(view);
    memory.published = text;
    plan(view);
  }

  /** The next look of its own accord: what is not read yet, or the time at which a limit in hours is reached. */
  function plan(view: QueueView): void {
    const now = clock.now();
    const ahead = [view.targets.upstream, view.targets.office].flatMap(target =>
      target === null ? [] : (nextLimitAt(target, limits, now) ?? []),
    );
    const wait = memory.isStale ? memory.pause : Math.min(LONGEST_TIMER, ...ahead.map(at => at - now + 1));
    if (memory.isStale || ahead.length > 0) memory.timer ??= setTimeout(publish, wait).unref();
  }

  return {
    view: current,
    changed() {
      memory.isStale = true;
      if (!parts.listening()) return;
      if (memory.timer !== null) clearTimeout(memory.timer);
      const wait = Math.max(0, memory.readAt + memory.pause - clock.elapsed());
      memory.timer = setTimeout(publish, wait).unref();
    },
    admit() {
      if (!hasStops) return;
      const { upstream, office } = current().targets;
      const passed = [upstream, office].find(target => target?.limit?.passed);
      if (passed) throw new BridgeError('queueFull', `${passed.limit?.texts.en} (${passed.address})`);
    },
    close() {
      if (memory.timer !== null) clearTimeout(memory.timer);
    },
  };
}

interface Memory {
  view: QueueView | null;
  isStale: boolean;
  /** By `Clock.elapsed`. */
  readAt: number;
  pause: number;
  published: string;
  timer: NodeJS.Timeout | null;
}

function viewOf(parts: QueueMonitorParts): QueueView {
  const targets = { upstream: targetOf('upstream', parts), office: targetOf('office', parts) };
  const configured = [targets.upstream, targets.office].filter(target => target !== null);
  const oldest = configured.flatMap(target => target.oldest ?? []);
  const isDown = configured.some(({ state }) => state === 'down' || state === 'refused');
  return {
    upstream: configured.length === 0 ? 'none' : isDown ? 'down' : 'up',
    waiting: Math.max(0, ...configured.map(({ waiting }) => waiting)),
    parked: configured.reduce((sum, { parked }) => sum + parked, 0),
    oldest: oldest.length === 0 ? null : Math.min(...oldest),
    targets,
    cases: parts.openCases(),
  };
}

function targetOf(target: QueueTargetName, parts: QueueMonitorParts): QueueTarget | null {
  const address = parts.address(target);
  if (address === null) return null;
  const { state, since, nextTry, reason } = parts.condition(target);
  const depth = parts.depth(target);
  return {
    ...{ state, address, since, next_try: nextTry, reason: reason?.texts ?? null },
    ...depth,
    limit: reachedLimit(depth, parts.limits, parts.clock.now(), parts.currency()),
  };
}

function withLimits(view: QueueView, { limits, clock, currency }: QueueMonitorParts): QueueView {
  const checked = (target: QueueTarget | null) =>
    target && { ...target, limit: reachedLimit(target, limits, clock.now(), currency()) };
  return { ...view, targets: { upstream: checked(view.targets.upstream), office: checked(view.targets.office) } };
}
