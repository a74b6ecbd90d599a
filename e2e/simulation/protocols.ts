/** The protocols a simulated terminal can speak: one entry each. */

import { openOpiTerminal } from '../../drivers/opi/terminal.ts';
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { TransportOpener } from '../../drivers/transport/opener.ts';
import { openZvtTerminal } from '../../drivers/zvt/terminal.ts';
import { drawHabits, type Habits, habitsOf, type Kind, kinds } from './habits.ts';
import { drawOpiHabits, type OpiHabits, type OpiKind, opiHabitsOf, opiKinds } from './opi/habits.ts';
import { momentOf as momentOfOpi } from './opi/messages.ts';
import { OpiTerminal } from './opi/terminal.ts';
import type { Act, Plan } from './plan.ts';
import type { Random } from './random.ts';
import type { SimulatedTerminal, TerminalParts } from './terminal.ts';
import { momentOf } from './zvt/apdus.ts';
import { momentOfSerial, SerialTerminal } from './zvt/serialTerminal.ts';
import { ZvtTerminal } from './zvt/terminal.ts';

/**
 * A message of a money command by its place in it. Of the till: the command, its answers, and its inquiries afterwards; of the terminal:
 * that it has accepted the command, its progress, result, slip and end.
 */
export type Moment = 'command' | 'accepted' | 'progress' | 'result' | 'slip' | 'end' | 'answer' | 'inquiry';

type Terminals = Pick<Plan, 'kind' | 'odd'>;

interface Protocol {
  /** The real driver over the simulated line, set up for this kind of terminal. */
  readonly openDriver: (opener: TransportOpener, terminals: Terminals) => PaymentTerminal;
  /** The terminal calls the till, which listens. */
  readonly calls: boolean;
  readonly createTerminal: (parts: Omit<TerminalParts, 'habits'>, terminals: Terminals) => SimulatedTerminal;
  /** The promise that each kind of terminal breaks. */
  readonly kinds: Readonly<Record<string, object>>;
  readonly drawHabits: (random: Random) => Plan['odd'];
  /** Nothing that terminals of this kind book stays hidden from a till that waits and asks. */
  readonly isKnowable: (kind: Plan['kind']) => boolean;
  /** An honest terminal that reports everything: nobody has to be called for it. */
  readonly tellsAll: (terminals: Terminals) => boolean;
  /** Acts that the protocol has no command for, and places that none of its messages has. */
  readonly unknown: ReadonlySet<Act | Moment>;
  /** The place of a message, by its first bytes. Null: of no interest. */
  readonly momentOf: (from: 'till' | 'terminal', bytes: Buffer) => Moment | null;
}

const HIDING: ReadonlySet<Plan['kind']> = new Set([
  ...(['booksVeryLate', 'takesBackLater', 'approvesTwice', 'approvesPart'] as const),
  ...(['oddTotals', 'tipsBeside', 'usedByKeys'] as const),
]);

/** Habits that hide nothing. */
const TELLS_ALL: ReadonlySet<string> = new Set<keyof Habits>([
  ...(['used', 'tips', 'firstReceipt', 'restartsReceipts', 'slips', 'slipsMatter', 'stopsAlone'] as const),
]);

/** How ZVT terminals behave does not depend on who calls. */
const zvt = {
  kinds,
  drawHabits,
  isKnowable: kind => !HIDING.has(kind),
  tellsAll: ({ kind, odd }) => kind === 'honest' && Object.keys(odd).every(name => TELLS_ALL.has(name)),
  unknown: new Set<never>(),
  createTerminal: (parts, { kind, odd }) =>
    new ZvtTerminal({ ...parts, habits: habitsOf(kind as Kind, odd as Partial<Habits>) }),
  momentOf,
} as const satisfies Partial<Protocol>;

const SERIAL = { type: 'serial', path: '/dev/ttyS0' } as const;
const connection = { type: 'tcp', host: '127.0.0.1', port: 20007 } as const;

export const protocols = {
  zvt: {
    ...zvt,
    calls: false,
    openDriver: opener => openZvtTerminal({ protocol: 'zvt', connection }, undefined, opener),
  },
  zvtCalling: {
    ...zvt,
    calls: true,
    openDriver: opener =>
      openZvtTerminal({ protocol: 'zvt', connection: { type: 'tcpListen', port: 20_007 } }, undefined, opener),
  },
  zvtSerial: {
    ...zvt,
    calls: false,
    openDriver: opener => openZvtTerminal({ protocol: 'zvt', connection: SERIAL }, undefined, opener),
    createTerminal: (parts, terminals) => new SerialTerminal(zvt.createTerminal(parts, terminals), parts),
    momentOf: momentOfSerial,
  },
  opi: {
    calls: false,
    kinds: opiKinds,
    drawHabits: drawOpiHabits,
    isKnowable: kind => !HIDING.has(kind),
    tellsAll({ kind, odd }) {
      const habits = opiHabitsOf(kind as OpiKind, odd as Partial<OpiHabits>);
      const { repeats, header, afterDayEnd, unanswered } = habits;
      // A reversal of its own looks like ours.
      const isNamed = repeats && header === 'whole' && unanswered !== 'reversed';
      return kind === 'honest' && isNamed && afterDayEnd === 'transaction';
    },
    unknown: new Set<Act | Moment>(['preAuthorise', 'book', 'release', 'tip', 'accepted', 'result']),
    openDriver(opener, { kind, odd }) {
      const { hangsUp, login } = opiHabitsOf(kind as OpiKind, odd as Partial<OpiHabits>);
      const options = { deviceFrom: '*', keepOpen: !hangsUp, login };
      return openOpiTerminal({ protocol: 'opi', connection, options }, undefined, opener);
    },
    createTerminal: (parts, { kind, odd }) =>
      new OpiTerminal(parts, opiHabitsOf(kind as OpiKind, odd as Partial<OpiHabits>)),
    momentOf: momentOfOpi,
  },
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;
