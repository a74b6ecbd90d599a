/** A list that comes as the body of a call, and goes as the body of an answer: the same for articles, cards, vouchers and people. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileChoice } from '../domain/fileChoice.ts';
import type { ListOptions } from '../masterData/listReading.ts';
import type { CharacterSet, RoundedChoice, ZerosChoice } from '../wire/listFiles.ts';
import { localDate } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';

/** As browsers and spreadsheets name CSV files and workbooks. */
export const LIST_TYPES = [
  ...['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export const listBody = { content: { 'text/csv': { schema: { description: 'the file' } } } };

/** Null where the call says nothing about the columns, nor about the whole file. */
export function choiceOf(
  columns: string | undefined,
  whole: Readonly<Record<string, string | undefined>>,
): FileChoice | null {
  const values = Object.fromEntries(Object.entries(whole).filter(([, value]) => value)) as FileChoice['values'];
  if (columns === undefined && Object.keys(values).length === 0) return null;
  return { columns: columns === undefined ? null : columns.split(',').map(column => column.trim()), values };
}

/** The person's word on the letters and the numbers of a file. */
export const readingOf = ({
  character_set: characterSet,
  zeros = 'ask',
  rounded = 'ask',
}: {
  readonly character_set?: CharacterSet;
  readonly zeros?: ZerosChoice;
  readonly rounded?: RoundedChoice;
}): Pick<ListOptions, 'characterSet' | 'digits'> => ({
  characterSet: characterSet ?? null,
  digits: { zeros, rounded },
});

/**
 * The file as it arrived: a request may take as long as its sender needs to send it, and reading the lines takes longer than that.
 * Throws `badInput` and `tooLarge`.
 */
export async function receivedList(body: unknown, largest: number): Promise<AsyncGenerator<Uint8Array>> {
  if (!(body instanceof Readable)) throw new BridgeError('badInput', 'the body has to be a CSV file (text/csv)');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) throw new BridgeError('tooLarge', `a file may have ${largest} bytes`);
    parts.push(part);
  }
  return partsOf(parts);
}

/** Part by part, so that what was read need not be kept. */
async function* partsOf(parts: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

export const listAnswer = { description: 'the file', content: { 'text/csv': { schema: { type: 'string' } } } };

/** Answers with a list as a file that is named after it and the day. */
export const sendList = (
  reply: FastifyReply,
  list: string,
  now: number,
  text: Iterable<string> | AsyncIterable<string>,
) =>
  reply
    .headers({
      'content-disposition': `attachment; filename="${list}-${localDate(new Date(now))}.csv"`,
      'cache-control': 'private, no-store',
    })
    .type('text/csv; charset=utf-8')
    .send(Readable.from(text));
