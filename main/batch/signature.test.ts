import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { httpbis } from 'http-message-signatures';
import { describe, expect, it } from 'vitest';
import { contentDigest, publicKeyFrom, type SignableRequest, signRequest, verifyRequest } from './signature.ts';

/** RFC 9421, appendix B: the request B.2 and the key B.1.4. */
const rfc = {
  publicKey: 'MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=',
  privateKey: 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: {
    host: 'example.com',
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest':
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    'content-length': '18',
  },
  body: Buffer.from('{"hello": "world"}'),
  fields: ['date', '@method', '@path', '@authority', 'content-type', 'content-length'],
  created: 1618884473,
  signatureInput:
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
} as const;

const now = Date.UTC(2026, 2, 1, 12);
const pair = generateKeyPairSync('ed25519');
const key = { id: 'KEY_1', privateKey: pair.privateKey };
const keys = async (id: string) => (id === key.id ? pair.publicKey : null);

const request = (change: Partial<SignableRequest> = {}): SignableRequest => ({
  method: 'POST',
  url: 'https://office.example/office/v1/heartbeats',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"version":"1"}'),
  ...change,
});

const signed = async (change: Partial<SignableRequest> = {}, at = now): Promise<SignableRequest> => {
  const plain = request(change);
  return { ...plain, headers: await signRequest(plain, key, at) };
};

describe('the published vectors of RFC 9421 and RFC 9530', () => {
  it('writes the digest of the example body', () => {
    expect(contentDigest(rfc.body)).toBe(rfc.headers['content-digest']);
  });

  it('makes the Ed25519 signature of section B.2.6', async () => {
    const privateKey = createPrivateKey({ key: Buffer.from(rfc.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    const { headers } = await httpbis.signMessage(
      {
        key: { id: 'test-key-ed25519', sign: async data => sign(null, data, privateKey) },
        name: 'sig-b26',
        fields: [...rfc.fields],
        params: ['created', 'keyid'],
        paramValues: { created: new Date(rfc.created * 1000) },
      },
      { method: 'POST', url: rfc.url, headers: rfc.headers },
    );
    expect(headers).toMatchObject({ 'Signature-Input': rfc.signatureInput, Signature: rfc.signature });
  });

  it('refuses that signature, because it does not cover the body', async () => {
    const headers = { ...rfc.headers, 'signature-input': rfc.signatureInput, signature: rfc.signature };
    const example = { method: 'POST', url: rfc.url, headers, body: rfc.body };
    const verification = await verifyRequest(example, async () => publicKeyFrom(rfc.publicKey), rfc.created * 1000);
    expect(verification).toMatchObject({ valid: false, code: 'signatureMalformed' });
  });
});

describe('the signature of a request', () => {
  it('holds for the request as it was signed, under another host too', async () => {
    const sent = await signed();
    expect(await verifyRequest(sent, keys, now)).toEqual({ valid: true, keyid: 'KEY_1' });
    const proxied = { ...sent, url: 'http://10.0.0.7:8080/office/v1/heartbeats' };
    expect(await verifyRequest(proxied, keys, now)).toMatchObject({ valid: true });
  });

  it.each([
    ['method', { method: 'PUT' }, 'signatureWrong'],
    ['path', { url: 'https://office.example/office/v1/batches' }, 'signatureWrong'],
    ['body', { body: Buffer.from('{"version":"2"}') }, 'digestWrong'],
  ] as const)('does not hold for another %s', async (_, change, code) => {
    const sent = { ...(await signed()), ...change };
    expect(await verifyRequest(sent, keys, now)).toMatchObject({ valid: false, code });
  });

  it('covers every header of the link', async () => {
    const sent = await signed({ headers: { 'tillbridge-till': 'SDV_1' } });
    const changed = { ...sent, headers: { ...sent.headers, 'tillbridge-till': 'SDV_2' } };
    expect(await verifyRequest(changed, keys, now)).toMatchObject({ code: 'signatureWrong' });
    expect(await verifyRequest(await signed(), keys, now, ['tillbridge-till'])).toMatchObject({
      code: 'signatureMalformed',
    });
  });

  it('holds within its window only, with five minutes for clocks that differ', async () => {
    const codeAt = async (seconds: number) => {
      const verification = await verifyRequest(await signed(), keys, now + seconds * 1000);
      return verification.valid ? 'valid' : verification.code;
    };
    expect(await codeAt(599)).toBe('valid');
    expect(await codeAt(601)).toBe('signatureExpired');
    expect(await codeAt(-299)).toBe('valid');
    expect(await codeAt(-301)).toBe('signatureExpired');
  });

  it('tells a missing signature, an unknown key and unreadable headers apart', async () => {
    expect(await verifyRequest(request(), keys, now)).toMatchObject({ code: 'signatureMissing' });
    expect(await verifyRequest(await signed(), async () => null, now)).toMatchObject({ code: 'keyUnknown' });
    const sent = await signed();
    const broken = { ...sent, headers: { ...sent.headers, 'signature-input': 'tillbridge=((' } };
    expect(await verifyRequest(broken, keys, now)).toMatchObject({ code: 'signatureMalformed' });
  });

  it('belongs to the key that made it, whatever other signatures the request carries', async () => {
    const sent = await signed();
    const { 'signature-input': input, signature } = sent.headers;
    const stranger = 'other=("@method" "@path" "content-digest");created=1;keyid="KEY_9"';
    const both = { 'signature-input': `${input}, ${stranger}`, signature: `${signature}, other=:AAAA:` };
    const verification = await verifyRequest({ ...sent, headers: { ...sent.headers, ...both } }, keys, now);
    expect(verification).toEqual({ valid: true, keyid: 'KEY_1' });
  });

  it('throws what the search for the key throws, because a database that is down is no fault of the sender', async () => {
    const failing = async () => Promise.reject(new Error('database is down'));
    await expect(verifyRequest(await signed(), failing, now)).rejects.toThrow('database is down');
  });
});

describe('a public key', () => {
  it('is taken as SPKI in base64, and only of Ed25519', () => {
    expect(publicKeyFrom(rfc.publicKey).asymmetricKeyType).toBe('ed25519');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const spki = rsa.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(() => publicKeyFrom(spki)).toThrow('an Ed25519 key is wanted');
  });
});
