/** Dials the till, for a terminal that connects by itself, and dials again when the line is cut. */
import { connectTcp, type TcpAddress } from '../../../transport/tcp.ts';
import type { SystemTransport } from '../../../transport/transport.ts';

export interface DiallingParts {
  readonly till: TcpAddress;
  /** Milliseconds from the end of a line, or from a call in vain, to the next call: at first, and at most. */
  readonly pauses: readonly [first: number, most: number];
  /** The terminal is switched off. */
  isDown(): boolean;
  /** Takes over a connected line. */
  accept(line: SystemTransport): void;
}

export interface Dialling {
  close(): Promise<void>;
}

/** Milliseconds that a till may take to accept the call. */
const CONNECT_TIMEOUT = 5_000;

/** Calls at once, and again until it is closed; after every call in vain the pause doubles. */
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
      line = isOff ? undefined : await connectTcp(till, CONNECT_TIMEOUT).catch(() => undefined);
      if (line) pause = (await hold(line)) ? first : pause;
      if (!isOver) await waitFor(pause);
      pause = isOff ? first : Math.min(2 * pause, most);
    }
  }

  /** Holds a line until it ends. False when the till sent no byte: a till that hangs up at once is called later. */
  async function hold(connected: SystemTransport): Promise<boolean> {
    let hasReceived = false;
    if (isOver) connected.close();
    else
      accept({
        ...connected,
        get isDown() {
          return connected.isDown;
        },
        listen: listener =>
          connected.listen({
            ...listener,
            bytes(chunk) {
              hasReceived = true;
              listener.bytes(chunk);
            },
            down: error => listener.down(error),
          }),
      });
    await connected.closed;
    return hasReceived;
  }

  function waitFor(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
