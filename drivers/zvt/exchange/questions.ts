/** Questions of the terminal to the cashier (04 0D, 04 0E, 06 D0), and the reply for each answer. Pure functions. */
import type { Answer, Picture, Question } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, findTag, type Tlv, tlv, tlvValue } from '../codec/tlv.ts';

/** 80 00 with fields, or 84 xx with a code. */
export interface Reply {
  readonly code?: number;
  readonly fields?: Fields;
}

/** True when further pieces of the picture follow; the question is complete with the last piece. */
export function hasMorePieces({ fields }: Message): boolean {
  const { chunkCount, chunkIndex } = fields;
  return chunkCount !== undefined && chunkIndex !== undefined && chunkIndex + 1 < chunkCount;
}

/** Adds the piece of this message; undefined when the picture exceeds the limit. */
export function withPiece(pieces: readonly Buffer[], message: Message): readonly Buffer[] | undefined {
  const piece = findDeep(message.fields.tlv, FILE_BLOCK);
  if (!piece) return pieces;
  const before = (message.fields.chunkIndex ?? 0) === 0 ? [] : pieces;
  const all = [...before, Buffer.from(piece.source.subarray(piece.at, piece.end))];
  return all.reduce((sum, one) => sum + one.length, 0) > LARGEST_PICTURE ? undefined : all;
}

const FILE_BLOCK = 0x1c;
const LARGEST_PICTURE = 1 << 20;

/** Milliseconds the terminal waits for the answer; undefined when it does not say. */
export function terminalTimeout({ fields }: Message): number | undefined {
  const seconds = (tlvValue(findDeep(fields.tlv, 0x1f39)) as number | undefined) ?? fields.displaySeconds;
  return seconds === undefined ? undefined : seconds === 0 ? UNLIMITED : seconds * 1000;
}

const UNLIMITED = 3_600_000;

/** The question in the form of `PaymentTerminal`. `timeout`: milliseconds for the cashier. */
export function questionOf(
  message: Message,
  pieces: readonly Buffer[],
  timeout: number,
  charset: Charset = 'auto',
): Question {
  const text = textOf(message, charset);
  if (message.name === 'inputRequest') return inputOf(message, text, timeout, charset);
  const choices = choicesOf(message, charset);
  const picture = pictureOf(message, pieces);
  // A graphic menu with a picture, or without a choice, asks to check a signature.
  const isSignature = message.name === 'graphicMenu' && (picture !== undefined || choices.length < 2);
  if (isSignature) return { kind: 'signature', text, ...(picture ? { picture } : {}), timeout };
  return { kind: 'choice', text, choices: choices.map(({ value, text }) => ({ value, text })), timeout };
}

/** The reply to the terminal. Without an answer, or with an answer that does not fit, the question is refused. */
export function replyTo(message: Message, answer: Answer, charset: Charset = 'auto'): Reply {
  if (message.name === 'inputRequest') return inputReply(answer, initialOf(message, charset), charset);
  const choices = choicesOf(message, charset);
  const choice = choiceOf(answer, choices);
  if (choice) return choiceReply(choice);
  return answer.kind === 'yes' && choices.length === 0 ? {} : REFUSED;
}

function choiceOf(answer: Answer, choices: readonly Choice[]): Choice | undefined {
  if (answer.kind === 'chosen') return choices.find(({ value }) => value === answer.value);
  return answer.kind === 'yes' || answer.kind === 'no' ? yesNoChoice(answer.kind, choices) : undefined;
}

// "Aborted by key or timeout": the terminal goes on without an answer.
const REFUSED: Reply = { code: 0x6c };

/** An answer without 1F3A means that nobody typed; yes confirms the suggested text; every other answer is a refusal. */
function inputReply(answer: Answer, initial: string | undefined, charset: Charset): Reply {
  const text = answer.kind === 'typed' ? answer.text : answer.kind === 'yes' ? initial : undefined;
  if (text !== undefined) return { fields: { tlv: [tlv(0x32, [tlv(0x1f3a, text, charset)])] } };
  return answer.kind === 'none' ? { fields: { tlv: [tlv(0x32, [])] } } : REFUSED;
}

function initialOf({ fields }: Message, charset: Charset): string | undefined {
  return tlvValue(findDeep(fields.tlv, 0x1f3a), charset) as string | undefined;
}

function choiceReply(choice: Choice): Reply {
  return { fields: { tlv: [choice.object] } };
}

interface Choice {
  readonly value: number;
  readonly text: string;
  /** The return value (tag 19) as the terminal sent it. */
  readonly object: Tlv;
}

/** The choice whose text means yes or no; otherwise the first choice is yes and the last one is no. */
function yesNoChoice(kind: 'yes' | 'no', choices: readonly Choice[]): Choice | undefined {
  const pattern = kind === 'yes' ? YES : NO;
  const byPosition = kind === 'yes' ? choices[0] : choices.length > 1 ? choices.at(-1) : undefined;
  return choices.find(({ text }) => pattern.test(text)) ?? byPosition;
}

const YES = /^\s*(ja|yes|ok|richtig|korrekt|correct|accept|bestätig|confirm|unterschrift ok)/i;
const NO = /^\s*(nein|no\b|nicht|not\b|falsch|wrong|reject|ableh|abbr|cancel|storno|unterschrift (nicht|falsch))/i;

function choicesOf({ fields }: Message, charset: Charset): Choice[] {
  const items = findDeep(fields.tlv, 0x2b)?.children?.filter(({ tag }) => tag === 0x2c) ?? [];
  return items.flatMap(({ children }) => {
    const object = findTag(children, 0x19);
    const size = object ? object.end - object.at : 0;
    if (!object || size < 1 || size > 6) return [];
    const value = object.source.readUIntBE(object.at, size);
    return [{ value, text: String(tlvValue(findTag(children, 0x07), charset) ?? ''), object }];
  });
}

function inputOf(message: Message, text: string, timeout: number, charset: Charset): Question {
  const { tlv: container } = message.fields;
  const wants = WANTS[(tlvValue(findDeep(container, 0x1f38)) as number | undefined) ?? 0] ?? 'text';
  const initial = initialOf(message, charset);
  return { kind: 'input', wants, text, ...(initial ? { initial } : {}), timeout };
}

const WANTS = ['text', 'number', 'amount'] as const;

/** The text: tag 24, the text lines of the menu, and the display lines F1 to F8. */
function textOf({ fields }: Message, charset: Charset): string {
  const texts = findDeep(fields.tlv, 0x24)?.children ?? findDeep(fields.tlv, 0x2b)?.children ?? [];
  const lines = texts.filter(({ tag }) => tag === 0x07).map((line: Tlv) => String(tlvValue(line, charset)));
  const displayLines = DISPLAY_LINES.flatMap(name => fields[name] ?? []);
  return [...lines, ...displayLines].join('\n').trim();
}

/** Fields of the display lines, F1 to F8. */
export const DISPLAY_LINES = [
  'displayText1',
  'displayText2',
  'displayText3',
  'displayText4',
  'displayText5',
  'displayText6',
  'displayText7',
  'displayText8',
] as const;

function pictureOf({ fields }: Message, pieces: readonly Buffer[]): Picture | undefined {
  if (pieces.length === 0) return undefined;
  const bytes = Buffer.concat(pieces);
  const base64 = fields.imageEncoding === BASE64 ? bytes.toString('latin1') : bytes.toString('base64');
  return { mediaType: MEDIA_TYPES[fields.imageType ?? 0] ?? 'application/octet-stream', base64 };
}

const BASE64 = 2;
const MEDIA_TYPES = [
  'application/octet-stream',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/x-icon',
  'image/webp',
  'application/pdf',
];
