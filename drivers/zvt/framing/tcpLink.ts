/** APDUs over TCP: no acknowledgement below the APDU, one timer for messages that stop in the middle. */
import { createTimeout } from '../../timeout.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Link, LinkDown, LinkTimers } from './link.ts';
import { tcpDeframer } from './tcpFrame.ts';

/** A message of 64 KiB comes within so many times T3 on any line that is worth its name: as long as T4 lasts. */
const MOST_OF_T3 = 36;

/** Puts TCP framing on a transport. */
export function tcpLink(transport: Transport, timers: LinkTimers): Link {
  const deframer = tcpDeframer();
  const rest = createTimeout();
  let cause: LinkDown | undefined;
  let begun = 0; // when the first piece of the message came that is not whole yet
  return {
    send(apdu, delivered) {
      const handed = transport.write(apdu);
      if (handed) delivered?.();
      return handed;
    },
    listen(listener) {
      transport.listen({
        bytes(chunk) {
          const skipped = deframer.skipped;
          const apdus = deframer.push(chunk);
          if (deframer.skipped > skipped)
            listener.noise?.(`${deframer.skipped - skipped} bytes of noise skipped`, true);
          if (deframer.pending === 0) {
            begun = 0;
            rest.stop();
          } else waitForRest(apdus.length > 0);
          for (const apdu of apdus) listener.apdu(apdu);
          if (deframer.pending > 0) listener.piece?.();
        },
        down(error) {
          rest.stop();
          listener.down(cause ?? { code: 'lineLost', text: error?.message ?? 'the other side closed the connection' });
        },
      });
    },
    close: () => transport.close(),
  };

  /** ZVT chapter "TCP/IP": T3 runs between two pieces. A message that only trickles is given up all the same. */
  function waitForRest(isNext: boolean): void {
    const now = performance.now();
    if (isNext || begun === 0) begun = now;
    if (now - begun > MOST_OF_T3 * timers.t3) giveUp();
    else rest.start(timers.t3, giveUp);
  }

  function giveUp(): void {
    cause = { code: 'garbled', text: `a message stopped after ${deframer.pending} bytes` };
    transport.close();
  }
}
