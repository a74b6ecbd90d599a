/** A driver at a terminal that says exactly what a test wants. */

import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal } from '../terminal.ts';
import { encode } from './codec/apdu.ts';

export const APPROVED = encode('statusInformation', {
  resultCode: 0,
  amount: 1200,
  traceNumber: '000200',
  receiptNumber: '0200',
}).toString('hex');
export const DECLINED = '040f022705';
export const DONE = '060f00';
const FAST = {
  t1: 50,
  t2: 100,
  t3: 150,
  t4: 400,
  short: 400,
  settle: 100,
  stop: 150,
  connect: 500,
  retryFirst: 10,
  retryMost: 20,
  drain: 100,
};

/** Terminal of the running test. */
export let terminal: PaymentTerminal;
export let script: ScriptedTerminal;

/** After each test; also in the middle of one, where nobody is to answer. */
export async function closeScripted(): Promise<void> {
  await terminal.close();
  await script.close();
}

/** One script for each connection. */
export async function open(scripts: readonly ((peer: Peer) => Promise<void>)[], timers: Timers = {}) {
  script = await scriptedTerminal(...scripts);
  return reopen(script.port, timers);
}

/** A driver alone, for whoever answers at this port. */
export async function reopen(port: number, timers: Timers = {}) {
  const connection = { type: 'tcp', host: '127.0.0.1', port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: { ...FAST, ...timers } } });
  return terminal;
}

type Timers = Partial<typeof FAST> & { readonly fresh?: number };

/** A terminal that registers, accepts a payment, and then does what the test says. */
export async function opened(rest: (peer: Peer) => Promise<void>, timers?: Timers) {
  const first = async (peer: Peer) => {
    await registers(peer);
    await peer.expect('0601');
    peer.send('800000');
    await rest(peer);
  };
  return open([first, idle], timers);
}

export async function idle(peer: Peer): Promise<void> {
  await registers(peer);
  await peer.gone;
}
