/** APDUs over TCP: no acknowledgement below the APDU, and a timer for a message that stops in the middle (ZVT "TCP/IP"). */
import { createTimeout } from '../../timeout.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Link, LinkDown, LinkTimers } from './link.ts';
import { tcpDeframer } from './tcpFrame.ts';

/** The whole of a message must come within this multiple of T3, which is about T4. */
const MAX_T3_PER_MESSAGE = 36;

/** Puts TCP framing on a transport. */
export function tcpLink(transport: Transport, timers: LinkTimers): Link {
  const deframer = tcpDeframer();
  const restOfMessage = createTimeout();
  let cause: LinkDown | undefined;
  let firstPieceAt = 0; // of the incomplete message
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
          const apdus = deframer.push(chunk);
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
          receiver.down(cause ?? { code: 'lineLost', text: error?.message ?? 'the other side closed the connection' });
        },
      });
    },
    close: () => transport.close(),
    reset: () => transport.reset(),
  };

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
