/** Bends the bytes between the framing of the virtual terminal and its transport: pieces, glue, cuts, silence. */
import type { Transport, TransportReceiver } from '../../../transport/transport.ts';
import type { LineFaults } from './behaviours.ts';
import type { OrderedFaults } from './orderedFaults.ts';

export interface FaultyTransport extends Transport {
  /** Sets the faults of the behaviour; counting begins anew. */
  arm(faults: LineFaults): void;
  /** Silence in both directions until the next `arm` or `mend`. */
  mute(): void;
  mend(): void;
  /** Hangs up; a serial line cannot, it falls silent instead. */
  cut(): void;
  /** Closes the connection; a serial line stays as it is, and goes on. */
  hangUp(): void;
  /** Ends it for the listener: a serial line stays open underneath. */
  leave(): void;
}

export interface FaultyTransportParts {
  /** Cutting ends it for good. */
  readonly hangsUp: boolean;
  readonly orderedFaults: OrderedFaults;
  /** The line broke as ordered; it is cut already. */
  broken(): void;
}

interface LineState extends FaultyTransportParts {
  readonly transport: Transport;
  readonly sendPieces: (bytes: Buffer, size: number) => void;
  /** The faults of the behaviour. */
  faults: LineFaults;
  /** Bytes since the faults were armed. */
  sent: number;
  isMuted: boolean;
  isGone: boolean;
  /** Messages that wait to leave in one piece. */
  held: Buffer[];
  release: NodeJS.Timeout | undefined;
  listener: TransportReceiver | undefined;
}

/** Wraps a transport; without faults it changes nothing. */
export function faultyTransport(transport: Transport, parts: FaultyTransportParts): FaultyTransport {
  const line: LineState = {
    ...parts,
    transport,
    sendPieces: pieceSender(transport),
    ...{ faults: {}, sent: 0, isMuted: false, isGone: false, held: [], release: undefined, listener: undefined },
  };
  return {
    get isDown() {
      return line.isGone || transport.isDown;
    },
    arm(faults) {
      Object.assign(line, { faults, sent: 0, isMuted: false });
    },
    mute() {
      line.isMuted = true;
    },
    mend() {
      line.isMuted = false;
    },
    cut: () => cut(line),
    hangUp() {
      if (line.hangsUp) transport.close();
    },
    leave() {
      line.isGone = true;
      line.listener?.down();
    },
    write(bytes) {
      if (line.isGone || transport.isDown) return false;
      if (!line.isMuted) hold(line, bytes);
      return true;
    },
    listen: listener => listen(line, listener),
    close: () => transport.close(),
    reset: () => transport.reset(),
  };
}

function listen(line: LineState, listener: TransportReceiver): void {
  const { transport, orderedFaults } = line;
  line.listener = listener;
  transport.listen({
    bytes: chunk => receive(line, chunk),
    down: error => (line.isGone ? undefined : listener.down(error)),
  });
  const { banner } = orderedFaults.armed;
  if (banner !== undefined) transport.write(Buffer.from(banner, 'hex'));
}

function receive(line: LineState, chunk: Buffer): void {
  if (line.isMuted || line.isGone) return;
  const { bytes, breaks } = line.orderedFaults.incoming(chunk);
  if (bytes.length > 0) line.listener?.bytes(bytes);
  if (breaks) breakOff(line);
}

const GLUE_MS = 50;

function hold(line: LineState, bytes: Buffer): void {
  clearTimeout(line.release);
  line.held.push(bytes);
  if (line.faults.glue && isAnswer(bytes)) line.release = setTimeout(() => flush(line), GLUE_MS);
  else flush(line);
}

function flush(line: LineState): void {
  const { held, faults, transport } = line;
  line.held = [];
  const { bytes, breaks } = line.orderedFaults.outgoing(held.length === 1 ? held[0]! : Buffer.concat(held));
  const { cutAfter, pieces } = faults;
  const through = cutAfter === undefined ? bytes : bytes.subarray(0, Math.max(0, cutAfter - line.sent));
  line.sent += bytes.length;
  if (pieces !== undefined) line.sendPieces(through, pieces);
  else if (through.length > 0) transport.write(through);
  if (cutAfter !== undefined && line.sent >= cutAfter) cut(line);
  if (breaks) breakOff(line);
}

function breakOff(line: LineState): void {
  cut(line);
  line.broken();
}

function cut(line: LineState): void {
  line.isMuted = true;
  if (line.hangsUp) setImmediate(() => line.transport.close());
}

const LARGEST_PIECE = 16;

/** Sends pieces of so many bytes, 0 = random sizes, one in a round of the event loop: each is a segment of its own. */
function pieceSender(transport: Transport): (bytes: Buffer, size: number) => void {
  const pieces: Buffer[] = []; // the first one has just left
  return (bytes, size) => {
    const isIdle = pieces.length === 0;
    for (let at = 0; at < bytes.length; ) {
      const length = size > 0 ? size : 1 + Math.floor(Math.random() * LARGEST_PIECE);
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    }
    if (isIdle) sendFirst();
  };

  function sendFirst(): void {
    const piece = pieces[0];
    if (!piece) return;
    transport.write(piece);
    setImmediate(() => {
      pieces.shift();
      sendFirst();
    });
  }
}

/** 80 00, bare or in a serial frame. */
function isAnswer(bytes: Buffer): boolean {
  return bytes[0] === 0x80 || (bytes[0] === 0x10 && bytes[2] === 0x80);
}
