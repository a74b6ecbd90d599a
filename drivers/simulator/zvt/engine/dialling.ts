/** A terminal that calls its till: it connects by itself, and calls again when the line is cut. */
import { connectTcp, type TcpAddress } from '../../../transport/tcp.ts';
import type { SystemTransport } from '../../../transport/transport.ts';

export interface DiallingParts {
  readonly till: TcpAddress;
  /** Milliseconds from a line that ended, or was not taken, to the next call: at first, and at most. */
  readonly pauses: readonly [first: number, most: number];
  /** It is switched off. */
  isDown(): boolean;
  /** Takes over a line that stands. */
  accept(line: SystemTransport): void;
}

export interface Dialling {
  close(): Promise<void>;
}

/** How long a till may take to pick up, ms. */
const PATIENCE = 5_000;

/** Calls at once and for as long as it is not closed; after calls in vain twice as late each time. */
export function dialTill({ till, pauses: [first, most], isDown, accept }: DiallingParts): Dialling {
  let isOver = false;
  let line: SystemTransport | undefined;
  let wake: () => void = () => {};
  const ended = call();
  return {
    async close() {
      isOver = true;
      wake();
      line?.close();
      await ended;
    },
  };

  async function call(): Promise<void> {
    let pause = first;
    while (!isOver) {
      const isOff = isDown();
      line = isOff ? undefined : await connectTcp(till, PATIENCE).catch(() => undefined);
      if (line) pause = (await heldFor(line)) ? first : pause;
      if (!isOver) await waited(pause);
      pause = isOff ? first : Math.min(2 * pause, most);
    }
  }

  /** Over the whole life of a line: was anything said to the terminal? Who is hung up on at once calls later. */
  async function heldFor(stands: SystemTransport): Promise<boolean> {
    let heard = false;
    if (isOver) stands.close();
    else
      accept({
        ...stands,
        get isDown() {
          return stands.isDown;
        },
        listen: listener =>
          stands.listen({
            ...listener,
            bytes(chunk) {
              heard = true;
              listener.bytes(chunk);
            },
            down: error => listener.down(error),
          }),
      });
    await stands.closed;
    return heard;
  }

  function waited(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
