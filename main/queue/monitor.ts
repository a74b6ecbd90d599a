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
  depth(target: QueueTargetName): Depth;
  /** The same by a thread, while others go on. */
  depthApart(target: QueueTargetName): Promise<Depth>;
  condition(target: QueueTargetName): Condition;
  openCases(): number;
  currency(): string;
  listening(): boolean;
  publish(view: QueueView): void;
}

type Depth = Waiting & { readonly parked: number };

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

/** The pause between two readings, in ms, and how many times the time of a reading it lasts. */
const PAUSE = 250;
const LONGEST_PAUSE = 10_000;
const SHARE = 20;
/** Longest time that a timer of Node.js can wait, ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function createQueueMonitor(parts: QueueMonitorParts): QueueMonitor {
  const { clock, limits } = parts;
  const memory = emptyMemory();
  const { read, readApart } = createReading(parts, memory);
  const hasStops = stopsSales(limits);

  /** Hours pass without an event: the limits are looked at again, the tables only where they changed. */
  function current(): QueueView {
    const isDue = memory.isStale && clock.elapsed() - memory.readAt >= memory.pause;
    if (memory.view === null || (isDue && memory.pause === PAUSE)) return read();
    if (isDue && !memory.isReading) void readApart().then(publish);
    memory.view = withLimits(memory.view, parts);
    return memory.view;
  }

  function publish(): void {
    if (memory.timer !== null) clearTimeout(memory.timer);
    memory.timer = null;
    if (memory.isClosed || !parts.listening()) return;
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
      memory.isClosed = true;
      if (memory.timer !== null) clearTimeout(memory.timer);
    },
  };
}

/** Counts what waits: at once, or, where that takes long, by a thread, and what was counted last holds until then. */
function createReading(parts: QueueMonitorParts, memory: Memory) {
  const { clock } = parts;

  function keep(begun: number, view: QueueView): QueueView {
    const now = clock.elapsed();
    const pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, SHARE * (now - begun)));
    Object.assign(memory, { view, readAt: now, pause });
    return view;
  }

  return {
    read(): QueueView {
      memory.isStale = false;
      return keep(clock.elapsed(), viewOf(parts, parts.depth));
    },
    async readApart(): Promise<void> {
      const begun = clock.elapsed();
      Object.assign(memory, { isReading: true, isStale: false });
      try {
        const [upstream, office] = await Promise.all([parts.depthApart('upstream'), parts.depthApart('office')]);
        keep(
          begun,
          viewOf(parts, target => ({ upstream, office })[target]),
        );
      } catch {
        // The thread was given up: the next look counts by itself.
        Object.assign(memory, { isStale: true, pause: PAUSE });
      }
      memory.isReading = false;
    },
  };
}

interface Memory {
  view: QueueView | null;
  isStale: boolean;
  /** A thread reads. */
  isReading: boolean;
  isClosed: boolean;
  /** By `Clock.elapsed`. */
  readAt: number;
  pause: number;
  published: string;
  timer: NodeJS.Timeout | null;
}

const emptyMemory = (): Memory => ({
  ...{ view: null, isStale: false, isReading: false, isClosed: false },
  ...{ readAt: 0, pause: PAUSE, published: '', timer: null },
});

function viewOf(parts: QueueMonitorParts, depth: QueueMonitorParts['depth']): QueueView {
  const targets = { upstream: targetOf('upstream', parts, depth), office: targetOf('office', parts, depth) };
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

function targetOf(
  target: QueueTargetName,
  parts: QueueMonitorParts,
  depth: QueueMonitorParts['depth'],
): QueueTarget | null {
  const address = parts.address(target);
  if (address === null) return null;
  const { state, since, nextTry, reason } = parts.condition(target);
  const waiting = depth(target);
  return {
    ...{ state, address, since, next_try: nextTry, reason: reason?.texts ?? null },
    ...waiting,
    limit: reachedLimit(waiting, parts.limits, parts.clock.now(), parts.currency()),
  };
}

function withLimits(view: QueueView, { limits, clock, currency }: QueueMonitorParts): QueueView {
  const checked = (target: QueueTarget | null) =>
    target && { ...target, limit: reachedLimit(target, limits, clock.now(), currency()) };
  return { ...view, targets: { upstream: checked(view.targets.upstream), office: checked(view.targets.office) } };
}
