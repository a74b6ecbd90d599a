/** A batch as a signed request: its head stands in headers, and the signature covers them with the body. */
import type { Texts } from '../domain/texts.ts';
import { batchHeaders } from '../wire/office/batches.ts';
import type { BatchHead } from './batchChain.ts';
import { headHeaders, headOf } from './batchHead.ts';
import {
  type PublicKeyOf,
  type SignableRequest,
  type SignatureFault,
  type SigningKey,
  signRequest,
  type Verification,
  verifyHead,
  verifyRequest,
} from './signature.ts';

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
  return withHead(request, await verifyRequest(request, publicKeyOf, now, Object.values(batchHeaders)));
}

/** The same of a batch whose body has not been read: its digest is to be compared afterwards. */
export async function verifyBatchHead(
  request: Omit<SignableRequest, 'body'>,
  publicKeyOf: PublicKeyOf,
  now: number,
): Promise<BatchVerification> {
  return withHead(request, await verifyHead(request, publicKeyOf, now, Object.values(batchHeaders)));
}

function withHead(request: Pick<SignableRequest, 'headers'>, verification: Verification): BatchVerification {
  if (!verification.valid) return verification;
  const head = headOf(request.headers);
  return head
    ? { valid: true, keyid: verification.keyid, head }
    : { valid: false, code: 'headWrong', texts: headTexts };
}

const headTexts: Texts = {
  de: 'Die Kopfzeilen des Pakets (tillbridge-…) fehlen oder sind fehlerhaft. Es wurde nichts übernommen.',
  en: 'The headers of the batch (tillbridge-…) are missing or wrong. Nothing was taken.',
};
