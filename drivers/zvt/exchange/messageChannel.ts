/** Writes and reads messages over a link: character set, sequence ids, the trace, and the reply that is sent or held back. */
import type { Answer } from '../../terminal.ts';
import { createTimeout, type Timeout } from '../../timeout.ts';
import type { Trace } from '../../trace.ts';
import { decode, encode, encodeNegative, type Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import { messageTrace } from '../codec/messageTrace.ts';
import { isAnswer, type PacketName, packets } from '../codec/packets.ts';
import type { Link } from '../framing/link.ts';
import { replyTo } from './questions.ts';
import type { SequenceIds } from './sequenceIds.ts';

const ACKNOWLEDGE = encode('positive');
const PLEASE_WAIT = 0x9c;
const NOBODY_ANSWERED = 0x6c;

export class MessageChannel {
  /** The character set agreed at registration. */
  charset: Charset;
  /** Present when the terminal agreed to sequence ids at registration. */
  sequenceIds: SequenceIds | undefined;
  /** The reply to the terminal's last message; a repeated message gets it again. */
  #lastReply: Buffer | undefined;
  readonly #link: Pick<Link, 'send'>;
  readonly #trace: Trace | undefined;
  readonly #hold: Timeout = createTimeout();

  constructor(link: Pick<Link, 'send'>, charset: Charset, trace: Trace | undefined) {
    this.#link = link;
    this.charset = charset;
    this.#trace = trace;
  }

  /** The APDU of a command. RangeError when a field cannot be written. */
  encodeCommand(name: PacketName, fields: Fields): Buffer {
    return encode(name, this.sequenceIds?.numbered(fields) ?? fields, this.charset);
  }

  /** Decodes and traces an APDU of the terminal. `command`: the running command, which its answer belongs to. */
  read(apdu: Buffer, command: PacketName | undefined): Message {
    const after = command && packets[command].control;
    const message = decode(apdu, { charset: this.charset, after });
    const isTypedInput = command === 'displayNumericInput' && isAnswer(apdu);
    this.#trace?.({ direction: 'received', ...messageTrace(message, this.charset, isTypedInput) });
    return message;
  }

  /**
   * True when the message carries the sequence id of the last message: the terminal did not get the reply. The reply is sent
   * again, unless it is still held back.
   */
  repeatsReplyTo(message: Message): boolean {
    if (!this.sequenceIds || isAnswer(message.bytes) || this.sequenceIds.isNew(message)) return false;
    this.note('a message came twice');
    if (this.#lastReply) this.send(this.#lastReply);
    return true;
  }

  acknowledge(): void {
    this.#reply(this.sequenceIds ? encode('positive', this.sequenceIds.answering({})) : ACKNOWLEDGE);
  }

  refuse(code: number, fields: Fields = {}): void {
    this.#reply(encodeNegative(code, this.sequenceIds?.answering(fields) ?? fields));
    if (code === PLEASE_WAIT) this.sequenceIds?.awaitAgain();
  }

  /** Sends the cashier's answer to a question. An answer that cannot be written is sent as no answer. */
  answerQuestion(question: Message, answer: Answer): void {
    try {
      const { code, fields = {} } = replyTo(question, answer, this.charset);
      if (code !== undefined) this.refuse(code, fields);
      else this.#reply(encode('positive', this.sequenceIds?.answering(fields) ?? fields, this.charset));
    } catch (error) {
      this.note(`the answer cannot be sent: ${error}`);
      this.refuse(NOBODY_ANSWERED);
    }
  }

  /** Holds the reply back; calls `overdue` after `ms` unless a reply was sent before. */
  holdReply(ms: number, overdue: () => void): void {
    this.#lastReply = undefined;
    this.#hold.start(ms, overdue);
  }

  /** Stops waiting for a reply that is held back. */
  dropHeldReply(): void {
    this.#hold.stop();
  }

  /** False when the link was down already and not a single byte left. */
  send(apdu: Buffer, delivered?: () => void): boolean {
    const isSent = this.#link.send(apdu, delivered);
    if (isSent) this.#traceSent(apdu);
    return isSent;
  }

  note(text: string): void {
    this.#trace?.({ direction: 'note', text });
  }

  #reply(apdu: Buffer): void {
    this.#hold.stop();
    this.#lastReply = apdu;
    this.send(apdu);
  }

  #traceSent(apdu: Buffer): void {
    if (!this.#trace) return;
    const message = decode(Buffer.from(apdu), { charset: this.charset });
    this.#trace({ direction: 'sent', ...messageTrace(message, this.charset) });
  }
}
