/** Double of a transport for tests: two ends in memory that split, delay and cut the bytes between them. */
import { inbox, type Transport } from '../transport/transport.ts';

export interface MemoryFaults {
  /** Bytes of one piece; a whole write by default. */
  readonly pieces?: number;
  /** The line breaks after this number of bytes in this direction. */
  readonly cutAfter?: number;
}

/** Two ends of one line; `faults` apply to what `[0]` and `[1]` write. */
export function memoryLine(faults: readonly [MemoryFaults?, MemoryFaults?] = []): readonly [Transport, Transport] {
  const cut = () => {
    boxes[0].end();
    boxes[1].end();
  };
  const boxes = [inbox(cut), inbox(cut)] as const;
  return [memoryEnd(boxes[0], boxes[1], cut, faults[0]), memoryEnd(boxes[1], boxes[0], cut, faults[1])];
}

type Box = ReturnType<typeof inbox>;

function memoryEnd(
  mine: Box,
  theirs: Box,
  cut: () => void,
  { pieces, cutAfter = Number.POSITIVE_INFINITY }: MemoryFaults = {},
): Transport {
  let sent = 0;
  return {
    get isDown() {
      return mine.down;
    },
    write(bytes) {
      if (mine.down) return false;
      const through = bytes.subarray(0, cutAfter - sent);
      sent += bytes.length;
      for (const piece of inPieces(through, pieces ?? through.length)) setImmediate(theirs.bytes, piece);
      if (sent >= cutAfter) setImmediate(cut);
      return true;
    },
    listen: mine.listen,
    close: () => setImmediate(cut),
    reset: () => setImmediate(cut),
  };
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(Buffer.from(bytes.subarray(at, at + size)));
  return pieces;
}
