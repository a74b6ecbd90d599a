/** A provider of OpenID Connect over real HTTP: discovery, authorisation, tokens with PKCE, and keys. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  readonly issuer: string;
  /** What the provider says of the person who signs in there; a test may change it. */
  readonly person: { email: string; email_verified: boolean };
  /** Members of the next ID token that are written over, for example another nonce. */
  readonly forged: Record<string, unknown>;
  close(): Promise<void>;
}

interface Asked {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

export async function startProvider(clientId: string, clientSecret: string): Promise<Provider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
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
    const signed = `${part({ alg: 'RS256', kid: 'k1' })}.${part(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), keys.privateKey).toString('base64url')}`;
  }

  function authorise(url: URL, response: ServerResponse) {
    const code = randomUUID();
    const of = (name: string) => url.searchParams.get(name) ?? '';
    codes.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), redirect: of('redirect_uri') });
    const back = new URL(of('redirect_uri'));
    back.searchParams.set('code', code);
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
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    return json(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    person,
    forged,
    close: () => new Promise(done => server.close(() => done())),
  };
}
