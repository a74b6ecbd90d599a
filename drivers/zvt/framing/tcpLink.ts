/** APDUs over TCP: no acknowledgement below the APDU, and a timer for a message that stops in the middle (ZVT "TCP/IP"). */
import { createTimeout } from '../../timeout.ts';
import type { Transport } from '../../transport/transport.ts';
import { ENOUGH, foreignProtocol } from './foreignProtocol.ts';
import type { Link, LinkDown, LinkTimers } from './link.ts';
import { tcpDeframer } from './tcpFrame.ts';

/** The whole of a message must come within this multiple of T3, which is about T4. */
const MAX_T3_PER_MESSAGE = 36;

const CLOSED: LinkDown = { code: 'lineLost', text: 'the other side closed the connection' };
/** Most servers of TLS say nothing to bytes that are none of theirs. */
const CLOSED_UNANSWERED = {
  de: 'Das Gerät hat die Verbindung ohne ein Byte Antwort geschlossen. So tut es eines, das nur TLS spricht (ZVT ohne TLS einschalten oder dessen Port eintragen), und eines, das nur bestimmte Kassen annimmt.',
  en: 'the device closed the connection without a byte of an answer: so does one that speaks TLS only (switch ZVT without TLS on, or name its port), and one that takes certain tills only',
};

/** Puts TCP framing on a transport. */
export function tcpLink(transport: Transport, timers: LinkTimers): Link {
  const deframer = tcpDeframer();
  const restOfMessage = createTimeout();
  let cause: LinkDown | undefined;
  let firstPieceAt = 0; // of the incomplete message
  let isAnswered = false; // any byte has come
  let head: Buffer | null = Buffer.alloc(0); // what came before the first message
  return {
    send(apdu, delivered) {
      const isSent = transport.write(apdu);
      if (isSent) delivered?.();
      return isSent;
    },
    listen(receiver) {
      transport.listen({
        bytes(chunk) {
          const skipped = deframer.skipped;
          isAnswered = true;
          const apdus = deframer.push(chunk);
          if (head && isForeign(chunk, apdus.length > 0)) return;
          if (deframer.skipped > skipped)
            receiver.noise?.(`${deframer.skipped - skipped} bytes of noise skipped`, true);
          if (deframer.pending === 0) {
            firstPieceAt = 0;
            restOfMessage.stop();
          } else waitForRest(apdus.length > 0);
          for (const apdu of apdus) receiver.apdu(apdu);
          if (deframer.pending > 0) receiver.piece?.();
        },
        down(error) {
          restOfMessage.stop();
          receiver.down(cause ?? lost(error));
        },
      });
    },
    close: () => transport.close(),
    reset: () => transport.reset(),
  };

  function lost(error: Error | undefined): LinkDown {
    if (error) return { code: 'lineLost', text: error.message };
    return isAnswered ? CLOSED : { code: 'lineLost', text: CLOSED_UNANSWERED.en, texts: CLOSED_UNANSWERED };
  }

  /** A device of another kind never becomes a terminal: the connection ends at once, and says which kind it is. */
  function isForeign(chunk: Buffer, hasMessage: boolean): boolean {
    head =
      hasMessage || head === null || head.length >= ENOUGH ? null : Buffer.concat([head, chunk]).subarray(0, ENOUGH);
    const texts = head && foreignProtocol(head);
    if (!texts) return false;
    cause = { code: 'garbled', text: texts.en, texts };
    transport.reset();
    return true;
  }

  /** T3 limits the gap between two pieces. A message that comes in too slowly as a whole is given up as well. */
  function waitForRest(isNewMessage: boolean): void {
    const now = performance.now();
    if (isNewMessage || firstPieceAt === 0) firstPieceAt = now;
    if (now - firstPieceAt > MAX_T3_PER_MESSAGE * timers.t3) giveUp();
    else restOfMessage.start(timers.t3, giveUp);
  }

  function giveUp(): void {
    cause = { code: 'garbled', text: `a message stopped after ${deframer.pending} bytes` };
    transport.reset();
  }
}
