/** A line that carries whole APDUs in both directions, over whichever transport is below. */
import type { Texts } from '../../terminal.ts';

export interface Link {
  /**
   * Sends an APDU. False when the line was already down: then not a single byte left. `delivered` is called when the other
   * side has the APDU, as far as the line can tell.
   */
  send(apdu: Buffer, delivered?: () => void): boolean;
  /** Sets the one receiver. */
  listen(receiver: LinkReceiver): void;
  /** Ends the line in order: what was sent is still delivered. */
  close(): void;
  /** Cuts the line so that nothing of what was sent arrives later. */
  reset(): void;
}

export interface LinkReceiver {
  apdu(apdu: Buffer): void;
  /** TCP: a part of a message has come, and the rest is on its way. */
  piece?(): void;
  /** Bytes were skipped. `lost`: a message may be missing; on a serial line the sender repeats it. */
  noise?(text: string, lost: boolean): void;
  /** Called once, after all other calls. */
  down(cause: LinkDown): void;
}

export interface LinkDown {
  readonly code: 'lineLost' | 'silent' | 'garbled';
  readonly text: string;
  readonly texts?: Texts;
}

/** Milliseconds. */
export interface LinkTimers {
  /** Serial: longest gap between two bytes of a frame. */
  readonly t1: number;
  /** Serial: frame to ACK or NAK. */
  readonly t2: number;
  /** TCP: longest gap between two pieces of an APDU. */
  readonly t3: number;
}
