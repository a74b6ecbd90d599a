/** A virtual terminal with a registered test till, started by each test and closed behind it. */
import { afterEach } from 'vitest';
import { encode, type Message } from '../../zvt/codec/apdu.ts';
import type { Fields } from '../../zvt/codec/fields.ts';
import type { PacketName } from '../../zvt/codec/packets.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from './start.ts';
import { type Answers, connectTill, lastOf, names, registrationOf, type TestTill } from './till.fixture.ts';

const ENDS: readonly PacketName[] = ['completion', 'abortByTerminal', 'negative'];
const QUICK: VirtualTerminalOptions = { delay: 0, customerTimeout: 50, timers: { t3: 500 } };

export interface Pair {
  readonly virtual: RunningVirtualTerminal;
  till: TestTill;
  /** Starts the terminal, connects the till and registers it; returns the messages of the registration. */
  start(options?: VirtualTerminalOptions, registration?: Buffer): Promise<readonly Message[]>;
  /** Sends a command, and returns its messages up to the end, or up to one of other messages. */
  send(
    name: PacketName,
    fields?: Fields,
    answers?: Answers,
    until?: readonly PacketName[],
  ): Promise<readonly Message[]>;
  /** The same for a command that ends with its answer. */
  answered(name: PacketName, fields?: Fields): Promise<readonly Message[]>;
}

/** Call it at the top of a test file: it closes the pair after each test. */
export function openPair(defaults: VirtualTerminalOptions = {}): Pair {
  const running: { virtual?: RunningVirtualTerminal; till?: TestTill } = {};
  afterEach(async () => {
    running.till?.close();
    await running.virtual?.close();
  });
  return {
    get virtual() {
      return running.virtual!;
    },
    get till() {
      return running.till!;
    },
    set till(till) {
      running.till = till;
    },
    async start(options = {}, registration = registrationOf()) {
      running.virtual = await startVirtualTerminal({ ...QUICK, ...defaults, ...options });
      running.till = await connectTill(running.virtual.port);
      return running.till.run(registration);
    },
    send: (name, fields = {}, answers = {}, last = ENDS) => running.till!.run(encode(name, fields), answers, last),
    answered: (name, fields = {}) => running.till!.run(encode(name, fields), {}, [...ENDS, 'positive']),
  };
}

/** The name of the last message. */
export const ends = (messages: readonly Message[]) => names(messages).at(-1);

export const abortCode = (messages: readonly Message[]) => lastOf(messages, 'abortByTerminal').fields.abortCode;

/** The last message as hex. */
export const hexOf = (messages: readonly Message[]) => messages.at(-1)!.bytes.toString('hex');

/** Waits until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
