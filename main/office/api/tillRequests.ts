/** Requests of tills: the body as it came, its signature, and the bridge that signed it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignableRequest, verifyRequest } from '../../batch/requestSignature.ts';
import { type BatchVerification, verifyBatch } from '../../batch/signedBatch.ts';
import { batchLimits } from '../../wire/office/batches.ts';
import { BridgeError } from '../../world/errors.ts';
import { type KeyOwner, ownerOf, startNextKey } from '../enrolment/bridges.ts';
import type { Office } from '../office.ts';

/** Bodies of this scope stay bytes, because the digest is over them. */
export function keepBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: batchLimits.body }, (_request, body, done) =>
    done(null, body),
  );
}

const signable = ({ method, originalUrl, headers, body }: FastifyRequest): SignableRequest => ({
  method,
  url: `http://office${originalUrl}`,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

/** The bridge that signed the request. Throws `officeKeyUnknown` and `officeRevoked`. */
export async function signerOf(office: Office, request: FastifyRequest): Promise<KeyOwner> {
  const owners = new Owners(office);
  const verified = await verifyRequest(signable(request), owners.publicKeyOf, office.clock.now());
  return owners.admit(verified);
}

/** The bridge that signed a batch, and the head of the batch. */
export async function batchSender(
  office: Office,
  request: FastifyRequest,
): Promise<{ readonly owner: KeyOwner; readonly head: Extract<BatchVerification, { valid: true }>['head'] }> {
  const owners = new Owners(office);
  const verified = await verifyBatch(signable(request), owners.publicKeyOf, office.clock.now());
  const owner = await owners.admit(verified);
  if (!verified.valid) throw new Error('a sender without a valid signature is not admitted');
  return { owner, head: verified.head };
}

/** Keys that were looked up for one request. */
class Owners {
  readonly #office: Office;
  readonly #found = new Map<string, KeyOwner>();

  constructor(office: Office) {
    this.#office = office;
  }

  readonly publicKeyOf = async (keyid: string) => {
    const owner = await ownerOf(this.#office.database, keyid);
    if (owner) this.#found.set(keyid, owner);
    return owner?.publicKey ?? null;
  };

  async admit(
    verified: { valid: true; keyid: string } | { valid: false; code: string; texts: { en: string } },
  ): Promise<KeyOwner> {
    if (!verified.valid)
      throw new BridgeError(verified.code === 'headWrong' ? 'officeBatch' : 'officeKeyUnknown', verified.texts.en, {
        extra: { reason: verified.code },
      });
    const owner = this.#found.get(verified.keyid);
    if (!owner) throw new BridgeError('officeKeyUnknown', 'the key is not known');
    if (owner.revoked) throw new BridgeError('officeRevoked', `the bridge ${owner.bridge} is revoked`);
    if (owner.keyState === 'next') await startNextKey(this.#office, owner);
    return owner;
  }
}

/** The bridge answers 500 there because its specification says so; here it is the fault of the caller. */
export const noJson = ({ message }: Error): BridgeError => new BridgeError('malformedJson', message, { http: 400 });

/** A JSON body that was kept as bytes. Throws `malformedJson`. */
export function jsonOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  } catch (error) {
    throw noJson(error as Error);
  }
}

export const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');
