/** An O.P.I. terminal for tests that sends exactly the messages of a script, over real TCP, on both channels. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../doubles/freePort.ts';
import { endOf } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal } from '../terminal.ts';
import type { Trace, TraceEntry } from '../trace.ts';
import { type Element, element } from './codec/element.ts';
import { answerName, type Head, headOf, message } from './codec/messages.ts';
import { parseXml, writeXml } from './codec/xml.ts';
import { deframer, frame } from './framing/frame.ts';
import { FAST } from './pair.fixture.ts';

/** One connection, seen from the terminal. */
export interface Wire {
  /** The next message of the till. */
  next(): Promise<Element>;
  send(message: Element): void;
  /** Bytes as they are. */
  raw(bytes: Buffer): void;
  /** A frame around these bytes. */
  framed(text: string): void;
  cut(): void;
  /** Says that nothing more will come. */
  hangUp(): void;
  /** Resolves when the connection is over: the till hung up in order, or reset it. */
  readonly gone: Promise<'closed' | 'reset'>;
}

export interface Scripted {
  readonly terminal: PaymentTerminal;
  readonly trace: TraceEntry[];
  /** The connections of channel 0, oldest first. */
  readonly wires: readonly Wire[];
  /** Calls the till on channel 1. */
  callTill(): Promise<Wire>;
  close(): Promise<void>;
}

/**
 * Answers the login of a connection, and follows the script with the first other request. With `keepOpen: false` it hangs
 * up after the login.
 */
export async function openScripted(
  script: (request: Element, wire: Wire) => Promise<void> | void,
  options: Readonly<Record<string, unknown>> = {},
  log: Trace = () => undefined,
): Promise<Scripted> {
  const devicePort = await freePort();
  const sockets: Socket[] = [];
  const wires: Wire[] = [];
  const server = createServer({ noDelay: true }, async socket => {
    sockets.push(socket);
    const wire = wireOf(socket);
    wires.push(wire);
    try {
      const first = await wire.next();
      if (headOf(first).requestType !== 'Login') return await script(first, wire);
      wire.send(success(first));
      if (options.keepOpen === false) wire.hangUp();
      else await script(await wire.next(), wire);
    } catch {
      // the till hung up
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const trace: TraceEntry[] = [];
  const terminal = await openTerminal(
    {
      protocol: 'opi',
      connection: { type: 'tcp', host: '127.0.0.1', port: (server.address() as { port: number }).port },
      options: { devicePort, deviceHost: '127.0.0.1', timers: FAST, ...options },
    },
    {
      log(entry) {
        trace.push(entry);
        log(entry);
      },
    },
  );
  await terminal.register();
  return {
    terminal,
    trace,
    wires,
    async callTill() {
      const socket = connect({ host: '127.0.0.1', port: devicePort, noDelay: true });
      await once(socket, 'connect');
      sockets.push(socket);
      return wireOf(socket);
    },
    async close() {
      await terminal.close();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The answer to a request, with the head the till expects unless it is changed. */
export function success(request: Element, children: readonly Element[] = [], head: Partial<Head> = {}): Element {
  return message(answerName(request.name), { ...headOf(request), ...head }, children, 'Success');
}

/** The content of an approval. */
export function tender(amount: string, more: Readonly<Record<string, string>> = {}): Element {
  return element('Tender', {}, [
    element('TotalAmount', { Currency: 'EUR' }, amount),
    element('Authorisation', { ReceiptNumber: '1', ...more }),
  ]);
}

/** The frame of a message. */
export function bytesOf(sent: Element): Buffer {
  return frame(writeXml(sent, 'utf-8'));
}

function wireOf(socket: Socket): Wire {
  const frames = deframer();
  const messages: Element[] = [];
  let wake = () => {};
  const gone = endOf(socket);
  void gone.then(() => wake());
  socket.on('error', () => {});
  socket.on('data', chunk => {
    messages.push(...frames.push(chunk).map(parseXml));
    wake();
  });
  const write = (bytes: Buffer) => void socket.write(bytes);
  return {
    gone,
    async next() {
      while (messages.length === 0) {
        if (socket.destroyed) throw new Error('the till hung up');
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
      return messages.shift()!;
    },
    send: element => write(bytesOf(element)),
    raw: write,
    framed: text => write(frame(Buffer.from(text))),
    cut: () => socket.destroy(),
    hangUp: () => void socket.end(),
  };
}
