/** The protocols a simulated terminal can speak: one entry each. */
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { TransportOpener } from '../../drivers/transport/opener.ts';
import { openZvtTerminal } from '../../drivers/zvt/terminal.ts';
import type { SimulatedTerminal, TerminalParts } from './terminal.ts';
import { momentOf } from './zvt/apdus.ts';
import { ZvtTerminal } from './zvt/terminal.ts';

/**
 * A message of a money command by its place in it. Of the till: the command, its answers, and its inquiries afterwards; of the terminal:
 * that it has accepted the command, its progress, result, slip and end.
 */
export type Moment = 'command' | 'accepted' | 'progress' | 'result' | 'slip' | 'end' | 'answer' | 'inquiry';

interface Protocol {
  /** The real driver over the simulated line. */
  readonly openDriver: (opener: TransportOpener) => PaymentTerminal;
  readonly createTerminal: (parts: TerminalParts) => SimulatedTerminal;
  /** The place of a message, by its first bytes. Null: of no interest. */
  readonly momentOf: (from: 'till' | 'terminal', bytes: Buffer) => Moment | null;
}

const connection = { type: 'tcp', host: '127.0.0.1', port: 20007 } as const;

export const protocols = {
  zvt: {
    openDriver: opener => openZvtTerminal({ protocol: 'zvt', connection }, undefined, opener),
    createTerminal: parts => new ZvtTerminal(parts),
    momentOf,
  },
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;
