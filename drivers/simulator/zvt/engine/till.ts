/** The till at the other end, as the virtual terminal sees it: it asks, and is asked, one APDU at a time. */

import { createTimeout } from '../../../timeout.ts';
import { decode, encode, errorCode, isPositive, type Message } from '../../../zvt/codec/apdu.ts';
import type { Charset } from '../../../zvt/codec/charsets.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import type { MessageNumbers } from './messageNumbers.ts';

/** What a till makes of a command: its answer, nothing in time, or the line is gone. */
export type Reply = Message | 'silent' | 'lost';

export interface Till {
  readonly transport: FaultyTransport;
  /** Sends a command, after those that are still under way, and waits `ms` for its answer, T3 by default. */
  ask(apdu: Buffer, ms?: number): Promise<Reply>;
  accept(fields?: Fields): void;
  /** 80 00 with bytes that are no bitmaps: a key, digits. */
  answer(data: Buffer): void;
  /** 84 with an error code, and bytes where the protocol wants some. */
  refuse(code: number, data?: Buffer): void;
  /** From now on every message has a number (tag 1F73), or none. */
  numbers: MessageNumbers | undefined;
  /** Nobody answers any more what was asked. */
  forget(): void;
  /** Counts what was sent, for silence after n messages. */
  readonly sent: number;
}

export interface TillListener {
  command(message: Message, till: Till): void;
  gone(till: Till): void;
  /** Every APDU in both directions, card data of the received ones overwritten. */
  heard(direction: 'sent' | 'received', apdu: Buffer): void;
  /** The agreed character set. */
  charset(): Charset;
}

interface Question {
  readonly apdu: Buffer;
  /** How long the till may take, from the moment it is sent. */
  readonly ms: number;
  answer(reply: Reply): void;
}

const NOTHING = Buffer.alloc(0);

/** Takes a link; `command` hears every command of the till, `gone` its end. */
export function openTill(link: Link, transport: FaultyTransport, t3: number, on: TillListener): Till {
  /** What is waiting for an answer, in the order it is sent: the first one is under way, the others wait for its end. */
  let questions: Question[] = [];
  const timer = createTimeout();
  let sent = 0;
  let gone = false;

  const till: Till = {
    transport,
    numbers: undefined,
    get sent() {
      return sent;
    },
    ask(apdu, ms = t3) {
      if (gone) return Promise.resolve('lost');
      const { promise, resolve } = Promise.withResolvers<Reply>();
      questions.push({ apdu, ms, answer: resolve });
      if (questions.length === 1) sendFirst();
      return promise;
    },
    accept: fields => void answer(encode('positive', fields, on.charset())),
    answer: data => void send(Buffer.concat([Buffer.of(0x80, 0x00, data.length), data])),
    refuse: (code, data = NOTHING) => void answer(Buffer.concat([Buffer.of(0x84, code, data.length), data])),
    forget: forgetAll,
  };
  link.listen({ apdu: receive, down });
  return till;

  function send(apdu: Buffer): boolean {
    sent++;
    on.heard('sent', apdu);
    return link.send(apdu);
  }

  function answer(apdu: Buffer): void {
    send(till.numbers?.answer(apdu) ?? apdu);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu, { charset: on.charset() });
    on.heard('received', apdu);
    if (isPositive(message) || errorCode(message) !== undefined) answered(message);
    else commanded(message);
  }

  function commanded(message: Message): void {
    const before = till.numbers?.heard(message);
    if (!before) on.command(message, till);
    else if (before.length > 0) send(before);
  }

  /**
   * One message is under way at a time, as the protocol wants it. Otherwise the acknowledgement that a till skips would be
   * taken from the message behind it, and so on to the last one, which nobody would ever acknowledge.
   */
  function sendFirst(): void {
    const [first] = questions;
    if (!first) return;
    if (send(till.numbers?.next(first.apdu) ?? first.apdu)) timer.start(first.ms, () => answered('silent'));
    else forgetAll();
  }

  function answered(reply: Reply): void {
    timer.stop();
    questions.shift()?.answer(reply);
    sendFirst();
  }

  function forgetAll(): void {
    const all = questions;
    questions = [];
    timer.stop();
    for (const { answer } of all) answer('lost');
  }

  function down(): void {
    gone = true;
    forgetAll();
    on.gone(till);
  }
}
