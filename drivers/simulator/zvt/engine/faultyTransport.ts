/** Bends what the virtual terminal sends and hears: pieces, glue, cuts, silence. Sits between its framing and its transport. */
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

const GLUE_MS = 50;

export interface FaultyLine {
  /** Cutting ends it for good. */
  readonly hangsUp: boolean;
  readonly gate: OrderedFaults;
  /** The line broke as ordered; it is cut already. */
  broken(): void;
}

/** Wraps a transport; without faults it changes nothing. */
export function faultyTransport(transport: Transport, { hangsUp, gate, broken }: FaultyLine): FaultyTransport {
  let faults: LineFaults = {};
  let sent = 0;
  let muted = false;
  let gone = false;
  let held: Buffer[] = [];
  let release: NodeJS.Timeout | undefined;
  let listener: TransportReceiver | undefined;
  const pieces: Buffer[] = []; // the first one has just left

  return {
    get isDown() {
      return gone || transport.isDown;
    },
    arm(next) {
      faults = next;
      sent = 0;
      muted = false;
    },
    mute() {
      muted = true;
    },
    mend() {
      muted = false;
    },
    cut,
    hangUp() {
      if (hangsUp) transport.close();
    },
    leave() {
      gone = true;
      listener?.down();
    },
    write(bytes) {
      if (gone || transport.isDown) return false;
      if (!muted) hold(bytes);
      return true;
    },
    listen(named) {
      listener = named;
      transport.listen({ bytes: hear, down: error => (gone ? undefined : named.down(error)) });
      const { banner } = gate.armed;
      if (banner !== undefined) transport.write(Buffer.from(banner, 'hex'));
    },
    close: () => transport.close(),
  };

  function hear(chunk: Buffer): void {
    if (muted || gone) return;
    const { bytes, breaks } = gate.incoming(chunk);
    if (bytes.length > 0) listener?.bytes(bytes);
    if (breaks) breakOff();
  }

  function hold(bytes: Buffer): void {
    clearTimeout(release);
    held.push(bytes);
    if (faults.glue && isAnswer(bytes)) release = setTimeout(flush, GLUE_MS);
    else flush();
  }

  function flush(): void {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [];
    const { bytes, breaks } = gate.outgoing(all);
    const through = faults.cutAfter === undefined ? bytes : bytes.subarray(0, Math.max(0, faults.cutAfter - sent));
    sent += bytes.length;
    if (through.length > 0 && faults.pieces === undefined) transport.write(through);
    else if (faults.pieces !== undefined) inPieces(through, faults.pieces);
    if (faults.cutAfter !== undefined && sent >= faults.cutAfter) cut();
    if (breaks) breakOff();
  }

  function inPieces(bytes: Buffer, size: number): void {
    const idle = pieces.length === 0;
    for (let at = 0; at < bytes.length; ) {
      const length = size > 0 ? size : 1 + Math.floor(Math.random() * 16);
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    }
    if (idle) sendPiece();
  }

  // One round of the event loop between two pieces, so that they leave as segments of their own.
  function sendPiece(): void {
    const piece = pieces[0];
    if (!piece) return;
    transport.write(piece);
    setImmediate(() => {
      pieces.shift();
      sendPiece();
    });
  }

  function breakOff(): void {
    cut();
    broken();
  }

  function cut(): void {
    muted = true;
    if (hangsUp) setImmediate(() => transport.close());
  }
}

// 80 00, bare or in a serial frame.
function isAnswer(bytes: Buffer): boolean {
  return bytes[0] === 0x80 || (bytes[0] === 0x10 && bytes[2] === 0x80);
}
