/**
 * Signatures of the requests from a till to the back office: RFC 9421 (HTTP Message Signatures) with Ed25519, over method,
 * path, headers, and the digest of the body (RFC 9530, SHA-512).
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { httpbis, type SignatureParameters, type VerifyingKey } from 'http-message-signatures';
import type { Texts } from '../domain/texts.ts';

/** A key pair of a bridge; `id` is the `keyid` of its signatures. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

export interface SignableRequest {
  readonly method: string;
  /** The whole address; only its path is signed, because a proxy may change the host. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they are sent: after compression. */
  readonly body: Uint8Array;
}

/** Finds the public key of a `keyid`; null where nobody has it. */
export type PublicKeyOf = (keyid: string) => Promise<KeyObject | null>;

export type SignatureFault =
  | 'signatureMissing'
  | 'signatureMalformed'
  | 'keyUnknown'
  | 'digestWrong'
  | 'signatureWrong'
  | 'signatureExpired';

export type Verification =
  | { readonly valid: true; readonly keyid: string }
  | { readonly valid: false; readonly code: SignatureFault; readonly texts: Texts };

/** Lifetime of a signature, and how far the clocks of both sides may differ, in seconds. */
export const signatureWindow = { lifetime: 300, skew: 300 } as const;

const always = ['@method', '@path', 'content-digest'];

/** Value of the header `Content-Digest` (RFC 9530). */
export const contentDigest = (body: Uint8Array): string =>
  `sha-512=:${createHash('sha512').update(body).digest('base64')}:`;

/** Headers that sign the request: its own, the digest, `signature-input` and `signature`. `now`: ms since 1970. */
export async function signRequest(
  request: SignableRequest,
  key: SigningKey,
  now: number,
): Promise<Record<string, string>> {
  const own = present(request.headers);
  const created = Math.floor(now / 1000) * 1000;
  const signed = await httpbis.signMessage(
    {
      key: { id: key.id, sign: async data => sign(null, data, key.privateKey) },
      name: 'tillbridge',
      fields: [...always, ...Object.keys(own).filter(isTillbridge)],
      params: ['created', 'expires', 'keyid', 'alg'],
      paramValues: {
        created: new Date(created),
        expires: new Date(created + signatureWindow.lifetime * 1000),
        alg: 'ed25519',
      },
    },
    {
      method: request.method,
      url: request.url,
      headers: { ...own, 'content-digest': contentDigest(request.body) },
    },
  );
  return lowerCased(present(signed.headers));
}

/**
 * Checks digest, signature and window of a request. `covered`: headers that must be signed beside method, path and digest.
 * `now`: ms since 1970. Throws nothing for what a sender got wrong.
 */
export async function verifyRequest(
  request: SignableRequest,
  publicKeyOf: PublicKeyOf,
  now: number,
  covered: readonly string[] = [],
): Promise<Verification> {
  const headers = lowerCased(present(request.headers));
  const digest = headers.signature === undefined ? undefined : headers['content-digest'];
  if (digest !== undefined && digest !== contentDigest(request.body)) return refusal('digestWrong');
  return verifyHead(request, publicKeyOf, now, covered);
}

/**
 * Checks signature and window of a request whose body has not been read; the digest in its headers is signed, and is to be
 * compared with the body afterwards. Otherwise as `verifyRequest`.
 */
export async function verifyHead(
  request: Omit<SignableRequest, 'body'>,
  publicKeyOf: PublicKeyOf,
  now: number,
  covered: readonly string[] = [],
): Promise<Verification> {
  const headers = lowerCased(present(request.headers));
  if (!headers['signature-input'] || !headers.signature) return refusal('signatureMissing');
  const keys = new KeySearch(publicKeyOf, now);
  try {
    const valid = await httpbis.verifyMessage(
      {
        keyLookup: parameters => keys.find(parameters),
        requiredFields: [...always, ...covered],
        requiredParams: ['created', 'keyid'],
        // The library knows only the clock of the machine: the window is checked above, by the clock that is given.
        tolerance: Number.POSITIVE_INFINITY,
      },
      { method: request.method, url: request.url, headers },
    );
    if (valid && keys.signer !== null) return { valid: true, keyid: keys.signer };
  } catch {
    if (keys.failure) throw keys.failure.error;
    keys.fault ??= 'signatureMalformed';
  }
  return refusal(keys.fault ?? 'signatureWrong');
}

/** Finds the key of each signature of one request, and keeps what became of them. */
class KeySearch {
  readonly #publicKeyOf: PublicKeyOf;
  readonly #now: number;
  /** `keyid` of the signature that held. A request may carry several: the one that held counts, not the last one seen. */
  signer: string | null = null;
  fault: SignatureFault | null = null;
  /** Error of the search itself, for example of a database: no fault of the sender. */
  failure: { readonly error: unknown } | null = null;

  constructor(publicKeyOf: PublicKeyOf, now: number) {
    this.#publicKeyOf = publicKeyOf;
    this.#now = now;
  }

  async find({ keyid, created, expires }: SignatureParameters): Promise<VerifyingKey | null> {
    this.fault = windowFault(created, expires, this.#now);
    if (this.fault !== null) return null;
    const id = String(keyid ?? '');
    const publicKey = await this.#publicKeyOf(id).catch(error => {
      this.failure = { error };
      throw error;
    });
    if (publicKey === null) this.fault = 'keyUnknown';
    return publicKey && { verify: async (data, signature) => this.#verify(id, publicKey, data, signature) };
  }

  #verify(id: string, publicKey: KeyObject, data: Buffer, signature: Buffer): boolean {
    const valid = verify(null, data, publicKey, signature);
    if (valid) this.signer = id;
    return valid;
  }
}

/** A public key as it is enrolled: SPKI as base64. Throws where it is no Ed25519 key. */
export function publicKeyFrom(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`an Ed25519 key is wanted, not ${key.asymmetricKeyType}`);
  return key;
}

function windowFault(created: unknown, expires: unknown, now: number): SignatureFault | null {
  if (!(created instanceof Date) || Number.isNaN(created.getTime())) return 'signatureMalformed';
  const age = (now - created.getTime()) / 1000;
  const end = typeof expires === 'number' ? expires * 1000 : Number.POSITIVE_INFINITY;
  const tooOld = age > signatureWindow.lifetime + signatureWindow.skew || now > end + signatureWindow.skew * 1000;
  return tooOld || age < -signatureWindow.skew ? 'signatureExpired' : null;
}

const isTillbridge = (name: string): boolean => name.toLowerCase().startsWith('tillbridge-');

const present = (headers: SignableRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const refusal = (code: SignatureFault): Verification => ({ valid: false, code, texts: faultTexts[code] });

const faultTexts: Readonly<Record<SignatureFault, Texts>> = {
  signatureMissing: {
    de: 'Die Anfrage ist nicht unterschrieben (Signature-Input, Signature). Es wurde nichts übernommen.',
    en: 'The request is not signed (Signature-Input, Signature). Nothing was taken.',
  },
  signatureMalformed: {
    de: 'Die Unterschrift ist nicht lesbar, oder sie deckt nicht alle verlangten Teile. Es wurde nichts übernommen.',
    en: 'The signature cannot be read, or it does not cover everything that must be signed. Nothing was taken.',
  },
  keyUnknown: {
    de: 'Der Schlüssel dieser Unterschrift ist nicht bekannt. Bitte die Kasse mit einem neuen Code anmelden.',
    en: 'The key of this signature is not known. Enrol the till with a new code.',
  },
  digestWrong: {
    de: 'Der Inhalt passt nicht zu Content-Digest: Er wurde unterwegs verändert. Es wurde nichts übernommen.',
    en: 'The body does not match Content-Digest: it was changed on its way. Nothing was taken.',
  },
  signatureWrong: {
    de: 'Die Unterschrift passt nicht zur Anfrage. Es wurde nichts übernommen.',
    en: 'The signature does not match the request. Nothing was taken.',
  },
  signatureExpired: {
    de: 'Die Unterschrift liegt außerhalb des Zeitfensters. Bitte die Uhren von Kasse und Zentrale prüfen. Es wurde nichts übernommen.',
    en: 'The signature is outside its time window. Check the clocks of till and back office. Nothing was taken.',
  },
};
