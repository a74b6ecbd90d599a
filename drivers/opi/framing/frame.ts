/** Frames of both channels: four bytes of length, the high one first, and as many bytes of XML. */

/** No message of O.P.I. is longer: a peer that announces more bytes has lost its place, or means harm. */
export const MOST_BYTES = 256 * 1024;

const PREFIX = 4;

/** A length that no message has; after it the begin of the next frame is unknown. */
export class FrameError extends Error {}

/** Throws a RangeError for a message longer than a frame may be. */
export function frame(message: Buffer): Buffer {
  if (message.length > MOST_BYTES) throw new RangeError(`a message of ${message.length} bytes fits in no frame`);
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(message.length);
  return Buffer.concat([prefix, message]);
}

export interface Deframer {
  /** The messages that are complete now; throws a FrameError for an impossible length. */
  push(chunk: Buffer): Buffer[];
}

/** Takes pieces that are cut anywhere; never keeps more than one frame and the current piece. */
export function deframer(): Deframer {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = PREFIX;
  let inBody = false;

  return {
    push(chunk) {
      pieces.push(chunk);
      held += chunk.length;
      const messages: Buffer[] = [];
      while (held >= wanted) {
        const part = take(wanted);
        if (inBody) messages.push(part);
        wanted = inBody ? PREFIX : lengthOf(part);
        inBody = !inBody;
      }
      return messages;
    },
  };

  function take(count: number): Buffer {
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = all.length > count ? [all.subarray(count)] : [];
    held = all.length - count;
    return all.subarray(0, count);
  }
}

function lengthOf(prefix: Buffer): number {
  const length = prefix.readUInt32BE();
  if (length === 0 || length > MOST_BYTES) throw new FrameError(`a frame announced ${length} bytes`);
  return length;
}
