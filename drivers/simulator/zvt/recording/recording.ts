/** Recorded conversations: one JSON object a line, so that a recording stays readable after a crash. */
import { readFileSync } from 'node:fs';
import { decode, errorCode, isPositive } from '../../../zvt/codec/apdu.ts';
import { messageTrace, TYPED_INPUT_COMMANDS } from '../../../zvt/codec/messageTrace.ts';
import { packets } from '../../../zvt/codec/packets.ts';

export type Side = 'till' | 'terminal';

/** One message, or the end of the line. */
export interface Turn {
  readonly from: Side;
  /** Passwords, card data and typed digits are overwritten with E; empty where this side hung up. */
  readonly hex: string;
}

export interface RecordedTurn extends Turn {
  /** ISO 8601 with milliseconds. */
  readonly time: string;
  readonly meaning: string;
}

/** The file is no recording; the sentence says why. */
export class RecordingError extends Error {}

/** Explains a conversation message by message: the meaning of 06 0F depends on the command before. */
export function transcriber(now: () => number): (from: Side, apdu: Buffer | 'hung up') => RecordedTurn {
  let after: number | undefined;
  return (from, apdu) => {
    const time = new Date(now()).toISOString();
    if (apdu === 'hung up') return { time, from, hex: '', meaning: 'hung up' };
    const message = decode(Buffer.from(apdu), after === undefined ? {} : { after });
    if (message.name !== 'unknown' && packets[message.name].from === 'ecr') after = message.control;
    const isAnswer = from === 'terminal' && (isPositive(message) || errorCode(message) !== undefined);
    const { hex, text } = messageTrace(
      message,
      'auto',
      isAnswer && after !== undefined && TYPED_INPUT_COMMANDS.has(after),
    );
    return { time, from, hex, meaning: text };
  };
}

/** Reads `FILE`, or one of several conversations in a file as `FILE#ID`. Throws `RecordingError`. */
export function readRecording(place: string): readonly Turn[] {
  const [, file = '', id] = /^(.+?)(?:#([\w-]+))?$/.exec(place) ?? [];
  try {
    const turns = turnsOf(readFileSync(file, 'utf8'), id);
    if (turns.length === 0) throw new Error('it holds no message');
    return turns;
  } catch (error) {
    throw new RecordingError(`${place} is no recording: ${(error as Error).message}`);
  }
}

function turnsOf(text: string, id: string | undefined): readonly Turn[] {
  if (!text.startsWith('[')) return text.trim().split('\n').map(line);
  const several: readonly { id: string; steps: readonly { direction: string; hex: string }[] }[] = JSON.parse(text);
  const chosen = several.find(one => one.id === id);
  if (!chosen) throw new Error(`name one of: ${several.map(one => `#${one.id}`).join(', ')}`);
  return chosen.steps.map(({ direction, hex }) => ({ from: direction === 'ECR>PT' ? 'till' : 'terminal', hex }));
}

function line(text: string, index: number): Turn {
  const turn: Partial<Turn> = JSON.parse(text);
  if ((turn.from !== 'till' && turn.from !== 'terminal') || !/^([0-9A-Fa-f]{2})*$/.test(turn.hex ?? '-'))
    throw new Error(`line ${index + 1} needs from (till or terminal) and hex`);
  return { from: turn.from, hex: turn.hex! };
}
