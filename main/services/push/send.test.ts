/** One try over real sockets: what counts as acknowledged, what as slow, refused or failed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import { certificate } from './certificate.fixture.ts';
import { closeReceivers, receiver } from './receiver.fixture.ts';
import { createSender, type Sender, type SendSettings } from './send.ts';

const senders: Sender[] = [];
const servers: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-push-'));

afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.close()));
  for (const server of servers.splice(0)) server.close();
  await closeReceivers();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = '{"object":"event.pushes","id":"evt_1"}';
const never = new AbortController().signal;

function send(url: string, changes: Partial<SendSettings> = {}, stop = never) {
  const rules = { allowPrivate: false, allow: [], loopback: true };
  const sender = createSender({ rules, limit: 5000, authorities: null, version: '1.0', ...changes });
  senders.push(sender);
  return sender.send(url, body, { referer: 'http://till.example:8640' }, stop);
}

describe('sending a push', () => {
  it('is a POST of JSON with the headers receivers know', async () => {
    specifies({ Events: 'the service sends an HTTP POST with a JSON body' });
    const shop = await receiver();
    await send(`${shop.url}?a=1`);
    const [first] = shop.received;
    expect(first).toMatchObject({ method: 'POST', path: '/push?a=1', body: JSON.parse(body) });
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: '*/*',
      connection: 'close',
      referer: 'http://till.example:8640',
      'user-agent': 'Tillbridge/1.0',
    });
  });

  it.each([200, 202, 204, 299])('status %i acknowledges', async status => {
    specifies({ Events: 'any HTTP status 200 to 299 acknowledges' });
    const shop = await receiver(status);
    expect(await send(shop.url)).toMatchObject({ ending: 'acknowledged', status });
  });

  it.each([301, 302, 307, 308, 400, 404, 410, 500, 503])('status %i does not', async status => {
    specifies({ Events: 'a redirect is any other status and is not followed' });
    const elsewhere = await receiver();
    const shop = await receiver({ status, headers: { location: elsewhere.url } });
    expect(await send(shop.url)).toMatchObject({ ending: 'failed', status });
    expect(elsewhere.received).toEqual([]);
  });

  it('keeps the beginning of what the receiver says', async () => {
    specifies({ Events: 'a short response body in any format is kept for troubleshooting' });
    const shop = await receiver({ status: 500, text: 'order unknown '.repeat(1000) });
    const { answer } = await send(shop.url);
    expect(answer).toHaveLength(500);
    expect(answer).toMatch(/^order unknown order/);
  });

  it('no answer within the limit is slow', async () => {
    specifies({ Events: 'the receiver must process an event in less than 30 seconds' });
    const shop = await receiver('silence');
    const sent = await send(shop.url, { limit: 50 });
    expect(sent).toMatchObject({ ending: 'slow', status: null, error: 'no answer within 0.05 s' });
    expect(sent.ms).toBeGreaterThanOrEqual(49);
  });

  it('a status within the limit counts, even when the body never ends', async () => {
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nthank you'));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise(done => server.once('listening', done));
    const { port } = server.address() as { port: number };
    expect(await send(`http://127.0.0.1:${port}/`, { limit: 100 })).toMatchObject({
      ending: 'acknowledged',
      answer: 'thank you',
    });
  });

  it('a receiver that cannot be reached has failed, with the reason', async () => {
    const shop = await receiver();
    await shop.close();
    expect(await send(shop.url)).toMatchObject({
      ending: 'failed',
      status: null,
      error: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(await send('http://no-such-name.invalid/')).toMatchObject({
      ending: 'failed',
      error: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    });
  });

  it('an address that is not allowed is refused before anything is sent', async () => {
    const shop = await receiver();
    const rules = { allowPrivate: false, allow: [], loopback: false };
    expect(await send(shop.url, { rules })).toMatchObject({
      ending: 'refused',
      error: expect.stringMatching(/127\.0\.0\.1/),
    });
    const named = shop.url.replace('127.0.0.1', 'localhost');
    expect(await send(named, { rules })).toMatchObject({
      ending: 'refused',
      error: expect.stringMatching(/localhost: .*not a public/),
    });
    expect(await send('http://user:pw@shop.example/')).toMatchObject({ ending: 'refused' });
    expect(shop.received).toEqual([]);
  });

  it('a certificate nobody vouches for is not trusted, one of a named authority is', async () => {
    specifies({ Events: 'certificates of receivers are verified' });
    const shop = await receiver(200, { tls: true });
    expect(await send(shop.url)).toMatchObject({
      ending: 'failed',
      status: null,
      error: expect.stringMatching(/self.signed/i),
    });
    expect(shop.received).toEqual([]);
    const authorities = join(folder, 'authorities.pem');
    writeFileSync(authorities, certificate);
    expect(await send(shop.url, { authorities })).toMatchObject({ ending: 'acknowledged', status: 200 });
  });

  it('throws when it is stopped, because nobody knows whether it arrived', async () => {
    const shop = await receiver('silence');
    const stop = new AbortController();
    const sending = send(shop.url, {}, stop.signal);
    const outcome = expect(sending).rejects.toThrow();
    await expect.poll(() => shop.received.length).toBe(1);
    stop.abort();
    await outcome;
  });
});
