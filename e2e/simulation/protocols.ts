/** The protocols a simulated terminal can speak: one entry each. */

import { openOpiTerminal } from '../../drivers/opi/terminal.ts';
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { TransportOpener } from '../../drivers/transport/opener.ts';
import { openZvtTerminal } from '../../drivers/zvt/terminal.ts';
import { drawHabits, type Habits, habitsOf, type Kind, kinds } from './habits.ts';
import { drawOpiHabits, type OpiHabits, type OpiKind, opiHabitsOf, opiKinds } from './opi/habits.ts';
import { beginsMoney as beginsOpiMoney } from './opi/messages.ts';
import { OpiTerminal } from './opi/terminal.ts';
import type { Act, Plan } from './plan.ts';
import type { Random } from './random.ts';
import type { SimulatedTerminal, TerminalParts } from './terminal.ts';
import { beginsMoney } from './zvt/apdus.ts';
import { ZvtTerminal } from './zvt/terminal.ts';

type Terminals = Pick<Plan, 'kind' | 'odd'>;

interface Protocol {
  /** The real driver over the simulated line, set up for this kind of terminal. */
  readonly openDriver: (opener: TransportOpener, terminals: Terminals) => PaymentTerminal;
  readonly createTerminal: (parts: Omit<TerminalParts, 'habits'>, terminals: Terminals) => SimulatedTerminal;
  /** The promise that each kind of terminal breaks. */
  readonly kinds: Readonly<Record<string, object>>;
  readonly drawHabits: (random: Random) => Plan['odd'];
  /** Acts that the protocol has no command for. */
  readonly unknown: ReadonlySet<Act>;
  /** True for the first bytes of a command that moves money. */
  readonly beginsMoney: (bytes: Buffer) => boolean;
}

const connection = { type: 'tcp', host: '127.0.0.1', port: 20007 } as const;

export const protocols = {
  zvt: {
    kinds,
    drawHabits,
    unknown: new Set(),
    openDriver: opener => openZvtTerminal({ protocol: 'zvt', connection }, undefined, opener),
    createTerminal: (parts, { kind, odd }) =>
      new ZvtTerminal({ ...parts, habits: habitsOf(kind as Kind, odd as Partial<Habits>) }),
    beginsMoney,
  },
  opi: {
    kinds: opiKinds,
    drawHabits: drawOpiHabits,
    unknown: new Set<Act>(['preAuthorise', 'book', 'release', 'tip']),
    openDriver(opener, { kind, odd }) {
      const { hangsUp, login } = opiHabitsOf(kind as OpiKind, odd as Partial<OpiHabits>);
      const options = { deviceFrom: '*', keepOpen: !hangsUp, login };
      return openOpiTerminal({ protocol: 'opi', connection, options }, undefined, opener);
    },
    createTerminal: (parts, { kind, odd }) =>
      new OpiTerminal(parts, opiHabitsOf(kind as OpiKind, odd as Partial<OpiHabits>)),
    beginsMoney: beginsOpiMoney,
  },
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;
