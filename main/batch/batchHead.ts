/** The head of a batch as headers of its request. */
import { batchHeaders, numberLimits } from '../wire/office/batches.ts';
import type { BatchHead } from './batchChain.ts';

/** In place of a hash: an empty header would not survive every proxy. */
const NONE = 'none';

/** The headers that name a batch; `signRequest` signs all of them. */
export const headHeaders = (head: BatchHead): Record<string, string> => ({
  [batchHeaders.till]: head.till,
  [batchHeaders.epoch]: String(head.epoch),
  [batchHeaders.batch]: String(head.batch),
  [batchHeaders.first]: String(head.first),
  [batchHeaders.last]: String(head.last),
  [batchHeaders.previous]: head.previous || NONE,
  [batchHeaders.hash]: head.hash,
});

/** Reads the head of a batch from the headers of a request; null where one is missing or cannot be, such as a negative number. */
export function headOf(headers: Readonly<Record<string, string | string[] | undefined>>): BatchHead | null {
  const text = (name: keyof typeof batchHeaders) => String(headers[batchHeaders[name]] ?? '');
  const number = (name: keyof typeof batchHeaders) => (/^\d{1,15}$/.test(text(name)) ? Number(text(name)) : Number.NaN);
  const head: BatchHead = {
    till: text('till'),
    epoch: number('epoch'),
    batch: number('batch'),
    first: number('first'),
    last: number('last'),
    previous: text('previous') === NONE ? '' : text('previous'),
    hash: text('hash'),
  };
  const { epoch, batch, first, last } = head;
  const { count, span } = numberLimits;
  const isCounted = epoch <= numberLimits.epoch && batch <= count && last <= count;
  if (!isCounted || !(first >= 1 && last >= first && last - first <= span)) return null;
  const hashes = [head.hash, ...(head.previous ? [head.previous] : [])];
  return /^[\w.-]{1,64}$/.test(head.till) && hashes.every(hash => /^[0-9a-f]{64}$/.test(hash)) ? head : null;
}
