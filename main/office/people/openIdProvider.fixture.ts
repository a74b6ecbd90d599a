/** A provider of OpenID Connect over real HTTP: discovery, authorisation, tokens with PKCE, and keys. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  readonly issuer: string;
  /** The claims of the provider about the person who signs in there; a test may change them. */
  readonly person: { email: string; email_verified: boolean };
  /** Members of the next ID token that are written over, for example another nonce. */
  readonly forged: Record<string, unknown>;
  /** How the next ID token is signed. */
  readonly signing: { how: Signing; kid: string | undefined };
  /** From here on another key signs, and the key before is published no more. */
  rotate(): void;
  /** The next authorisation ends with this error of OAuth; null: with a code. */
  refusal: string | null;
  close(): Promise<void>;
}

/** `listed`: with the newest published key. */
export type Signing =
  | 'listed'
  | 'spoilt'
  | 'stranger'
  | 'none'
  | 'publicKeyAsSecret'
  | 'clientSecret'
  | 'otherAlgorithm';

interface Keys {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const newKeys = (): Keys => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

interface Asked {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

export async function startProvider(clientId: string, clientSecret: string): Promise<Provider> {
  let keys = newKeys();
  const stranger = newKeys();
  const signing: Provider['signing'] = { how: 'listed', kid: undefined };
  const control = { refusal: null as string | null };
  const codes = new Map<string, Asked>();
  const person = { email: '', email_verified: true };
  const forged: Record<string, unknown> = {};
  let issuer = '';

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  function idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: person.email,
      iat: now,
      exp: now + 60,
      nonce,
      ...person,
      ...forged,
    };
    const alg = { none: 'none', publicKeyAsSecret: 'HS256', clientSecret: 'HS256', otherAlgorithm: 'RS384' };
    const header = {
      alg: (alg as Partial<Record<Signing, string>>)[signing.how] ?? 'RS256',
      kid: signing.kid ?? keys.kid,
    };
    const signed = `${part(header)}.${part(claims)}`;
    return `${signed}.${signatureOf(signing.how, Buffer.from(signed)).toString('base64url')}`;
  }

  function signatureOf(how: Signing, data: Buffer): Buffer {
    const hmac = (secret: string | Buffer) => createHmac('sha256', secret).update(data).digest();
    switch (how) {
      case 'none':
        return Buffer.alloc(0);
      case 'publicKeyAsSecret':
        return hmac(keys.publicKey.export({ format: 'pem', type: 'spki' }));
      case 'clientSecret':
        return hmac(clientSecret);
      case 'otherAlgorithm':
        return sign('sha384', data, keys.privateKey);
      case 'stranger':
        return sign('sha256', data, stranger.privateKey);
    }
    const signature = sign('sha256', data, keys.privateKey);
    if (how === 'spoilt') signature[20] = (signature[20] ?? 0) ^ 1;
    return signature;
  }

  function authorise(url: URL, response: ServerResponse) {
    const code = randomUUID();
    const of = (name: string) => url.searchParams.get(name) ?? '';
    codes.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), redirect: of('redirect_uri') });
    const back = new URL(of('redirect_uri'));
    if (control.refusal !== null) back.searchParams.set('error', control.refusal);
    else back.searchParams.set('code', code);
    back.searchParams.set('state', of('state'));
    response.writeHead(302, { location: back.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    let text = '';
    for await (const piece of request) text += piece;
    const form = new URLSearchParams(text);
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    if (!asked || asked.challenge !== challenge || asked.redirect !== form.get('redirect_uri') || !isClient)
      return json(response, { error: 'invalid_grant' }, 400);
    return json(response, {
      access_token: randomUUID(),
      token_type: 'bearer',
      expires_in: 60,
      id_token: idToken(asked.nonce),
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/authorize') return authorise(url, response);
    if (url.pathname === '/token') return void token(request, response);
    if (url.pathname === '/keys')
      return json(response, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keys.kid, use: 'sig' }],
      });
    return json(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // As careless as a provider can be: the back office alone decides.
      id_token_signing_alg_values_supported: ['RS256', 'RS384', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(control, {
    issuer,
    person,
    forged,
    signing,
    rotate() {
      keys = newKeys();
    },
    close: () => new Promise<void>(done => server.close(() => done()).closeAllConnections()),
  });
}
