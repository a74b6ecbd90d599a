/** Cuts a TCP stream into APDUs, which follow each other directly; noise between them is skipped (ZVT "TCP/IP"). */
import { apduData } from '../codec/lengths.ts';
import { packetOf } from '../codec/packets.ts';

export interface TcpDeframer {
  /** Takes over the next piece of the stream, and returns the APDUs that it completes. */
  push(chunk: Buffer): readonly Buffer[];
  /** Bytes held of an incomplete APDU. */
  readonly pending: number;
  /** Bytes skipped as noise since the deframer was created. */
  readonly skipped: number;
}

/** A deframer for one connection. It holds at most one APDU (64 KiB). */
export function tcpDeframer(): TcpDeframer {
  let pieces: Buffer[] = [];
  let pending = 0;
  let needed = 0; // pending bytes required to complete the next APDU
  let skipped = 0;
  let inStep = true; // the next byte is expected to begin an APDU
  return {
    get pending() {
      return pending;
    },
    get skipped() {
      return skipped;
    },
    push(chunk) {
      pieces.push(chunk);
      pending += chunk.length;
      if (pending < needed) return [];
      const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, pending);
      const cut = cutApdus(bytes, inStep);
      pieces = cut.at < bytes.length ? [bytes.subarray(cut.at)] : [];
      pending = bytes.length - cut.at;
      needed = cut.needed;
      skipped += cut.skipped;
      inStep = cut.inStep;
      return cut.apdus;
    },
  };
}

interface Cut {
  readonly apdus: Buffer[];
  readonly at: number;
  readonly needed: number;
  readonly skipped: number;
  readonly inStep: boolean;
}

function cutApdus(bytes: Buffer, startInStep: boolean): Cut {
  const apdus: Buffer[] = [];
  let at = 0;
  let skipped = 0;
  let inStep = startInStep;
  while (bytes.length - at >= 2) {
    inStep = isHeader(bytes, at, inStep);
    if (!inStep) {
      at++;
      skipped++;
      continue;
    }
    const span = apduData(bytes, at, bytes.length);
    if (!span || span.end > bytes.length) return { apdus, at, needed: (span?.end ?? at + 3) - at, skipped, inStep };
    apdus.push(bytes.subarray(at, span.end));
    at = span.end;
  }
  return { apdus, at, needed: 0, skipped, inStep };
}

const CLASS_BYTES = new Set([0x04, 0x05, 0x06, 0x08, 0x0f, 0x80, 0x84]);

// In step, any command of a known class counts as a header, even one that `packets.ts` does not list. After noise only a
// listed command does: a banner or a wrong length must not be read as the header of an APDU of 64 KiB.
function isHeader(bytes: Buffer, at: number, inStep: boolean): boolean {
  return inStep ? CLASS_BYTES.has(bytes[at]!) : packetOf(bytes[at]! * 256 + bytes[at + 1]!) !== undefined;
}
