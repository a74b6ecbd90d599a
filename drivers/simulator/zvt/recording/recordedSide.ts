/** One side of a recorded conversation as a pure machine: its next messages, and the deviations of the other side. */
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
   * `command`: the same commands in the same order; other fields are noted and accepted, and messages that change nothing
   * (prompts, registrations) may differ in number. `bytes`: every byte but the overwritten ones.
   */
  readonly match: 'command' | 'bytes';
  /** Six digits in place of an overwritten password. */
  readonly password?: string;
}

export interface RecordedSide {
  /** The messages that this side sends first. */
  begin(): readonly Buffer[];
  /** The messages that answer a message of the other side. Throws a `Deviation`. */
  receive(apdu: Buffer): readonly Buffer[];
  /** The other side hung up. Throws a `Deviation`, unless the recording has that. */
  hungUp(): void;
  /** The recording says that this side hangs up here. */
  readonly hangsUp: boolean;
  readonly isOver: boolean;
  /** The differences that were accepted. */
  readonly tolerated: readonly string[];
}

/** The other side did something else; the sentence names the difference and its place. */
export class Deviation extends Error {}

/** One side while it is played. */
interface Playing {
  readonly turns: readonly Turn[];
  readonly options: RecordedSideOptions;
  readonly other: Side;
  readonly tolerated: string[];
  /** The next turn. */
  at: number;
  /** Acknowledgements that are still to come for messages that are not in the recording. */
  pendingAcknowledgements: number;
  /** The amount of the other side, which takes the place of the recorded amount in the answers. */
  amounts: { readonly recorded: number; readonly received: number } | undefined;
  hangsUp: boolean;
}

export function recordedSide(turns: readonly Turn[], options: RecordedSideOptions): RecordedSide {
  const other = options.side === 'till' ? 'terminal' : 'till';
  const playing: Playing = {
    ...{ turns, options, other, tolerated: [] },
    ...{ at: 0, pendingAcknowledgements: 0, amounts: undefined, hangsUp: false },
  };
  return {
    begin: () => ownMessages(playing),
    receive: apdu => receive(playing, apdu),
    hungUp: () => acceptHangUp(playing),
    get hangsUp() {
      return playing.hangsUp;
    },
    get isOver() {
      return playing.at >= turns.length;
    },
    tolerated: playing.tolerated,
  };
}

function receive(playing: Playing, apdu: Buffer): readonly Buffer[] {
  const message = decode(Buffer.from(apdu));
  const { turns, options, at, other } = playing;
  const found = options.match === 'bytes' ? turnWithBytes(playing, message) : turnWithCommand(playing, message);
  if (found !== undefined) return follow(playing, found, message);
  const courtesy = options.match === 'bytes' ? undefined : courtesyAnswer(playing, message);
  if (courtesy) return courtesy;
  const turn = turns[at];
  const wanted = turn ? `instead of ${meaningOf(turn.hex)}` : 'after the end of the recording';
  throw new Deviation(`${placeOf(playing)}: the ${other} sent ${summary(message)} ${wanted}`);
}

/** Goes on behind a turn of the other side. */
function follow(playing: Playing, found: number, message: Message): readonly Buffer[] {
  const { turns, options, tolerated } = playing;
  playing.at = found;
  const recorded = decode(Buffer.from(turns[found]!.hex, 'hex'));
  if (options.match === 'command' && !agrees(recorded.bytes, message.bytes))
    tolerated.push(`${placeOf(playing)}: ${titleOf(message)} differs in ${differences(recorded, message)}`);
  const amounts = { recorded: recorded.fields.amount, received: message.fields.amount };
  if (options.side === 'terminal' && amounts.recorded !== undefined && amounts.received !== undefined)
    playing.amounts = amounts as Playing['amounts'];
  playing.at++;
  return ownMessages(playing);
}

/** The messages of this side up to the next turn of the other side. */
function ownMessages(playing: Playing): readonly Buffer[] {
  const { turns, options } = playing;
  const messages: Buffer[] = [];
  playing.hangsUp = false;
  for (; turns[playing.at]?.from === options.side && !playing.hangsUp; playing.at++) {
    const { hex } = turns[playing.at]!;
    if (hex === '') playing.hangsUp = true;
    else messages.push(adapted(playing, Buffer.from(hex, 'hex')));
  }
  return messages;
}

function turnWithBytes({ turns, at, other }: Playing, { bytes }: Message): number | undefined {
  const turn = turns[at];
  return turn?.from === other && agrees(Buffer.from(turn.hex, 'hex'), bytes) ? at : undefined;
}

/** The next turn of the same command; a terminal may leave prompts and slips out. */
function turnWithCommand({ turns, at, other, options: { side } }: Playing, { control }: Message): number | undefined {
  for (let index = at; index < turns.length; index++) {
    const { from, hex } = turns[index]!;
    if (from === other && controlOf(hex) === control) return index;
    const mayMiss = side === 'till' && (from === side ? isAnswer(controlOf(hex)) : isPassing(controlOf(hex)));
    if (!mayMiss) return undefined;
  }
  return undefined;
}

/** Answers a message that is not in the recording and changes nothing; undefined for every other message. */
function courtesyAnswer(playing: Playing, message: Message): readonly Buffer[] | undefined {
  if (playing.options.side === 'till') return isPassing(message.control) ? [encode('positive')] : undefined;
  if (isPositive(message) && playing.pendingAcknowledgements > 0) {
    playing.pendingAcknowledgements--;
    return [];
  }
  const answers = COURTESY[message.name];
  if (!answers) return undefined;
  playing.tolerated.push(`${placeOf(playing)}: ${summary(message)} is not in the recording`);
  playing.pendingAcknowledgements += answers.length - 1;
  return answers;
}

function acceptHangUp(playing: Playing): void {
  const { turns, at, other, options } = playing;
  const turn = turns[at];
  if (!turn) return;
  if (turn.from === other && turn.hex === '') playing.at++;
  else if (options.match === 'bytes' || !turns.slice(at).every(isAcknowledgement))
    throw new Deviation(`${placeOf(playing)}: the ${other} hung up`);
}

const isAcknowledgement = ({ hex }: Turn) => hex === '' || isAnswer(controlOf(hex));

/** Writes the password and the amount of this run into a recorded message. */
function adapted({ options: { password }, amounts }: Playing, apdu: Buffer): Buffer {
  const message = decode(apdu);
  const start = apduData(apdu, 0, apdu.length)?.start;
  if (!message.layout || start === undefined) return apdu;
  walk(apdu, start, message.rest, message.layout, (name, from, end, id) => {
    if (name === 'password' && id < 0 && apdu[from] === OVERWRITTEN) apdu.write(password ?? '000000', from, 'hex');
    if (name === 'amount' && amounts && message.fields.amount === amounts.recorded)
      apdu.write(String(amounts.received).padStart(2 * (end - from), '0'), from, 'hex');
  });
  return apdu;
}

function placeOf({ at }: Playing): string {
  return `message ${at + 1}`;
}

const OVERWRITTEN = 0xee;
const MASK = 0xe;

/** Commands without consequences that a till may send at any time, and the answers of the terminal. */
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
function agrees(recorded: Buffer, received: Buffer): boolean {
  if (recorded.length !== received.length) return false;
  return recorded.every((byte, index) => {
    const other = received[index]!;
    return isSameNibble(byte >> 4, other >> 4) && isSameNibble(byte & 15, other & 15);
  });
}

const isSameNibble = (one: number, other: number) => one === other || one === MASK || other === MASK;

const titleOf = ({ control }: Message) => `${controlText(control)} ${packetOf(control)?.title ?? ''}`.trimEnd();

/** `amount (1200, now 500)`; of containers only the name. */
function differences({ fields: recorded }: Message, { fields: received }: Message): string {
  const [was, is] = [recorded, received] as Readonly<Record<string, unknown>>[];
  const names = Object.keys({ ...was, ...is }).filter(name => JSON.stringify(was![name]) !== JSON.stringify(is![name]));
  const texts = names.map(name =>
    name === 'tlv' ? name : `${name} (${was![name] ?? 'none'}, now ${is![name] ?? 'none'})`,
  );
  return texts.join(', ') || 'its form';
}

function meaningOf(hex: string): string {
  if (hex === '') return 'hanging up';
  return packetOf(controlOf(hex)) ? summary(decode(Buffer.from(hex, 'hex'))) : hex;
}
