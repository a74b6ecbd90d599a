/** One run as a value: what is sold, what goes wrong and how the terminal behaves. A seed draws it; a file can hold it. */
import type { Habits, Kind } from './habits.ts';
import type { LineFault } from './line.ts';
import type { OpiHabits, OpiKind } from './opi/habits.ts';
import { type Moment, type ProtocolName, protocols } from './protocols.ts';
import { createRandom, type Random } from './random.ts';
import { type Caller, drawCaller, UNKNOWN_TO_REGISTERS } from './register.ts';
import type { Customer } from './terminal.ts';

/**
 * `kill`, `stop`: the till loses its power, or ends in order; `power`: the terminal loses its own. `full`: the disk of the till takes
 * nothing; `slow`: each commit takes 2 s more. `down`: seconds until it is over.
 */
interface Outage {
  readonly kind: 'kill' | 'stop' | 'power' | 'full' | 'slow';
  readonly down: number;
}

/** The cashier presses stop. */
interface Press {
  readonly kind: 'press';
}

export type Fault = LineFault | Outage | Press;

/**
 * The beginning of a fault, within its step: right before the `write`-th message, counted in both directions; right
 * behind the `commit`-th commit; or `delay` ms from the `nth` message of a kind, counted from the money command. 0 is
 * right before that message.
 */
export type Trigger =
  | { readonly write: number }
  | { readonly commit: number }
  | { readonly moment: Moment; readonly nth: number; readonly delay: number };
export type TimedFault = Trigger & { readonly fault: Fault };

export type Act =
  | 'pay'
  | 'retry'
  | 'cancel'
  | 'refund'
  | 'preAuthorise'
  | 'book'
  | 'release'
  | 'tip'
  | 'dayEnd'
  /** Pays half of a sale by card, and leaves the rest to a later step. */
  | 'split'
  /** Gives the last sale up. */
  | 'giveUp'
  /** The till is ended in order and started anew. */
  | 'restart';

export interface Step {
  readonly act: Act;
  readonly amount: number;
  readonly customer: Customer;
  readonly faults: readonly TimedFault[];
  /** The person who is called reads the terminal's book wrongly. */
  readonly errs: boolean;
  /** Seconds until the next step. */
  readonly wait: number;
  /** At a cash register: how it calls. */
  readonly caller?: Caller;
}

/** The seller: a cashier at the till itself, a cash register over HTTP, or the cashiers of two or three tills at one terminal. */
export const counters = ['cashier', 'register', 'tills'] as const;
export type CounterName = (typeof counters)[number];

export interface Plan {
  readonly protocol: ProtocolName;
  /** Left out: a cashier. */
  readonly counter?: CounterName;
  /** The steps of the other tills at this terminal. Left out: it is this till's alone. */
  readonly others?: readonly (readonly Step[])[];
  readonly seed: number;
  readonly kind: Kind | OpiKind;
  readonly odd: Partial<Habits> | Partial<OpiHabits>;
  readonly steps: readonly Step[];
}

export type Terminals = 'all' | Plan['kind'];

export function drawPlan(
  seed: number,
  terminals: Terminals,
  protocol: ProtocolName = 'zvt',
  counter: CounterName = 'cashier',
): Plan {
  const random = createRandom(seed ^ 0x5f3759df);
  const kind = terminals === 'all' ? random.pick(Object.keys(protocols[protocol].kinds) as Plan['kind'][]) : terminals;
  const odd = random.chance(70) ? protocols[protocol].drawHabits(random) : {};
  const { unknown } = protocols[protocol];
  if (counter === 'cashier') return { protocol, seed, kind, odd, steps: drawSteps(random, unknown) };
  if (counter === 'tills') {
    const [steps, ...others] = Array.from({ length: random.pick([2, 2, 3]) }, () => drawCrowded(random, unknown));
    if (!steps) throw new Error('no till');
    return { protocol, counter, seed, kind, odd, steps, others };
  }
  const steps = drawSteps(random, new Set([...unknown, ...UNKNOWN_TO_REGISTERS]));
  return { protocol, counter, seed, kind, odd, steps: steps.map(step => ({ ...step, caller: drawCaller(random) })) };
}

type Unknown = ReadonlySet<Act | Moment>;

function drawSteps(random: Random, unknown: Unknown): readonly Step[] {
  const steps: Step[] = [];
  for (let left = random.between(1, 4); left > 0; left -= 1) steps.push(drawStep(random, unknown, steps.at(-1)?.act));
  return steps;
}

/** Tills that are in each other's way: shorter waits, and payments that look alike. */
const drawCrowded = (random: Random, unknown: Unknown): readonly Step[] =>
  drawSteps(random, unknown).map(step => ({
    ...step,
    amount: random.chance(60) ? 1200 : step.amount,
    wait: random.pick([1, 5, 20, 60]),
  }));

/** Later steps refer to what an earlier one paid or held. */
const LATER: readonly Act[] = [
  ...(['pay', 'pay', 'pay', 'retry', 'retry', 'retry', 'cancel', 'cancel', 'cancel', 'refund', 'refund'] as const),
  ...(['tip', 'tip', 'dayEnd', 'dayEnd', 'split', 'giveUp', 'restart'] as const),
  ...(['preAuthorise', 'book', 'release'] as const),
];
const FIRST: readonly Act[] = ['pay', 'pay', 'pay', 'pay', 'split', 'preAuthorise', 'refund'];

/** Acts that often follow: the rest of a sale, and the first payment of a new day. */
const NEXT: Readonly<Partial<Record<Act, Act>>> = { split: 'retry', dayEnd: 'pay' };

function drawStep(random: Random, unknown: Unknown, former: Act | undefined): Step {
  const acts = (former ? LATER : FIRST).filter(act => !unknown.has(act));
  const next = NEXT[former ?? 'giveUp'];
  return {
    act: next && random.chance(60) ? next : random.pick(acts),
    amount: random.pick([random.between(1, 9999), 1200, 1200, 4350]),
    customer: drawCustomer(random),
    faults: random.chance(75)
      ? Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => drawFault(random, unknown))
      : [],
    errs: random.chance(6),
    wait: random.pick([1, 5, 60, 600]),
  };
}

const drawCustomer = (random: Random): Customer => ({
  ending: random.pick(['pays', 'pays', 'pays', 'pays', 'declined', 'walksAway']),
  card: random.between(300, 20_000),
  pin: random.pick([0, random.between(1_000, 20_000)]),
  host: random.between(200, 8_000),
});

/** Most faults begin around a message of the money command, or of the questions after it. */
function drawTrigger(random: Random, unknown: Unknown): Trigger {
  const kind = random.between(1, 100);
  if (kind <= 10) return { commit: random.between(1, 10) };
  if (kind <= 22) return { write: random.between(1, 40) };
  const moment = random.pick(MOMENTS.filter(one => !unknown.has(one)));
  const nth = moment === 'accepted' || moment === 'command' ? 1 : random.pick([1, 1, 1, 2, 2, 3, 4]);
  return { moment, nth, delay: random.pick([0, 0, 0, 15, 40, 200, 3_000]) };
}

const MOMENTS: readonly Moment[] = [
  ...([
    'command',
    'command',
    'command',
    'accepted',
    'accepted',
    'progress',
    'result',
    'result',
    'result',
    'result',
  ] as const),
  ...(['slip', 'end', 'end', 'end', 'answer', 'answer', 'inquiry', 'inquiry'] as const),
];

const FAULTS = [
  ...(['cut', 'cut', 'cut', 'cut', 'stall', 'stall', 'dead', 'refused'] as const),
  ...(['kill', 'kill', 'kill', 'stop', 'power', 'power', 'full', 'slow', 'press'] as const),
] as const;

/** A command that is stuck in the line is what arrives late. */
const AT_COMMAND: readonly (typeof FAULTS)[number][] = [
  'stall',
  'stall',
  'stall',
  'cut',
  'kill',
  'kill',
  'dead',
  'power',
];

function drawFault(random: Random, unknown: Unknown): TimedFault {
  const trigger = drawTrigger(random, unknown);
  const isAtCommand = 'moment' in trigger && trigger.moment === 'command';
  const kind = 'commit' in trigger ? 'kill' : random.pick(isAtCommand ? AT_COMMAND : FAULTS);
  return { ...trigger, fault: drawn(random, kind) };
}

function drawn(random: Random, kind: (typeof FAULTS)[number]): Fault {
  const seconds = random.pick([1, 5, 20, 90]);
  switch (kind) {
    case 'cut':
    case 'stall':
    case 'dead':
    case 'refused':
      return { kind, lost: random.pick(['terminal', 'till', 'both'] as const), seconds };
    case 'press':
      return { kind };
    default:
      return { kind, down: seconds };
  }
}
