/** A till for tests of the virtual terminal: sends the bytes of the test, and gives the answers of the test. */
import { connectTcp } from '../../transport/tcp.ts';
import { decode, encode, type Message } from '../../zvt/codec/apdu.ts';
import type { Fields } from '../../zvt/codec/fields.ts';
import { type PacketName, packets } from '../../zvt/codec/packets.ts';
import { tlv } from '../../zvt/codec/tlv.ts';
import { tcpLink } from '../../zvt/framing/tcpLink.ts';

export type Answers = Partial<Record<PacketName, (message: Message, count: number) => Buffer | undefined>>;

export interface TestTill {
  /** Sends a command and acknowledges everything, unless `answers` has another answer, until the command ends. */
  run(apdu: Buffer, answers?: Answers, until?: readonly PacketName[]): Promise<readonly Message[]>;
  send(apdu: Buffer): void;
  /** The next message of the terminal, or `gone`. */
  next(): Promise<Message | 'gone'>;
  /** Bytes from and to the terminal so far. */
  readonly bytes: { received: number; sent: number };
  close(): void;
}

export const OK = encode('positive');
export const REFUSED = (code: number, ...data: number[]) => Buffer.of(0x84, code, data.length, ...data);

/** A registration with blocks and containers, where the till prints everything. */
export function registrationOf(
  fields: { [K in keyof Fields]?: Fields[K] | undefined } = {},
  listed: readonly string[] = ['06D3'],
): Buffer {
  const commands = listed.map(command => tlv(0x0a, command));
  return encode('registration', {
    password: '000000',
    configuration: 0xbe,
    registrationCurrency: 978,
    serviceByte: 0,
    tlv: [tlv(0x26, commands)],
    ...fields,
  } as Fields);
}

export async function connectTill(port: number): Promise<TestTill> {
  const transport = await connectTcp({ host: '127.0.0.1', port }, 1000);
  const link = tcpLink(transport, { t1: 200, t2: 1000, t3: 1000 });
  const inbox: Message[] = [];
  const bytes = { received: 0, sent: 0 };
  let after = 0;
  let gone = false;
  let wake = () => {};
  link.listen({
    apdu(apdu) {
      bytes.received += apdu.length;
      inbox.push(decode(apdu, { after }));
      wake();
    },
    down() {
      gone = true;
      wake();
    },
  });
  const till: TestTill = {
    bytes,
    send(apdu) {
      bytes.sent += apdu.length;
      link.send(apdu);
    },
    async next() {
      while (inbox.length === 0) {
        if (gone) return 'gone';
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
      return inbox.shift()!;
    },
    async run(apdu, answers = {}, until = ['completion', 'abortByTerminal', 'negative']) {
      after = apdu.readUInt16BE(0);
      till.send(apdu);
      const messages: Message[] = [];
      for (;;) {
        const message = await till.next();
        if (message === 'gone') return messages;
        messages.push(message);
        if (isCommand(message)) answer(message, messages, answers);
        if (message.name !== 'unknown' && until.includes(message.name)) return messages;
      }
    },
    close: () => link.close(),
  };
  return till;

  function answer(message: Message, messages: readonly Message[], answers: Answers): void {
    const answerOf = message.name === 'unknown' ? undefined : answers[message.name];
    const count = messages.filter(one => one.name === message.name).length - 1;
    const apdu = answerOf ? answerOf(message, count) : OK;
    if (apdu) till.send(apdu);
  }
}

function isCommand(message: Message): boolean {
  return message.control >> 8 !== 0x80 && message.control >> 8 !== packets.negative.control >> 8;
}

/** Names of messages, for a short expectation. */
export function names(messages: readonly Message[]): readonly string[] {
  return messages.map(message => message.name);
}

/** The last message of a kind. */
export function lastOf(messages: readonly Message[], name: PacketName): Message {
  const found = messages.findLast(message => message.name === name);
  if (!found) throw new Error(`no ${name} among ${names(messages).join(', ')}`);
  return found;
}
