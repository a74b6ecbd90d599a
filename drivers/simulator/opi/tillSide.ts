/** Channel 1 from the terminal: displays, printer and cashier of the till. */

import { attributeOf, type Element } from '../../opi/codec/element.ts';
import { headOf } from '../../opi/codec/messages.ts';
import { type Channel, openChannel } from '../../opi/framing/channel.ts';
import type { Trace } from '../../trace.ts';
import { connectTcp, type TcpAddress } from '../../transport/tcp.ts';

export interface TillSide {
  /** The answer of the till; undefined when it cannot be reached, hangs up, or is silent for `timeout` ms. */
  ask(request: Element, timeout?: number): Promise<Element | undefined>;
  close(): void;
}

/** Connects with the first request. */
export function openTillSide(address: TcpAddress, connectWithin: number, trace?: Trace): TillSide {
  let open: Promise<Channel | undefined> | undefined;
  let waiting: ((answer: Element | undefined) => void) | undefined;
  let wanted = '';

  return {
    async ask(request, timeout = ANSWER_TIMEOUT) {
      open ??= connect();
      const channel = await open;
      const { promise, resolve } = Promise.withResolvers<Element | undefined>();
      waiting = resolve;
      wanted = headOf(request).requestId;
      if (!channel?.send(request)) resolve(undefined);
      const timer = setTimeout(() => resolve(undefined), timeout);
      return promise.finally(() => clearTimeout(timer));
    },
    close: () => void open?.then(channel => channel?.close()),
  };

  async function connect(): Promise<Channel | undefined> {
    const transport = await connectTcp(address, connectWithin).catch(() => undefined);
    if (!transport) return undefined;
    const channel = openChannel(transport, { charset: 'utf-8', name: 'terminal, channel 1', trace });
    channel.listen({
      message: answer => (headOf(answer).requestId === wanted ? waiting?.(answer) : undefined),
      garbled: () => waiting?.(undefined),
      down: () => waiting?.(undefined),
    });
    return channel;
  }
}

const ANSWER_TIMEOUT = 10_000; // milliseconds

/** Did the till carry the request out? */
export function isSuccess(answer: Element | undefined): boolean {
  return attributeOf(answer, 'OverallResult') === 'Success';
}
