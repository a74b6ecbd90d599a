/** A proxy between any till and any terminal that writes down what they say, passwords and card data overwritten. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tcpDeframer } from '../framing/tcpFrame.ts';
import { type RecordedTurn, type Side, transcriber } from './recording.ts';

export interface RecorderOptions {
  /** Port on loopback the till connects to, 0 = any free one. */
  readonly listen: number;
  readonly terminal: { readonly host: string; readonly port: number };
  /** Hears every message, in order. */
  write(turn: RecordedTurn): void;
  readonly now?: () => number;
}

export interface Recorder {
  readonly port: number;
  close(): Promise<void>;
}

/** Bytes go through as they are and at once; what is written is a copy. */
export async function record({ listen, terminal, write, now = Date.now }: RecorderOptions): Promise<Recorder> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, till => join(till, connect({ ...terminal, noDelay: true })));
  server.listen(listen, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function join(till: Socket, pt: Socket): void {
    const transcribe = transcriber(now);
    let isOver = false;
    pass(till, pt, 'till');
    pass(pt, till, 'terminal');

    function pass(source: Socket, target: Socket, from: Side): void {
      const deframer = tcpDeframer();
      sockets.add(source);
      source.on('data', bytes => {
        target.write(bytes);
        for (const apdu of deframer.push(Buffer.from(bytes))) write(transcribe(from, apdu));
      });
      source.on('error', () => {}); // closes next
      source.once('close', () => {
        sockets.delete(source);
        if (!isOver) write(transcribe(from, 'hung up'));
        isOver = true;
        target.end();
      });
    }
  }
}
