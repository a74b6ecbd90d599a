/** The protocols a simulated terminal can speak: one entry each. */
import type { PaymentTerminal } from '../../drivers/terminal.ts';
import type { TransportOpener } from '../../drivers/transport/opener.ts';
import { openZvtTerminal } from '../../drivers/zvt/terminal.ts';
import type { SimulatedTerminal, TerminalParts } from './terminal.ts';
import { beginsMoney } from './zvt/apdus.ts';
import { ZvtTerminal } from './zvt/terminal.ts';

interface Protocol {
  /** The real driver over the simulated line. */
  readonly openDriver: (opener: TransportOpener) => PaymentTerminal;
  readonly createTerminal: (parts: TerminalParts) => SimulatedTerminal;
  /** True for the first bytes of a command that moves money. */
  readonly beginsMoney: (bytes: Buffer) => boolean;
}

const connection = { type: 'tcp', host: '127.0.0.1', port: 20007 } as const;

export const protocols = {
  zvt: {
    openDriver: opener => openZvtTerminal({ protocol: 'zvt', connection }, undefined, opener),
    createTerminal: parts => new ZvtTerminal(parts),
    beginsMoney,
  },
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof protocols;
