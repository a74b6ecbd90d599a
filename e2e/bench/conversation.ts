/** Records one real payment between the driver and a terminal, byte for byte, from the wire between them. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openTerminal } from '../../drivers/index.ts';
import type { Conversation, Turn } from './floors/player.ts';

type Note = (from: Turn['from'], chunk: Buffer) => void;

/** Registers at the terminal on `port` of this machine and pays `amount`. */
export async function recordPayment(port: number, amount: number): Promise<Conversation> {
  const turns: { readonly from: Turn['from']; hex: string }[] = [];
  const tap = createServer({ noDelay: true }, till =>
    join(till, connect({ port, noDelay: true }), (from, chunk) => {
      const last = turns.at(-1);
      if (last?.from === from) last.hex += chunk.toString('hex');
      else turns.push({ from, hex: chunk.toString('hex') });
    }),
  );
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  const tapped = (tap.address() as { port: number }).port;
  const terminal = await openTerminal({
    protocol: 'zvt',
    connection: { type: 'tcp', host: '127.0.0.1', port: tapped },
  });
  await terminal.register();
  const outcome = await terminal.pay({ amount });
  await terminal.close();
  tap.close(); // hears of the end when the last acknowledgement has gone through
  await once(tap, 'close');
  if (outcome.kind !== 'approved') throw new Error(`the payment to be recorded ended ${outcome.kind}`);
  return divided(turns);
}

function join(till: Socket, terminal: Socket, note: Note): void {
  const pass = (from: Turn['from'], here: Socket, there: Socket) => {
    here.on('data', chunk => {
      note(from, chunk);
      there.write(chunk);
    });
    here.on('error', () => there.destroy()).on('close', () => there.destroy());
  };
  pass('till', till, terminal);
  pass('terminal', terminal, till);
}

const AUTHORISATION = /^(800000)?(0601.*)$/;

/** The payment begins with 06 01; the acknowledgement that ended the registration may have come in the same piece. */
function divided(turns: readonly Turn[]): Conversation {
  const first = turns.findIndex(({ from, hex }) => from === 'till' && AUTHORISATION.test(hex));
  const [, acknowledgement, command = ''] = AUTHORISATION.exec(turns[first]!.hex)!;
  return {
    opening: [...turns.slice(0, first), ...(acknowledgement ? [{ from: 'till', hex: acknowledgement } as const] : [])],
    payment: [{ from: 'till', hex: command }, ...turns.slice(first + 1)],
  };
}
