/**
 * The line between bridge and terminal, cut at any byte: a proxy over real TCP, whichever side calls, or over two real
 * serial lines. Counts what passes in each direction, and which commands reached the terminal. A cut loses what the line has
 * not carried, or keeps it and delivers it late.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ptyPair } from '../../drivers/doubles/ptyPair.ts';
import type { VirtualTerminalOptions } from '../../drivers/simulator/zvt/start.ts';
import type { Connection } from '../../drivers/terminal.ts';
import { openSerial } from '../../drivers/transport/serial.ts';
import { connectTcp, listenTcp, type TcpAddress } from '../../drivers/transport/tcp.ts';
import type { Transport } from '../../drivers/transport/transport.ts';
import { apduData } from '../../drivers/zvt/codec/lengths.ts';
import { serialDeframer } from '../../drivers/zvt/framing/serialFrame.ts';
import { tcpDeframer } from '../../drivers/zvt/framing/tcpFrame.ts';
import { type Direction, JoinedEnds, type Lateness } from './joinedEnds.ts';

export type { Direction, Lateness } from './joinedEnds.ts';
/** `tcpListen`: the terminal is the one that calls. */
export type TransportName = 'tcp' | 'serial' | 'tcpListen';
/** `opi`: both channels of an O.P.I. terminal, each called by the other side. */
export type LineName = TransportName | 'opi';

/**
 * The line dies once `after` bytes went in that direction; 0: before the first one does. `before` names a message by its
 * control bytes, a request of O.P.I. by its RequestType: the line dies before the first byte of it, however much went before; `since` counts only what comes once
 * the terminal has that command.
 */
export interface Cut {
  readonly direction: Direction;
  readonly after: number;
  readonly before?: number | string;
  readonly since?: number;
  /** Nothing is lost, it comes late; left out: it is lost. */
  readonly late?: Lateness;
}

export interface ChaosLine {
  /** Where the bridge finds its terminal. */
  readonly connection: Connection;
  /** How the terminal is at its other end. */
  readonly terminalEnd: Pick<VirtualTerminalOptions, 'port' | 'serial' | 'call' | 'callPauses'>;
  /** O.P.I.: where the terminal reaches channel 1, and where the till listens for it. */
  readonly deviceEnd?: { readonly terminal: TcpAddress; readonly till: number };
  /** The connections to the terminal that stand, and whether any of them still keeps bytes. */
  readonly connections: number;
  readonly isStalled: boolean;
  /** Counting begins anew. `onCut` runs at the very byte, before anybody can react. */
  begin(cut: Cut | null, onCut: () => void): void;
  readonly carried: Readonly<Record<Direction, number>>;
  /** How often a command with these control bytes reached the terminal since `begin`. */
  arrived(control: number): number;
  /** TCP: whether a message passes; null: all do. Whoever wrote one that does not pass hears nothing of it. */
  filter(passes: ((direction: Direction, control: number) => boolean) | null): void;
  /** TCP: so long every byte takes from now on, ms. */
  pace(ms: number): void;
  /** The line works again, to a terminal that may listen elsewhere now. */
  heal(terminalPort?: number): void;
  close(): Promise<void>;
}

export async function openChaosLine(transport: LineName): Promise<ChaosLine> {
  const meter = openMeter(transport);
  const { face } = meter;
  return {
    ...(await ways[transport](meter)),
    get connections() {
      return meter.joined.size;
    },
    get isStalled() {
      return [...meter.joined].some(({ isStalled }) => isStalled);
    },
    begin: face.begin,
    arrived: face.arrived,
    filter: face.filter,
    pace: face.pace,
    get carried() {
      return face.carried;
    },
  };
}

/** The parts in which the transports differ. */
type Way = Omit<ChaosLine, keyof Meter['face'] | 'connections' | 'isStalled'>;

const ways: Readonly<Record<LineName, (meter: Meter) => Promise<Way>>> = {
  tcp: tcpLine,
  serial: serialLine,
  tcpListen: callingLine,
  opi: opiLine,
};

async function tcpLine(meter: Meter): Promise<Way> {
  let target = 0;
  const joined = joint(meter);
  const listener = await listenTcp(anyPort(), till => {
    void joined(till, { host: '127.0.0.1', port: target }, end => ({ till, terminal: end }));
  });
  return {
    connection: { type: 'tcp', host: '127.0.0.1', port: listener.port },
    terminalEnd: { port: 0 },
    heal(port) {
      target = port ?? target;
      meter.heal();
    },
    close: listener.close,
  };
}

/** The bridge listens; the terminal calls this proxy, and calls again as long as nobody takes it. */
async function callingLine(meter: Meter): Promise<Way> {
  const till = { host: '127.0.0.1', port: await quietPort() };
  const joined = joint(meter);
  const listener = await listenTcp(anyPort(), terminal => {
    void joined(terminal, till, end => ({ till: end, terminal }));
  });
  return {
    connection: { type: 'tcpListen', ...till },
    terminalEnd: { call: { host: '127.0.0.1', port: listener.port }, callPauses: [5, 50] },
    heal: () => meter.heal(),
    close: listener.close,
  };
}

/** Channel 0 as over TCP; channel 1 is called by the terminal, through a proxy of its own. */
async function opiLine(meter: Meter): Promise<Way> {
  const till = { host: '127.0.0.1', port: await quietPort() };
  const channel0 = await tcpLine(meter);
  const joined = joint(meter);
  const channel1 = await listenTcp(anyPort(), terminal => {
    void joined(terminal, till, end => ({ till: end, terminal }));
  });
  return {
    ...channel0,
    deviceEnd: { terminal: { host: '127.0.0.1', port: channel1.port }, till: till.port },
    close: async () => void (await Promise.all([channel0.close(), channel1.close()])),
  };
}

const anyPort = (): TcpAddress => ({ host: '127.0.0.1', port: 0 });

/** Below those that the system gives to connections of its own: one of them would be in the way after a restart. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (free) return port;
  }
}

interface Ends {
  readonly till: Transport;
  readonly terminal: Transport;
}

/** Connects whoever called to the other side; a cut ends both connections, and none stands until it is healed. */
function joint(meter: Meter) {
  return async (caller: Transport, called: TcpAddress, ends: (other: Transport) => Ends): Promise<void> => {
    const other = meter.isCut ? undefined : await connectTcp(called, 2000).catch(() => undefined);
    if (!other || meter.isCut) {
      caller.close();
      return other?.close();
    }
    const { till, terminal } = ends(other);
    const joined = new JoinedEnds({
      toTerminal: { from: till, to: terminal, write: paced(terminal, meter) },
      toTill: { from: terminal, to: till, write: paced(till, meter) },
      pass: meter.connection(),
      cutIfDue: () => meter.cutIfDue(),
      over: () => meter.joined.delete(joined),
    });
    meter.joined.add(joined);
    joined.carry();
  };
}

/** Byte by byte where the line is slow, in the order they came. */
function paced(to: Transport, { face }: Meter) {
  let queue: Promise<void> | undefined;
  const write = (bytes: Buffer) => {
    if (face.slowness === 0) return void to.write(bytes);
    queue = (queue ?? Promise.resolve()).then(async () => {
      for (let at = 0; at < bytes.length; at += 1) {
        await pause(face.slowness);
        to.write(bytes.subarray(at, at + 1));
      }
    });
  };
  /** Bytes that were sent before the end of the connection arrive before it. */
  const drained = (then: () => void) => void (queue ? queue.then(then) : then());
  return Object.assign(write, { drained });
}

/** Two null modems with this proxy between them. A cut is a pulled cable: nothing passes until it is healed. */
async function serialLine(meter: Meter): Promise<Way> {
  const [near, far] = await Promise.all([ptyPair(), ptyPair()]);
  const [till, terminal] = await Promise.all([openSerial({ path: near.terminal }), openSerial({ path: far.till })]);
  const through = meter.connection();
  const carry = (from: Transport, to: Transport, direction: Direction) =>
    from.listen({
      bytes: chunk => {
        const passed = meter.isCut ? NOTHING : through(direction, chunk);
        if (passed.length > 0) to.write(passed);
        meter.cutIfDue();
      },
      down: () => undefined,
    });
  carry(till, terminal, 'toTerminal');
  carry(terminal, till, 'toTill');
  return {
    connection: { type: 'serial', path: near.till },
    terminalEnd: { serial: far.terminal },
    heal: () => meter.heal(),
    async close() {
      till.close();
      terminal.close();
      await Promise.all([near.close(), far.close()]);
    },
  };
}

const NOTHING = Buffer.alloc(0);

interface Meter {
  readonly face: Pick<ChaosLine, 'begin' | 'carried' | 'arrived' | 'filter' | 'pace'> & { readonly slowness: number };
  readonly isCut: boolean;
  /** For one connection: takes bytes, answers those that may pass. */
  connection(): (direction: Direction, bytes: Buffer) => Buffer;
  cutIfDue(): void;
  /** The connections that stand. */
  readonly joined: Set<JoinedEnds>;
  heal(): void;
}

function openMeter(transport: LineName): Meter {
  const joined = new Set<JoinedEnds>();
  let planned: Cut | null = null;
  let resolveCut: () => void = () => {};
  let isCut = false;
  let due = false;
  let carried = { toTerminal: 0, toTill: 0 };
  let arrived = new Map<number, number>();
  let passes: ((direction: Direction, control: number) => boolean) | null = null;
  let slowness = 0;

  /** Before the first byte when nothing may pass, after the last one otherwise. */
  function limited(direction: Direction, bytes: Buffer): Buffer {
    if (planned?.direction !== direction) return bytes;
    const counts = planned.since === undefined || (arrived.get(planned.since) ?? 0) > 0;
    if (!counts) return bytes;
    const room = roomFor(planned, bytes, carried[direction]);
    due = bytes.length >= room;
    return bytes.subarray(0, room);
  }

  return {
    face: {
      begin(cut, onCut) {
        planned = cut;
        resolveCut = onCut;
        carried = { toTerminal: 0, toTill: 0 };
        arrived = new Map();
      },
      get carried() {
        return carried;
      },
      arrived: control => arrived.get(control) ?? 0,
      filter: filter => {
        passes = filter;
      },
      pace: ms => {
        slowness = ms;
      },
      get slowness() {
        return slowness;
      },
    },
    get isCut() {
      return isCut;
    },
    connection() {
      const commandsIn = commandReader(transport);
      return (direction, bytes) => {
        const passed = limited(direction, passes ? filtered(direction, bytes, passes) : bytes);
        carried = { ...carried, [direction]: carried[direction] + passed.length };
        if (direction === 'toTerminal')
          for (const control of commandsIn(passed)) arrived.set(control, (arrived.get(control) ?? 0) + 1);
        return passed;
      };
    },
    cutIfDue() {
      if (!due || isCut) return;
      due = false;
      const late = planned?.late;
      planned = null;
      isCut = true;
      for (const connection of joined) connection.breakUp(late);
      resolveCut();
    },
    joined,
    heal() {
      isCut = false;
      for (const connection of joined) connection.heal();
    },
  };
}

/** Without the messages that do not pass. */
function filtered(
  direction: Direction,
  bytes: Buffer,
  passes: (direction: Direction, control: number) => boolean,
): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 2 < bytes.length; ) {
    const end = apduData(bytes, at, bytes.length)?.end ?? bytes.length;
    if (passes(direction, bytes.readUInt16BE(at))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** Bytes that may still pass. Both sides write whole messages, so a piece of the stream begins with one. */
function roomFor({ after, before }: Cut, bytes: Buffer, carried: number): number {
  if (before === undefined) return after - carried;
  if (typeof before === 'string') return bytes.includes(`"${before}"`) ? 0 : Number.POSITIVE_INFINITY;
  for (let at = 0; at + 2 < bytes.length; at = apduData(bytes, at, bytes.length)?.end ?? bytes.length)
    if (bytes.readUInt16BE(at) === before) return at;
  return Number.POSITIVE_INFINITY;
}

/** Control bytes of the whole APDUs in a stream; a serial frame that is repeated is one command. */
function commandReader(transport: LineName): (bytes: Buffer) => readonly number[] {
  if (transport === 'opi') return () => [];
  if (transport !== 'serial') {
    const deframer = tcpDeframer();
    return bytes => deframer.push(Buffer.from(bytes)).filter(asksNothing).map(controlOf);
  }
  const deframer = serialDeframer();
  let last = NOTHING;
  return bytes =>
    deframer.push(Buffer.from(bytes)).flatMap(event => {
      if (event.type !== 'frame' || last.equals(event.apdu)) return [];
      last = Buffer.from(event.apdu);
      return [last].filter(asksNothing).map(controlOf);
    });
}

/** 06 23 with receipt number FFFF only asks for the open pre-authorisations. */
const asksNothing = (apdu: Buffer): boolean => !(controlOf(apdu) === 0x0623 && apdu.includes('87ffff', 'hex'));

const controlOf = (apdu: Buffer): number => apdu.readUInt16BE(0);
