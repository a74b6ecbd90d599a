/** The till at the other end of a line: its commands, and the messages of the terminal that it answers one at a time. */

import { createTimeout } from '../../../timeout.ts';
import { decode, encode, errorCode, isPositive, type Message } from '../../../zvt/codec/apdu.ts';
import type { Charset } from '../../../zvt/codec/charsets.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import type { MessageNumbers } from './messageNumbers.ts';

/** The answer of a till to a message, no answer in time, or a line that is gone. */
export type Reply = Message | 'silent' | 'lost';

export interface Till {
  readonly transport: FaultyTransport;
  /** Sends a message after those that are still under way, and waits `ms` for its answer, T3 by default. */
  ask(apdu: Buffer, ms?: number): Promise<Reply>;
  accept(fields?: Fields): void;
  /** Answers 80 00 with bytes that are no bitmaps: a key, digits. */
  answer(data: Buffer): void;
  /** Answers 84 with an error code, and bytes where the protocol wants some. */
  refuse(code: number, data?: Buffer): void;
  /** Numbers on every message (tag 1F73); undefined: none. */
  numbers: MessageNumbers | undefined;
  /** Ends every wait for an answer: the till has forgotten the messages. */
  forget(): void;
  /** Counts the messages to the till, for silence after n messages. */
  readonly sent: number;
}

export interface TillListener {
  command(message: Message, till: Till): void;
  gone(till: Till): void;
  /** Every APDU in both directions, card data of the received ones overwritten. */
  apdu(direction: 'sent' | 'received', apdu: Buffer): void;
  /** The agreed character set. */
  charset(): Charset;
}

const NOTHING = Buffer.alloc(0);

/** Takes a link; `t3`: the time for an answer, ms. */
export function openTill(link: Link, transport: FaultyTransport, t3: number, on: TillListener): Till {
  let sent = 0;
  const queue = openMessageQueue(apdu => send(till.numbers?.next(apdu) ?? apdu));
  const till: Till = {
    transport,
    numbers: undefined,
    get sent() {
      return sent;
    },
    ask: (apdu, ms = t3) => queue.ask(apdu, ms),
    accept: fields => void answer(encode('positive', fields, on.charset())),
    answer: data => void send(Buffer.concat([Buffer.of(0x80, 0x00, data.length), data])),
    refuse: (code, data = NOTHING) => void answer(Buffer.concat([Buffer.of(0x84, code, data.length), data])),
    forget: queue.forget,
  };
  link.listen({
    apdu: receive,
    down() {
      queue.close();
      on.gone(till);
    },
  });
  return till;

  function send(apdu: Buffer): boolean {
    sent++;
    on.apdu('sent', apdu);
    return link.send(apdu);
  }

  function answer(apdu: Buffer): void {
    send(till.numbers?.answer(apdu) ?? apdu);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu, { charset: on.charset() });
    on.apdu('received', apdu);
    if (isPositive(message) || errorCode(message) !== undefined) queue.answered(message);
    else obey(message);
  }

  function obey(message: Message): void {
    const repetition = till.numbers?.receive(message);
    if (!repetition) on.command(message, till);
    else if (repetition.length > 0) send(repetition);
  }
}

interface Question {
  readonly apdu: Buffer;
  /** How long the till may take, from the moment the message is sent. */
  readonly ms: number;
  answer(reply: Reply): void;
}

interface MessageQueue {
  ask(apdu: Buffer, ms: number): Promise<Reply>;
  /** The till answered the message that is under way. */
  answered(reply: Reply): void;
  forget(): void;
  /** The line is gone: every question is lost from now on. */
  close(): void;
}

/**
 * One message is under way at a time, as the protocol wants it. Otherwise the acknowledgement that a till skips would be
 * taken from the message behind it, and so on to the last message, whose acknowledgement would never come.
 */
function openMessageQueue(send: (apdu: Buffer) => boolean): MessageQueue {
  /** In the order they are sent: the first one is under way. */
  let questions: Question[] = [];
  const timer = createTimeout();
  let isClosed = false;
  return {
    ask(apdu, ms) {
      if (isClosed) return Promise.resolve('lost');
      const { promise, resolve } = Promise.withResolvers<Reply>();
      questions.push({ apdu, ms, answer: resolve });
      if (questions.length === 1) sendFirst();
      return promise;
    },
    answered,
    forget,
    close() {
      isClosed = true;
      forget();
    },
  };

  function sendFirst(): void {
    const [first] = questions;
    if (!first) return;
    if (send(first.apdu)) timer.start(first.ms, () => answered('silent'));
    else forget();
  }

  function answered(reply: Reply): void {
    timer.stop();
    questions.shift()?.answer(reply);
    sendFirst();
  }

  function forget(): void {
    const all = questions;
    questions = [];
    timer.stop();
    for (const { answer } of all) answer('lost');
  }
}
