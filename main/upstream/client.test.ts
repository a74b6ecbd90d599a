/** The client at real servers: what went wrong, in words for people, and whether the request may have arrived. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
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
