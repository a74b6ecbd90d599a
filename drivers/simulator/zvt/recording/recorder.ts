/**
 * Stands between a till and a terminal and writes down their messages, passwords and card data overwritten. Each side is
 * TCP or a serial line.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { openSerial, type SerialAddress } from '../../../transport/serial.ts';
import { connectTcp, listenTcp, type TcpAddress, tcpName } from '../../../transport/tcp.ts';
import type { Transport } from '../../../transport/transport.ts';
import { isAnswer } from '../../../zvt/codec/packets.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import { serialLink } from '../../../zvt/framing/serialLink.ts';
import { tcpDeframer } from '../../../zvt/framing/tcpFrame.ts';
import { tcpLink } from '../../../zvt/framing/tcpLink.ts';
import { type RecordedTurn, type Side, transcriber } from './recording.ts';

/** The place of one side: an address to listen at or to connect to, or a serial port. */
export type End<Way extends 'listen' | 'connect'> =
  | { readonly type: Way; readonly address: TcpAddress }
  | { readonly type: 'serial'; readonly address: SerialAddress };

export interface RecorderOptions {
  /** The side that connects, and the side that is connected to; a terminal that dials its till is the caller. */
  readonly caller: End<'listen'>;
  readonly called: End<'connect'>;
  /** The side that calls; the till by default. */
  readonly callerIs?: Side;
  /** Called with every message, in order. */
  write(turn: RecordedTurn): void;
  readonly now?: () => number;
}

export interface Recorder {
  /** `HOST:PORT` or the path of the serial port, for the caller. */
  readonly address: string;
  /** The TCP port; 0 on a serial port. */
  readonly port: number;
  close(): Promise<void>;
}

type Opened = Required<RecorderOptions>;

/** Rejects with the reason of the system when the caller's side cannot be opened. */
export function record(options: RecorderOptions): Promise<Recorder> {
  const opened = { callerIs: 'till', now: Date.now, ...options } as const;
  const { caller, called } = opened;
  if (caller.type === 'serial') return fromPort(opened, caller.address);
  return called.type === 'connect'
    ? betweenSockets(opened, caller.address, called.address)
    : fromNetwork(opened, caller.address);
}

/** Passes bytes on unchanged and at once, and writes a copy down. */
async function betweenSockets(options: Opened, listen: TcpAddress, target: TcpAddress): Promise<Recorder> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, caller => join(caller, connect({ ...target, noDelay: true })));
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: tcpName({ ...listen, port }),
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function join(caller: Socket, called: Socket): void {
    const transcribe = transcriber(options.now);
    let isOver = false;
    pass(caller, called, options.callerIs);
    pass(called, caller, otherSide(options.callerIs));

    function pass(source: Socket, destination: Socket, from: Side): void {
      const deframer = tcpDeframer();
      sockets.add(source);
      source.on('data', bytes => {
        destination.write(bytes);
        for (const apdu of deframer.push(Buffer.from(bytes))) options.write(transcribe(from, apdu));
      });
      source.on('error', () => {}); // closes next
      source.once('close', () => {
        sockets.delete(source);
        if (!isOver) options.write(transcribe(from, 'hung up'));
        isOver = true;
        destination.end();
      });
    }
  }
}

/** Joins every connection with the serial port, which is open for the time of the conversation. */
async function fromNetwork(options: Opened, listen: TcpAddress): Promise<Recorder> {
  const conversations = new Set<Conversation>();
  const server = await listenTcp(listen, transport => {
    const link = linkOver(transport, 'listen', options.callerIs);
    const conversation = converse(options, link, () => link.close());
    conversations.add(conversation);
    void conversation.ended.then(() => conversations.delete(conversation));
  });
  return {
    address: tcpName({ ...listen, port: server.port }),
    port: server.port,
    async close() {
      for (const conversation of conversations) conversation.close();
      await server.close();
    },
  };
}

/** Joins the serial port with the other side, which is called whenever there is a message for it. */
async function fromPort(options: Opened, address: SerialAddress): Promise<Recorder> {
  const port = await openSerial(address);
  const conversation = converse(options, linkOver(port, 'serial', options.callerIs), () => {});
  return {
    address: address.path,
    port: 0,
    async close() {
      conversation.close();
      port.close();
      await port.closed;
    },
  };
}

interface Conversation {
  readonly ended: Promise<void>;
  close(): void;
}

/**
 * Passes message by message on, since each side of the recorder acknowledges the frames of its own serial line. `hangUp`
 * is called when the called side cannot be reached, or went away.
 */
function converse(options: Opened, caller: Link, hangUp: () => void): Conversation {
  const { callerIs, write } = options;
  const transcribe = transcriber(options.now);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let called: Promise<Link | undefined> | undefined;
  let isOver = false;
  caller.listen({
    apdu(apdu) {
      const copy = Buffer.from(apdu);
      write(transcribe(callerIs, copy));
      // An answer calls nobody: the side that asked is gone.
      if (!isAnswer(copy)) called ??= call();
      void called?.then(link => link?.send(copy));
    },
    down() {
      hungUp(callerIs);
      close();
    },
  });
  return { ended, close };

  async function call(): Promise<Link | undefined> {
    const link = await openEnd(options).catch(() => undefined);
    if (isOver) link?.close();
    else if (link) link.listen({ apdu: answered, down: lost });
    else lost();
    return isOver ? undefined : link;
  }

  function answered(apdu: Buffer): void {
    const copy = Buffer.from(apdu);
    write(transcribe(otherSide(callerIs), copy));
    caller.send(copy);
  }

  function lost(): void {
    called = undefined;
    hungUp(otherSide(callerIs));
    hangUp();
  }

  function hungUp(side: Side): void {
    if (!isOver) write(transcribe(side, 'hung up'));
  }

  function close(): void {
    isOver = true;
    void called?.then(link => link?.close());
    end();
  }
}

async function openEnd({ called, callerIs }: Opened): Promise<Link> {
  const isSerial = called.type === 'serial';
  const transport = isSerial ? await openSerial(called.address) : await connectTcp(called.address, CONNECT);
  return linkOver(transport, called.type, otherSide(callerIs));
}

/** Towards a till the recorder is the terminal, and towards a terminal the till. */
function linkOver(transport: Transport, type: End<'listen' | 'connect'>['type'], side: Side): Link {
  return type === 'serial' ? serialLink(transport, TIMERS, otherSide(side)) : tcpLink(transport, TIMERS);
}

const otherSide = (side: Side): Side => (side === 'till' ? 'terminal' : 'till');

/** The timers of the protocol, and the time for a connection, ms. */
const TIMERS = { t1: 200, t2: 5_000, t3: 5_000 };
const CONNECT = 10_000;
