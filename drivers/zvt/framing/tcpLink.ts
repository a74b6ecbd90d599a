/** APDUs over TCP: no acknowledgement below the APDU, one timer for messages that stop in the middle. */
import { patience } from '../../patience.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Link, LinkDown, LinkTimers } from './link.ts';
import { tcpDeframer } from './tcpFrame.ts';

/** Puts TCP framing on a transport. */
export function tcpLink(transport: Transport, timers: LinkTimers): Link {
  const deframer = tcpDeframer();
  const rest = patience();
  let cause: LinkDown | undefined;
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
          if (deframer.pending === 0) rest.stop();
          else rest.start(timers.t3, () => giveUp());
          for (const apdu of apdus) listener.apdu(apdu);
        },
        down(error) {
          rest.stop();
          listener.down(cause ?? { code: 'lineLost', text: error?.message ?? 'the other side closed the connection' });
        },
      });
    },
    close: () => transport.close(),
  };

  function giveUp(): void {
    cause = { code: 'garbled', text: `a message stopped after ${deframer.pending} bytes` };
    transport.close();
  }
}
