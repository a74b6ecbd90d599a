/** The till at the other end, as the virtual terminal sees it: it asks, and is asked, one APDU at a time. */

import type { Trace } from '../../trace.ts';
import { decode, encode, encodeNegative, errorCode, isPositive, type Message } from '../codec/apdu.ts';
import { summary } from '../codec/describe.ts';
import type { Link } from '../framing/link.ts';
import { patience } from '../patience.ts';
import type { FaultyTransport } from './faults.ts';

export interface Till {
  readonly transport: FaultyTransport;
  /** Sends a command and waits for its answer; `lost` when none comes. */
  ask(apdu: Buffer): Promise<Message | 'lost'>;
  accept(): void;
  refuse(code: number): void;
  /** Nobody answers any more what was asked. */
  forget(): void;
  /** Counts what was sent, for silence after n messages. */
  readonly sent: number;
}

/** Takes a link; `command` hears every command of the till, `gone` its end. */
export function openTill(
  link: Link,
  transport: FaultyTransport,
  t3: number,
  on: { command(message: Message, till: Till): void; gone(till: Till): void; trace?: Trace | undefined },
): Till {
  let waiting: { answer: (message: Message | 'lost') => void; stop: () => void }[] = [];
  let sent = 0;
  let gone = false;

  const till: Till = {
    transport,
    get sent() {
      return sent;
    },
    ask(apdu) {
      if (gone || !send(apdu)) return Promise.resolve('lost');
      const { promise, resolve } = Promise.withResolvers<Message | 'lost'>();
      const timer = patience();
      waiting.push({ answer: resolve, stop: timer.stop });
      timer.start(t3, forget);
      return promise;
    },
    accept: () => void send(encode('positive')),
    refuse: code => void send(encodeNegative(code)),
    forget,
  };
  link.listen({ apdu: receive, down });
  return till;

  function send(apdu: Buffer): boolean {
    sent++;
    if (on.trace) tell('sent', decode(Buffer.from(apdu)));
    return link.send(apdu);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu);
    tell('received', message);
    if (isPositive(message) || errorCode(message) !== undefined) answered(message);
    else on.command(message, till);
  }

  function answered(message: Message): void {
    const first = waiting.shift();
    first?.stop();
    first?.answer(message);
  }

  function forget(): void {
    const all = waiting;
    waiting = [];
    for (const one of all) {
      one.stop();
      one.answer('lost');
    }
  }

  function down(): void {
    gone = true;
    forget();
    on.gone(till);
  }

  function tell(direction: 'sent' | 'received', message: Message): void {
    on.trace?.({ direction, text: summary(message) });
  }
}
