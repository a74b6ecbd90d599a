/** A batch as a signed request: its head stands in headers, and the signature covers them with the body. */
import type { Texts } from '../domain/texts.ts';
import { batchHeaders } from '../wire/office/batches.ts';
import type { BatchHead } from './batchChain.ts';
import {
  type PublicKeyOf,
  type SignableRequest,
  type SignatureFault,
  type SigningKey,
  signRequest,
  verifyRequest,
} from './requestSignature.ts';

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

/** All headers of the request for a batch, signature included. `request.headers`: those beside the head. `now`: ms since 1970. */
export const signBatch = (
  head: BatchHead,
  request: SignableRequest,
  key: SigningKey,
  now: number,
): Promise<Record<string, string>> =>
  signRequest({ ...request, headers: { ...request.headers, ...headHeaders(head) } }, key, now);

export type BatchVerification =
  | { readonly valid: true; readonly keyid: string; readonly head: BatchHead }
  | { readonly valid: false; readonly code: SignatureFault | 'headWrong'; readonly texts: Texts };

/** Checks the signature of a batch, then reads its head. `request.headers` as a server received them. `now`: ms since 1970. */
export async function verifyBatch(
  request: SignableRequest,
  publicKeyOf: PublicKeyOf,
  now: number,
): Promise<BatchVerification> {
  const verification = await verifyRequest(request, publicKeyOf, now, Object.values(batchHeaders));
  if (!verification.valid) return verification;
  const head = headOf(request.headers);
  return head
    ? { valid: true, keyid: verification.keyid, head }
    : { valid: false, code: 'headWrong', texts: headTexts };
}

function headOf(headers: SignableRequest['headers']): BatchHead | null {
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
  if (![epoch, batch, first, last].every(Number.isSafeInteger) || first < 1 || last < first) return null;
  const hashes = [head.hash, ...(head.previous ? [head.previous] : [])];
  return /^[\w.-]{1,64}$/.test(head.till) && hashes.every(hash => /^[0-9a-f]{64}$/.test(hash)) ? head : null;
}

const headTexts: Texts = {
  de: 'Die Kopfzeilen des Pakets (tillbridge-…) fehlen oder sind fehlerhaft. Es wurde nichts übernommen.',
  en: 'The headers of the batch (tillbridge-…) are missing or wrong. Nothing was taken.',
};
