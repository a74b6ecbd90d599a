/**
 * Scales that answer in lines of text, as ADAM and many others: `G` asks for the weight, and the answer is `G +   1.234 kg` or
 * `ST,GS,+  1.234kg`. A line that does not say whether the scale is at rest counts once a second one says the same.
 */

import type { ReadMessage, ScaleLine, ScaleProtocol, Weighing } from './protocol.ts';

const ASK = 'G\r\n';
/** Milliseconds. */
const ANSWER = 1000;

export interface WeightLine {
  readonly kind: 'weight' | 'overload' | 'garbled';
  /** Whole grams; with a sign. */
  readonly grams: number;
  /** Null: the line does not say it. */
  readonly isStable: boolean | null;
  readonly unit: string;
}

const NONE: Omit<WeightLine, 'kind'> = { grams: 0, isStable: null, unit: '' };
const LINE =
  /^\s*(?:(ST|US)\s*,\s*)?(?:(?:GS|NT|G|N)\b[\s,:]*)?([+-])?\s*(\d{1,6})(?:[.,](\d{1,4}))?\s*(kg|g|lb|oz|lb:oz)\s*$/i;

/** One line of the scale, without its end. */
export function weightIn(line: string): WeightLine {
  if (/^\s*(?:(?:ST|US)\s*,\s*)?(?:OL\b|\^{3,}|(?:GS|NT|G|N)\b[\s,:]*OL\b)/i.test(line))
    return { ...NONE, kind: 'overload' };
  const [found, rest, sign = '', whole = '', decimals = '', unit = ''] = LINE.exec(line) ?? [];
  if (found === undefined) return { ...NONE, kind: 'garbled' };
  const perUnit = unit.toLowerCase() === 'kg' ? 1000 : 1;
  const grams = Math.round((Number(`${whole}.${decimals || 0}`) * perUnit * 1000) / 1000);
  const isStable = rest === undefined ? null : rest.toUpperCase() === 'ST';
  return { kind: 'weight', grams: sign === '-' ? -grams : grams, isStable, unit: unit.toLowerCase() };
}

/** The first line with a text. */
export const readLine: ReadMessage<string> = bytes => {
  const text = bytes.toString('latin1');
  const [found, line = ''] = /^[\r\n]*([^\r\n]+)[\r\n]/.exec(text) ?? [];
  return found === undefined ? null : { message: line, length: found.length };
};

/** A line of the scale as bytes. */
export const weightLine = ({ kind, grams, isStable, unit }: WeightLine): Buffer => {
  if (kind === 'overload') return Buffer.from('OL\r\n');
  const amount = unit === 'g' ? String(Math.abs(grams)) : (Math.abs(grams) / 1000).toFixed(3);
  const value = `${grams < 0 ? '-' : '+'}${amount.padStart(8)}`;
  if (isStable === null) return Buffer.from(`G ${value} ${unit}\r\n`);
  return Buffer.from(`${isStable ? 'ST' : 'US'},GS,${value}${unit}\r\n`);
};

export const isQuestion = (line: string): boolean => line.trim() === ASK.trim();

async function ask(line: ScaleLine): Promise<WeightLine | null> {
  line.send(Buffer.from(ASK));
  const answer = await line.receive(readLine, ANSWER);
  return answer === null ? null : weightIn(answer);
}

async function weigh(line: ScaleLine): Promise<Weighing> {
  const first = await ask(line);
  if (first === null) return { kind: 'silent', detail: 'no answer to the question for the weight' };
  if (first.kind !== 'weight') return { kind: first.kind, detail: 'the answer is no weight' };
  if (first.unit !== 'kg' && first.unit !== 'g') return { kind: 'unit', detail: first.unit };
  if (first.isStable === false) return { kind: 'moving', detail: `${first.grams} g` };
  if (first.isStable === null) {
    const second = await ask(line);
    if (second?.kind !== 'weight' || second.grams !== first.grams)
      return { kind: 'moving', detail: `${first.grams} g` };
  }
  const { grams } = first;
  if (grams < 0) return { kind: 'negative', detail: `${grams} g` };
  return grams === 0 ? { kind: 'empty', detail: '0 g' } : { kind: 'weight', grams, price: null };
}

export const adam: ScaleProtocol = { line: { baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 }, weigh };
