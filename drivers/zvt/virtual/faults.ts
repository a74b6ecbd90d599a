/** Bends what the virtual terminal sends: pieces, glue, cuts, silence. Sits between its framing and its transport. */
import type { Transport } from '../../transport/transport.ts';
import type { LineFaults } from './behaviours.ts';

export interface FaultyTransport extends Transport {
  /** Sets the faults; counting begins anew. */
  arm(faults: LineFaults): void;
  /** Silence in both directions until the next `arm`. */
  mute(): void;
  /** Hangs up; a serial line cannot, it falls silent instead. */
  cut(): void;
}

const GLUE_MS = 50;

/** Wraps a transport; without faults it changes nothing. `hangsUp`: cutting ends it for good. */
export function faultyTransport(transport: Transport, hangsUp: boolean): FaultyTransport {
  let faults: LineFaults = {};
  let sent = 0;
  let muted = false;
  let held: Buffer[] = [];
  let release: NodeJS.Timeout | undefined;
  const pieces: Buffer[] = []; // the first one has just left

  return {
    get isDown() {
      return transport.isDown;
    },
    arm(next) {
      faults = next;
      sent = 0;
      muted = false;
    },
    mute() {
      muted = true;
    },
    cut,
    write(bytes) {
      if (transport.isDown) return false;
      if (!muted) hold(bytes);
      return true;
    },
    listen(listener) {
      transport.listen({
        bytes: chunk => (muted ? undefined : listener.bytes(chunk)),
        down: error => listener.down(error),
      });
    },
    close: () => transport.close(),
  };

  function hold(bytes: Buffer): void {
    clearTimeout(release);
    held.push(bytes);
    if (faults.glue && isAnswer(bytes)) release = setTimeout(flush, GLUE_MS);
    else flush();
  }

  function flush(): void {
    const bytes = Buffer.concat(held);
    held = [];
    const through = faults.cutAfter === undefined ? bytes : bytes.subarray(0, Math.max(0, faults.cutAfter - sent));
    sent += bytes.length;
    if (faults.pieces === undefined) transport.write(through);
    else inPieces(through, faults.pieces);
    if (faults.cutAfter !== undefined && sent >= faults.cutAfter) cut();
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

  function cut(): void {
    muted = true;
    if (hangsUp) setImmediate(() => transport.close());
  }
}

// 80 00, bare or in a serial frame.
function isAnswer(bytes: Buffer): boolean {
  return bytes[0] === 0x80 || (bytes[0] === 0x10 && bytes[2] === 0x80);
}
