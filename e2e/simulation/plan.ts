/** One run as a value: what is sold, what goes wrong and how the terminal behaves. A seed draws it; a file can hold it. */
import type { Habits, Kind } from './habits.ts';
import type { LineFault } from './line.ts';
import type { OpiHabits, OpiKind } from './opi/habits.ts';
import { type ProtocolName, protocols } from './protocols.ts';
import { createRandom, type Random } from './random.ts';
import type { Customer } from './terminal.ts';

/** `till` and `terminal` lose their power; `stop` ends the till in order. `down`: seconds until it is there again. */
export type Fault = LineFault | { readonly kind: 'kill' | 'stop' | 'power'; readonly down: number };

/** A fault right before the `write`-th message of the step, counted in both directions, or right behind its `commit`-th commit. */
export type Trigger = { readonly write: number } | { readonly commit: number };
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
  | 'stop';

export interface Step {
  readonly act: Act;
  readonly amount: number;
  readonly customer: Customer;
  readonly faults: readonly TimedFault[];
  /** The person who is called reads the terminal's book wrongly. */
  readonly errs: boolean;
  /** Seconds until the next step. */
  readonly wait: number;
}

export interface Plan {
  readonly protocol: ProtocolName;
  readonly seed: number;
  readonly kind: Kind | OpiKind;
  readonly odd: Partial<Habits> | Partial<OpiHabits>;
  readonly steps: readonly Step[];
}

export type Terminals = 'all' | Plan['kind'];

export function drawPlan(seed: number, terminals: Terminals, protocol: ProtocolName = 'zvt'): Plan {
  const random = createRandom(seed ^ 0x5f3759df);
  const kind = terminals === 'all' ? random.pick(Object.keys(protocols[protocol].kinds) as Plan['kind'][]) : terminals;
  const odd = random.chance(70) ? protocols[protocol].drawHabits(random) : {};
  const { unknown } = protocols[protocol];
  const steps = Array.from({ length: random.between(1, 4) }, (_, at) => drawStep(random, at, unknown));
  return { protocol, seed, kind, odd, steps };
}

const FIRST: readonly Act[] = ['pay', 'pay', 'pay', 'preAuthorise', 'refund'];

/** Later steps refer to what an earlier one paid or held. */
const LATER: readonly Act[] = [
  ...(['pay', 'pay', 'retry', 'retry', 'cancel', 'cancel', 'refund', 'tip', 'dayEnd'] as const),
  ...(['preAuthorise', 'book', 'release'] as const),
];

function drawStep(random: Random, at: number, unknown: ReadonlySet<Act>): Step {
  const acts = (at === 0 ? FIRST : LATER).filter(act => !unknown.has(act));
  return {
    act: random.pick(acts),
    amount: random.pick([random.between(1, 9999), 1200, 1200, 4350]),
    customer: drawCustomer(random),
    faults: random.chance(85) ? Array.from({ length: random.between(1, 2) }, () => drawFault(random)) : [],
    errs: random.chance(15),
    wait: random.pick([1, 5, 60, 600]),
  };
}

const drawCustomer = (random: Random): Customer => ({
  ending: random.pick(['pays', 'pays', 'pays', 'pays', 'declined', 'walksAway']),
  card: random.between(300, 20_000),
  pin: random.pick([0, random.between(1_000, 20_000)]),
  host: random.between(200, 8_000),
});

function drawFault(random: Random): TimedFault {
  const isCommit = random.chance(20);
  const trigger: Trigger = isCommit
    ? { commit: random.between(1, 8) }
    : { write: random.pick([random.between(1, 40), random.between(10, 32)]) };
  const seconds = random.pick([1, 5, 20, 90]);
  const kind = random.pick(['cut', 'cut', 'cut', 'stall', 'dead', 'refused', 'kill', 'kill', 'stop', 'power'] as const);
  if (isCommit || kind === 'kill' || kind === 'stop' || kind === 'power')
    return { ...trigger, fault: { kind: isCommit ? 'kill' : kind, down: seconds } as Fault };
  return { ...trigger, fault: { kind, lost: random.pick(['terminal', 'till', 'both'] as const), seconds } };
}
