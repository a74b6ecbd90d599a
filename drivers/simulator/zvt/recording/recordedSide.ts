/** One side of a recorded conversation, as a pure machine: what it says next, and where the other side deviates. */
import {
  controlText,
  decode,
  encode,
  encodeStatusCompletion,
  isPositive,
  type Message,
  walk,
} from '../../../zvt/codec/apdu.ts';
import { summary } from '../../../zvt/codec/describe.ts';
import { apduData } from '../../../zvt/codec/lengths.ts';
import { packetOf, packets } from '../../../zvt/codec/packets.ts';
import type { Side, Turn } from './recording.ts';

export interface RecordedSideOptions {
  readonly side: Side;
  /**
   * `command`: the same commands in the same order; other fields are told and taken, and what is nobody's fault (prompts,
   * registrations) may differ in number. `bytes`: every byte but the overwritten ones.
   */
  readonly match: 'command' | 'bytes';
  /** In place of an overwritten one, six digits. */
  readonly password?: string;
}

export interface RecordedSide {
  /** What is said before the other side spoke. */
  begin(): readonly Buffer[];
  /** What is answered. Throws a `Deviation`. */
  hear(apdu: Buffer): readonly Buffer[];
  /** The other side hung up. Throws a `Deviation`, unless the recording has that. */
  gone(): void;
  /** The recording says that this side hangs up here. */
  readonly hangsUp: boolean;
  readonly isOver: boolean;
  /** What differed and was taken. */
  readonly tolerated: readonly string[];
}

/** The other side did something else; the sentence says what, and where. */
export class Deviation extends Error {}

export function recordedSide(turns: readonly Turn[], { side, match, password }: RecordedSideOptions): RecordedSide {
  const other = side === 'till' ? 'terminal' : 'till';
  const tolerated: string[] = [];
  let at = 0;
  let owed = 0; // acknowledgements of messages that are not in the recording
  let amounts: readonly [recorded: number, heard: number] | undefined;
  let hangsUp = false;

  return {
    begin: mine,
    hear,
    gone() {
      if (at >= turns.length) return;
      if (turns[at]!.from === other && turns[at]!.hex === '') at++;
      else if (match === 'bytes' || !onlyAcknowledgements(at)) throw new Deviation(`${place()}: the ${other} hung up`);
    },
    get hangsUp() {
      return hangsUp;
    },
    get isOver() {
      return at >= turns.length;
    },
    tolerated,
  };

  function hear(apdu: Buffer): readonly Buffer[] {
    const message = decode(Buffer.from(apdu));
    const found = match === 'bytes' ? sameBytes(message) : find(message);
    if (found !== undefined) return take(found, message);
    const courtesy = match === 'bytes' ? undefined : beyond(message);
    if (courtesy) return courtesy;
    const turn = turns[at];
    const wanted = turn ? `instead of ${meaningOf(turn.hex)}` : 'after the end of the recording';
    throw new Deviation(`${place()}: the ${other} sent ${summary(message)} ${wanted}`);
  }

  function take(found: number, message: Message): readonly Buffer[] {
    at = found;
    const recorded = decode(Buffer.from(turns[at]!.hex, 'hex'));
    if (match === 'command' && !agrees(recorded.bytes, message.bytes))
      tolerated.push(`${place()}: ${titleOf(message)} differs in ${differences(recorded, message)}`);
    const [was, is] = [recorded.fields.amount, message.fields.amount];
    if (side === 'terminal' && was !== undefined && is !== undefined) amounts = [was, is];
    at++;
    return mine();
  }

  function mine(): readonly Buffer[] {
    const said: Buffer[] = [];
    hangsUp = false;
    for (; turns[at]?.from === side && !hangsUp; at++) {
      if (turns[at]!.hex === '') hangsUp = true;
      else said.push(adapted(Buffer.from(turns[at]!.hex, 'hex')));
    }
    return said;
  }

  function sameBytes({ bytes }: Message): number | undefined {
    const turn = turns[at];
    return turn?.from === other && agrees(Buffer.from(turn.hex, 'hex'), bytes) ? at : undefined;
  }

  /** The next turn of the same command; a terminal may leave prompts and slips out. */
  function find({ control }: Message): number | undefined {
    for (let index = at; index < turns.length; index++) {
      const { from, hex } = turns[index]!;
      if (from === other && controlOf(hex) === control) return index;
      const mayMiss = side === 'till' && (from === side ? isAnswer(controlOf(hex)) : isPassing(controlOf(hex)));
      if (!mayMiss) return undefined;
    }
    return undefined;
  }

  /** What is not in the recording and changes nothing. */
  function beyond(message: Message): readonly Buffer[] | undefined {
    if (side === 'till') return isPassing(message.control) ? [encode('positive')] : undefined;
    if (isPositive(message) && owed > 0) {
      owed--;
      return [];
    }
    const answers = COURTESY[message.name];
    if (!answers) return undefined;
    tolerated.push(`${place()}: ${summary(message)} is not in the recording`);
    owed += answers.length - 1;
    return answers;
  }

  function onlyAcknowledgements(from: number): boolean {
    return turns.slice(from).every(({ hex }) => hex === '' || isAnswer(controlOf(hex)));
  }

  function adapted(apdu: Buffer): Buffer {
    const message = decode(apdu);
    const start = apduData(apdu, 0, apdu.length)?.start;
    if (!message.layout || start === undefined) return apdu;
    walk(apdu, start, message.rest, message.layout, (name, from, end, id) => {
      if (name === 'password' && id < 0 && apdu[from] === OVERWRITTEN) apdu.write(password ?? '000000', from, 'hex');
      if (name === 'amount' && amounts && message.fields.amount === amounts[0])
        apdu.write(String(amounts[1]).padStart(2 * (end - from), '0'), from, 'hex');
    });
    return apdu;
  }

  function place(): string {
    return `message ${at + 1}`;
  }
}

const OVERWRITTEN = 0xee;
const MASK = 0xe;

/** What a terminal can be asked at any time without consequences, and what it answers. */
const COURTESY: Readonly<Partial<Record<Message['name'], readonly Buffer[]>>> = {
  registration: [encode('positive'), encode('completion')],
  statusEnquiry: [encode('positive'), encodeStatusCompletion({ terminalStatus: 0 })],
  logOff: [encode('positive')],
};

const PASSING: ReadonlySet<number> = new Set(
  [packets.intermediateStatus, packets.printLine, packets.printTextBlock].map(({ control }) => control),
);
const isPassing = (control: number) => PASSING.has(control);
const isAnswer = (control: number) => control >> 8 === 0x80 || control >> 8 === 0x84;

const controlOf = (hex: string) => Number.parseInt(hex.slice(0, 4), 16);

/** The same bytes; a nibble that either side has overwritten agrees with every other. */
function agrees(recorded: Buffer, heard: Buffer): boolean {
  if (recorded.length !== heard.length) return false;
  return recorded.every((byte, index) => {
    const other = heard[index]!;
    return isSameNibble(byte >> 4, other >> 4) && isSameNibble(byte & 15, other & 15);
  });
}

const isSameNibble = (one: number, other: number) => one === other || one === MASK || other === MASK;

const titleOf = ({ control }: Message) => `${controlText(control)} ${packetOf(control)?.title ?? ''}`.trimEnd();

/** `amount (1200, now 500)`; of containers only the name. */
function differences({ fields: recorded }: Message, { fields: heard }: Message): string {
  const [was, is] = [recorded, heard] as Readonly<Record<string, unknown>>[];
  const names = Object.keys({ ...was, ...is }).filter(name => JSON.stringify(was![name]) !== JSON.stringify(is![name]));
  const told = names.map(name =>
    name === 'tlv' ? name : `${name} (${was![name] ?? 'none'}, now ${is![name] ?? 'none'})`,
  );
  return told.join(', ') || 'its form';
}

function meaningOf(hex: string): string {
  if (hex === '') return 'hanging up';
  return packetOf(controlOf(hex)) ? summary(decode(Buffer.from(hex, 'hex'))) : hex;
}
