/** APDUs in a TCP stream: back to back, split anywhere, now and then with noise between them (ZVT transport, TCP). */
import { apduData } from '../codec/lengths.ts';
import { packetOf } from '../codec/packets.ts';

export interface TcpDeframer {
  /** Takes a piece of the stream, which now belongs to the deframer, and answers the APDUs it completes. */
  push(chunk: Buffer): readonly Buffer[];
  /** Bytes of an APDU that is not complete yet. */
  readonly pending: number;
  /** Bytes skipped as noise since the beginning. */
  readonly skipped: number;
}

/** A deframer for one connection; it holds at most one APDU (64 KiB). */
export function tcpDeframer(): TcpDeframer {
  let pieces: Buffer[] = [];
  let pending = 0;
  let wanted = 0; // bytes without which looking again is pointless
  let skipped = 0;
  let inStep = true;
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
      if (pending < wanted) return [];
      const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, pending);
      const cut = cutApdus(bytes, inStep);
      pieces = cut.at < bytes.length ? [bytes.subarray(cut.at)] : [];
      pending = bytes.length - cut.at;
      wanted = cut.wanted;
      skipped += cut.skipped;
      inStep = cut.inStep;
      return cut.apdus;
    },
  };
}

interface Cut {
  readonly apdus: Buffer[];
  readonly at: number;
  readonly wanted: number;
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
    if (!span || span.end > bytes.length) return { apdus, at, wanted: (span?.end ?? at + 3) - at, skipped, inStep };
    apdus.push(bytes.subarray(at, span.end));
    at = span.end;
  }
  return { apdus, at, wanted: 0, skipped, inStep };
}

const CLASSES = new Set([0x04, 0x05, 0x06, 0x08, 0x0f, 0x80, 0x84]);

// In step any command of a known class is believed, also one nobody described. After noise only control bytes from the
// table bring the stream back into step: a banner or a wrong length must not be read as a header of 64 KiB.
function isHeader(bytes: Buffer, at: number, inStep: boolean): boolean {
  return inStep ? CLASSES.has(bytes[at]!) : packetOf(bytes[at]! * 256 + bytes[at + 1]!) !== undefined;
}
