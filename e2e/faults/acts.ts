/** Everything that may happen at a counter, as data: drawn by fast-check, shrunk by it, and replayed from a report. */
import fc from 'fast-check';
import type { Cut, TransportName } from './chaosLine.ts';
import type { Restart } from './counter.ts';

/** `which` counts what there is of a kind, the newest first, and begins anew where it is more. */
export type Act =
  | { readonly do: 'sale'; readonly ending: SaleEnding; readonly till: 0 | 1; readonly after: number }
  | { readonly do: 'cancel' | 'tip' | 'book' | 'bookHalf' | 'release' | 'releaseHalf'; readonly which: number }
  | { readonly do: 'reversal' | 'partialReversal'; readonly which: number }
  | { readonly do: 'refund' | 'hold' | 'endOfDay' | 'preview' | 'status' | 'diagnosis' | 'holds' }
  | { readonly do: 'late'; readonly keep: boolean }
  | { readonly do: 'clock' | 'terminalClock'; readonly by: number }
  /** Somebody types a payment in at the terminal itself; `same`: of the amount that we ask for next. */
  | { readonly do: 'byHand'; readonly same: boolean };

/**
 * `paid`, `declined`: by the host; `stops`: the customer; `aborted`: the till, `after` ms from the beginning; `late`: the
 * same, and the terminal approves; `left`: the cashier goes on to the next customer; `mute`: the terminal falls silent.
 */
export type SaleEnding = 'paid' | 'declined' | 'stops' | 'aborted' | 'late' | 'left' | 'mute';

/** Two acts at once where there is a second one; the line may be cut while they run. */
export interface Step {
  readonly act: Act;
  readonly second: Act | null;
  readonly cut: (Cut & { readonly restart: Restart }) | null;
  /** Work of another till at the terminal, with the same amount, while our line is down; left out: none. */
  readonly other?: OtherWork | null | undefined;
}

/** Only at a terminal of which nobody has said who else pays there, and over TCP. */
export type OtherWork = 'pays' | 'refunds' | 'holds';

export interface Setup {
  readonly transport: TransportName;
  /** How the terminal ends a payment that nobody acknowledged. */
  readonly unacknowledged: 'kept' | 'reversed';
  /** Other tills work at the terminal, and the bridge does not know of them. */
  readonly shared: boolean;
  /** The number before the first receipt: 1 follows 9999. */
  readonly receiptNumber: number;
  /** How wrong the clock of the terminal is, ms. */
  readonly clockAhead: number;
}

export interface History {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const jump = fc.constantFrom(2 * MINUTE, -2 * MINUTE, HOUR, -HOUR, 5 * HOUR, -5 * HOUR, DAY, -DAY, 3 * DAY, -3 * DAY);
const which = fc.nat(3);

const sale: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('sale' as const),
  ending: fc.oneof(
    { weight: 6, arbitrary: fc.constant('paid' as const) },
    { weight: 5, arbitrary: fc.constantFrom('declined', 'stops', 'aborted', 'late', 'left') },
    { weight: 1, arbitrary: fc.constant('mute' as const) },
  ) as fc.Arbitrary<SaleEnding>,
  till: fc.constantFrom(0 as const, 1 as const),
  after: fc.nat(60),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: sale },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'tip', 'book', 'bookHalf', 'release', 'releaseHalf'),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reversal' as const, 'partialReversal'), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'refund' as const,
        'hold',
        'hold',
        'endOfDay',
        'endOfDay',
        'preview',
        'status',
        'diagnosis',
        'holds',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('clock' as const, 'terminalClock'), by: jump }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('byHand' as const), same: fc.boolean() }) },
);

const cut = fc.record({
  direction: fc.constantFrom('toTerminal' as const, 'toTill'),
  // Questions before a command count, too; few exchanges carry more bytes, and the others are then not cut at all.
  after: fc.oneof(fc.nat(60), fc.nat(200), fc.nat(700)),
  restart: fc.constantFrom<Restart>('nothing', 'terminal', 'bridge', 'both'),
});

const step: fc.Arbitrary<Step> = fc.record({
  act,
  second: fc.option(act, { freq: 6 }),
  cut: fc.option(cut, { freq: 2 }),
  other: fc.option(fc.constantFrom<OtherWork[]>('pays', 'pays', 'refunds', 'holds'), { freq: 2 }),
});

const setup: fc.Arbitrary<Setup> = fc.record({
  transport: fc.oneof(
    { weight: 9, arbitrary: fc.constant('tcp' as const) },
    { weight: 1, arbitrary: fc.constant('serial' as const) },
  ),
  unacknowledged: fc.constantFrom('kept' as const, 'reversed'),
  shared: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  receiptNumber: fc.oneof(fc.constant(0), fc.integer({ min: 9994, max: 9999 })),
  clockAhead: fc.oneof(fc.constant(0), jump),
});

export const histories: fc.Arbitrary<History> = fc.record({
  setup,
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});
