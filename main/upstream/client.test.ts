/** The client at real servers: what went wrong, in words for people, and whether the request may have arrived. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { closeStubs, upstreamStub } from '../doubles/upstreamStub.ts';
import { closeReceivers, receiver } from '../services/push/receiver.fixture.ts';
import { createClient, type UpstreamClient } from './client.ts';
import { changedNothing, isFinal, UpstreamError } from './failures.ts';

const clients: UpstreamClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await closeStubs();
  await closeReceivers();
});

function clientOf(address: string, limit = 300): UpstreamClient {
  const client = createClient({
    ...{ address, limit, clientId: 'demo-client', clientSecret: 'demo-secret' },
    ...{ brand: 'acme', connections: 2, version: 'test' },
  });
  clients.push(client);
  return client;
}

const failure = (answer: Promise<unknown>): Promise<UpstreamError> =>
  answer.then(
    () => Promise.reject(new Error('it passed')),
    error => (error instanceof UpstreamError ? error : Promise.reject(error)),
  );

it('reads the error of the specification', async () => {
  const stub = await upstreamStub();
  const body = {
    status: 'error',
    error: 'ProductFormatException',
    error_details: 'basket.tax',
    error_user: 'Falsch (1001)',
    code: 1001,
  };
  stub.faults(({ call }) => (call === 'create' ? { status: 500, body } : null));
  const error = await failure(clientOf(stub.url).post('/Smart/Transactions', {}));
  expect(error).toMatchObject({
    kind: 'answered',
    status: 500,
    code: 1001,
    texts: { de: 'Falsch (1001)', en: 'basket.tax' },
  });
  expect(error.reason.code).toBe('ProductFormatException 1001');
  expect([isFinal(error), changedNothing(error)]).toEqual([true, true]);
});

it('knows that nothing arrived where nobody takes the connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const error = await failure(clientOf(`http://127.0.0.1:${port}`).probe());
  expect(error.kind).toBe('notSent');
  expect(error.texts.en).toContain('Nobody accepts connections');
});

it('says in plain words what is wrong with a certificate', async () => {
  const { url } = await receiver(200, { tls: true });
  const error = await failure(clientOf(new URL(url).origin).probe());
  expect(error.kind).toBe('notSent');
  expect(error.texts.de).toContain('Zertifikat');
});

it.each(['hang', 'cutBefore', 'cutAfter'] as const)(
  'does not know whether a request arrived after "%s"',
  async fault => {
    const stub = await upstreamStub();
    stub.faults(({ call }) => (call === 'create' ? fault : null));
    const error = await failure(clientOf(stub.url).post('/Smart/Transactions', {}));
    expect([error.kind, changedNothing(error)]).toEqual(['lost', false]);
  },
);

it('takes a page of something else for no answer', async () => {
  const stub = await upstreamStub();
  stub.faults(({ call }) => (call === 'list' ? { status: 200, body: [] } : null));
  const error = await failure(clientOf(stub.url).probe());
  expect(error.texts.en).toContain('Something else');
});

it('asks for one token, however many calls wait for it', async () => {
  const stub = await upstreamStub();
  const client = clientOf(stub.url);
  await Promise.all([client.probe(), client.probe(), client.post('/Smart/Transactions', {})]);
  expect(stub.requests.filter(({ call }) => call === 'token')).toHaveLength(1);
});

/** A create is answered in every packing, and the client reads each. */
const answered = async (fault: object): Promise<unknown> => {
  const stub = await upstreamStub();
  stub.faults(({ call }) => (call === 'create' ? { status: 200, ...fault } : null));
  return clientOf(stub.url).post('/Smart/Transactions', {});
};

const umlaut = { name: 'Käse für 2 €' };
const text = JSON.stringify(umlaut);
const packed = (encoding: string, raw: Buffer, type = 'application/json') => ({
  raw,
  headers: { 'content-encoding': encoding, 'content-type': type },
});

it.each([
  ['gzip', packed('gzip', gzipSync(text))],
  ['deflate', packed('Deflate', deflateSync(text))],
  ['brotli', packed('br', brotliCompressSync(text))],
  ['nothing, and says so', packed('identity', Buffer.from(text))],
  ['UTF-8 with a mark before it', { raw: `\uFEFF${text}` }],
  [
    'another character set',
    {
      raw: Buffer.from(text.replace('€', '\x80'), 'latin1'),
      headers: { 'content-type': 'text/json; charset=windows-1252' },
    },
  ],
])('reads an answer that is packed as %s', async (_, fault) => {
  expect(await answered(fault)).toEqual(umlaut);
});

it.each([
  ['a packing that nobody knows', packed('zstd2', Buffer.from(text)), 'packed in a way'],
  ['a packing that it does not have', packed('gzip', Buffer.from(text)), 'packed in a way'],
  ['a small body that unpacks to a huge one', packed('gzip', gzipSync(Buffer.alloc(64 << 20))), 'packed in a way'],
  [
    'a character set that nobody knows',
    packed('identity', Buffer.from(text), 'text/json; charset=x-nothing'),
    'packed',
  ],
  ['a body above 8 MiB', { raw: Buffer.alloc(9 << 20, 0x20) }, 'larger than 8 MiB'],
  ['half a document', { raw: text.slice(0, 9) }, 'Something else'],
  ['a page for people', { raw: '<!doctype html><h1>It works!</h1>' }, 'Something else'],
  ['a forbidden page of a proxy', { status: 403, raw: '<h1>Blocked</h1>' }, 'Something else'],
  [
    'a redirection with secrets in it',
    { status: 307, headers: { location: 'https://u:p@other.example/x?token=1' } },
    'redirects to https://other.example, which',
  ],
  ['a redirection to nowhere', { status: 302, headers: { location: 'javascript:alert(1)' } }, 'redirects, which'],
])('does not know what became of a request after %s, and says why', async (_, fault, words) => {
  const error = await failure(answered(fault));
  expect([error.kind, changedNothing(error)]).toEqual(['lost', (fault as { status?: number }).status === 403]);
  expect(error.texts.en).toContain(words);
  expect(error.texts.en).not.toMatch(/token|u:p/);
});

it('follows no redirection, so that nobody else gets the credentials', async () => {
  const [stub, elsewhere] = [await upstreamStub(), await upstreamStub()];
  stub.faults(() => ({ status: 308, headers: { location: `${elsewhere.url}/oauth/token` } }));
  await failure(clientOf(stub.url).probe());
  expect(elsewhere.requests).toEqual([]);
});

it.each(['a\r\nx-evil: 1', 'ä', '', 'a b'])('puts no token %j into a header', async access_token => {
  const stub = await upstreamStub();
  stub.faults(({ call }) => (call === 'token' ? { status: 200, body: { access_token, expires_in: 1e300 } } : null));
  const error = await failure(clientOf(stub.url).probe());
  expect(error.texts.en).toContain('Something else');
  expect(stub.requests.map(({ call }) => call)).toEqual(['token']);
});

it.each(['head', 'body'] as const)(
  'ends an answer of which the %s comes byte by byte, however short the pauses are',
  async part => {
    const server = createServer(socket => {
      socket.on('error', () => undefined);
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-more: ';
      socket.write(part === 'head' ? head : `${head}1\r\ncontent-length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const begun = performance.now();
    const error = await failure(clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 200).probe());
    expect(error.texts.en).toContain('in time');
    expect(performance.now() - begun).toBeLessThan(1500);
    server.close();
  },
);
