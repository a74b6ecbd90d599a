/** Records one real payment between the driver and a terminal, byte for byte, from the wire between them. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openTerminal } from '../../drivers/index.ts';
import type { Turn } from './floors/player.ts';

/** The turns of one payment at the terminal on `port` of this machine; the registration before it is left out. */
export async function recordPayment(port: number, amount: number): Promise<readonly Turn[]> {
  const turns: { from: Turn['from']; hex: string }[] = [];
  const note = (from: Turn['from'], chunk: Buffer) => {
    const last = turns.at(-1);
    if (last?.from === from) last.hex += chunk.toString('hex');
    else turns.push({ from, hex: chunk.toString('hex') });
  };
  const tap = createServer({ noDelay: true }, till => join(till, connect({ port, noDelay: true }), note));
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  const { port: tapped } = tap.address() as { port: number };
  const connection = { type: 'tcp', host: '127.0.0.1', port: tapped } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection });
  await terminal.register();
  turns.length = 0;
  const outcome = await terminal.pay({ amount });
  await terminal.close();
  tap.close(); // hears of the end when the last acknowledgement has gone through
  await once(tap, 'close');
  if (outcome.kind !== 'approved') throw new Error(`the payment to be recorded ended ${outcome.kind}`);
  // The acknowledgement that ended the registration may have come in the same piece.
  turns[0]!.hex = turns[0]!.hex.replace(/^800000(?=0601)/, '');
  return turns;
}

function join(till: Socket, terminal: Socket, note: (from: Turn['from'], chunk: Buffer) => void): void {
  till.on('data', chunk => {
    note('till', chunk);
    terminal.write(chunk);
  });
  terminal.on('data', chunk => {
    note('terminal', chunk);
    till.write(chunk);
  });
  till.on('close', () => terminal.destroy()).on('error', () => terminal.destroy());
  terminal.on('close', () => till.destroy()).on('error', () => till.destroy());
}
