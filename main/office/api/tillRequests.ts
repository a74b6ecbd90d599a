/** Requests of tills: their signature, the bridge that signed them, and the body as it came. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BatchHead } from '../../batch/batchChain.ts';
import { contentDigest, type Verification, verifyHead } from '../../batch/signature.ts';
import { type BatchVerification, verifyBatchHead } from '../../batch/signedBatch.ts';
import { bodyText } from '../../http/bodyText.ts';
import { batchLimits } from '../../wire/office/batches.ts';
import { BridgeError } from '../../world/errors.ts';
import { type KeyOwner, ownerOf, startNextKey } from '../enrolment/bridges.ts';
import type { Office } from '../office.ts';

export interface Signer extends KeyOwner {
  /** Head of a batch; null of any other request. */
  readonly head: BatchHead | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bridge that signed the request; set for every route of tills. */
    signer: Signer;
  }
}

/** Path of the requests that have the head of a batch. */
export const BATCHES = '/office/v1/batches';

/** Bodies of this scope stay bytes, because the digest is over them; the signature has been checked when one is read. */
export function keepBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: batchLimits.body }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('preValidation', async request => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (request.signer && request.headers['content-digest'] !== contentDigest(body))
      throw new BridgeError('officeKeyUnknown', 'the body does not match Content-Digest: it was changed on its way', {
        extra: { reason: 'digestWrong' },
      });
  });
}

/** The bridge that signed the head of the request. Throws `officeKeyUnknown`, `officeRevoked`, and `officeBatch` for the head of a batch. */
export async function signedRequest(office: Office, request: FastifyRequest): Promise<Signer> {
  const found = new Map<string, KeyOwner>();
  const publicKeyOf = async (keyid: string) => {
    const owner = await ownerOf(office.database, keyid);
    if (owner) found.set(keyid, owner);
    return owner?.publicKey ?? null;
  };
  const head = { method: request.method, url: `http://office${request.originalUrl}`, headers: request.headers };
  const verify = request.routeOptions.url === BATCHES ? verifyBatchHead : verifyHead;
  const verified: Verification | BatchVerification = await verify(head, publicKeyOf, office.clock.now());
  if (!verified.valid)
    throw new BridgeError(verified.code === 'headWrong' ? 'officeBatch' : 'officeKeyUnknown', verified.texts.en, {
      extra: { reason: verified.code },
    });
  const owner = found.get(verified.keyid);
  if (!owner) throw new BridgeError('officeKeyUnknown', 'the key is not known');
  if (owner.revoked) throw new BridgeError('officeRevoked', `the bridge ${owner.bridge} is revoked`);
  if (owner.keyState === 'next') await startNextKey(office, owner);
  return { ...owner, head: 'head' in verified ? verified.head : null };
}

/** The bridge answers 500 there because its specification says so; here it is the fault of the caller. */
export const noJson = ({ message }: Error): BridgeError => new BridgeError('malformedJson', message, { http: 400 });

/** A JSON body that was kept as bytes. Throws `malformedJson`. */
export function jsonOf(request: FastifyRequest): unknown {
  const text = Buffer.isBuffer(request.body)
    ? bodyText(request.body, { 'content-type': request.headers['content-type'] })
    : '';
  if (text instanceof BridgeError) throw noJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw noJson(error as Error);
  }
}

export const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');
