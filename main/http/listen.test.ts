/** Where the bridge listens, by what names it lets itself be called, and how slowly somebody may talk to it. */
import { execFileSync, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBridge } from '../bridge.ts';
import {
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  until,
} from '../doubles/bridge.fixture.ts';
import { terminalMemory } from '../doubles/terminalMemory.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';
import { configOf } from '../world/configReading.ts';
import { fingerprintsOf, followCertificate, ownCertificate } from './ownCertificate.ts';

afterAll(closeAll);

/** Writes piece by piece, until the other side has had enough; all that was answered. */
function talk(url: string, pieces: readonly string[], every = 0): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    let text = '';
    const socket = connect(Number(port), hostname);
    const left = [...pieces];
    const next = () => {
      const piece = left.shift();
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      if (every > 0) setTimeout(next, every);
      else next();
    };
    socket.on('connect', next);
    socket.on('data', part => {
      text += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const codeOf = (answer: string) => (JSON.parse(answer.slice(answer.indexOf('{'))) as { code: number }).code;

let quick: TestBridge;
beforeAll(async () => {
  quick = await startBridge();
});

describe('the Host of a request', () => {
  it.each([
    ['twice', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost', 400],
    ['twice, in other letters', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example', 400],
    ['beside another one in the address', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost', 400],
    // A server has to take the whole address (RFC 9112, 3.2.2); it names no second host.
    ['beside itself in the address', 'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost', 200],
    ['of others beside itself', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example', 403],
    ['beside itself, twice', 'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost', 400],
    ['with a person', 'GET /healthz HTTP/1.1\r\nHost: localhost@evil.example', 403],
    ['with a person before it', 'GET /healthz HTTP/1.1\r\nHost: evil.example@localhost', 403],
    ['empty', 'GET /healthz HTTP/1.1\r\nHost: ', 403],
    ['missing', 'GET /healthz HTTP/1.1\r\nAccept: */*', 400],
    ['missing in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nAccept: */*', 403],
    ['once', 'GET /healthz HTTP/1.1\r\nHost: localhost', 200],
  ])('%s', async (_, head, status) => {
    expect(statusOf(await talk(quick.url, [`${head}\r\nConnection: close\r\n\r\n`]))).toBe(status);
  });
});

/** The next request has arrived at a server of this process, its body perhaps not yet. */
const requestBegun = (): Promise<void> =>
  new Promise(resolve => {
    const begun = () => {
      unsubscribe('http.server.request.start', begun);
      resolve();
    };
    subscribe('http.server.request.start', begun);
  });

describe('a sender', () => {
  const head = (path: string, token: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const drops = Array.from({ length: 200 }, () => ' ');

  it('who is slow is cut, with a body, with a header, and with nothing', async () => {
    const bridge = await startBridge({ config: { requestSeconds: 1 } });
    const { token } = await bridge.client();
    const began = Date.now();
    const answers = await Promise.all([
      talk(bridge.url, [head('/api/v2/Smart/Transactions', token), ...drops], 100),
      talk(bridge.url, ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ', ...drops.map(() => 'a')], 100),
      talk(bridge.url, []),
    ]);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(answers.map(statusOf)).toEqual([408, 408, 408]);
    expect(answers.map(codeOf)).toEqual([2035, 2035, 2035]);
    expect(bridge.rows('SELECT 1 FROM smart_transaction').length).toBe(0);
    const late = expect.stringMatching(/^warn The request came too slowly.*"code":2035/);
    expect(bridge.log.filter(line => /^(warn|error)/.test(line)).slice(-3)).toEqual([late, late, late]);
  });

  it.each([
    ['ends its side', (socket: Socket) => socket.end()],
    ['closes', (socket: Socket) => socket.destroySoon()],
    ['is cut off', (socket: Socket) => socket.resetAndDestroy()],
  ])('that %s inside a body is one warning of its own, and nothing is carried out', async (_, goAway) => {
    const { token } = await quick.staff('manager');
    const { hostname, port } = new URL(quick.url);
    const bodies = [
      head('/api/v2/Smart/Transactions', token),
      // The route itself reads this one.
      head('/bridge/v1/articles/import', token).replace('application/json', 'text/csv'),
    ];
    for (const text of bodies) {
      const known = quick.log.length;
      const begun = requestBegun();
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(`${text}{"basket":`);
      await begun;
      goAway(socket);
      await until(() => quick.log.length > known);
      await quick.ask('GET', '/healthz');
      expect(quick.log.slice(known)).toEqual([expect.stringMatching(/^warn .*"code":2037/)]);
    }
    expect(quick.rows('SELECT 1 FROM smart_transaction').length).toBe(0);
  });

  it('who waits for a blocking answer or reads the stream of events is not slow', async () => {
    const terminal = terminalMemory();
    const bridge = await startBridge({ terminal, config: { requestSeconds: 1 } });
    const till = await bridge.client();
    let received = '';
    const end = new AbortController();
    const stream = fetch(`${bridge.url}/bridge/v1/events`, {
      headers: { authorization: `Bearer ${till.token}` },
      signal: end.signal,
    }).then(async ({ body }) => {
      for await (const chunk of body ?? []) received += Buffer.from(chunk).toString();
    });
    const { id } = await till.create(sale([item(1209)]));
    const began = Date.now();
    const paid = ok(await till.post(`/${id}/start/cashless`));
    expect(paid.status).toBe('ok');
    await until(() => Date.now() - began > 2000);
    await till.create();
    await until(() => (received.match(/smart\.transactions/g) ?? []).length > 1);
    end.abort();
    await stream.catch(() => undefined);
  });
});

describe('beyond this machine', () => {
  const parts = { log: () => undefined, openTerminal: () => Promise.reject(new Error('none')) };
  const start = (config: Partial<Config>, warned: string[] = []) =>
    createBridge(configOf({ data: temporaryDirectory(), port: 0, host: '0.0.0.0', ...config }), {
      ...parts,
      log: (_, message) => void warned.push(message),
    });

  it('a shop does not listen without TLS or its own word', async () => {
    await expect(start({})).rejects.toThrow(ConfigRefusal);
    await expect(start({})).rejects.toThrow(/^0\.0\.0\.0 can be reached from other machines.*"tls".*"plainHttp": true/);
  });

  it.each([{ plainHttp: true }, { demo: true }])('and is warned where it does: %j', async config => {
    const warned: string[] = [];
    const bridge = await start(config, warned);
    expect(warned.join()).toContain('0.0.0.0 can be reached from other machines without TLS');
    await bridge.close();
  });

  it('it speaks TLS with the files it is given, and warns of nothing', async () => {
    const folder = temporaryDirectory();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    const warned: string[] = [];
    const bridge = await start({ tls: { key, cert } }, warned);
    expect(bridge.url).toMatch(/^https:/);
    expect(warned.join()).not.toContain('TLS');
    const { port } = new URL(bridge.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { hostname: '127.0.0.1', port, path: '/healthz', ca: readFileSync(cert) };
      httpsRequest(options, answer => resolve(answer.resume()))
        .on('error', reject)
        .end();
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    await bridge.close();
    await expect(start({ tls: { key, cert: key } })).rejects.toThrow(/^The TLS files .* cannot be used/);
    await expect(start({ tls: { key, cert: join(folder, 'none') } })).rejects.toThrow(ConfigRefusal);
  });

  it('it speaks TLS with a certificate of its own, whose pin both sides know and every renewal keeps', async () => {
    const data = temporaryDirectory();
    const bridge = await start({ data, tls: 'generated' });
    const cli = ['main/run.mjs', 'main/dataDirectory/cli.ts', 'certificate', '--data', data];
    const said = execFileSync(process.execPath, cli, { encoding: 'utf8' });
    const pin = /sha256\/\/\S+/.exec(said)?.[0] ?? '';
    const { port } = new URL(bridge.url);
    // Nobody vouches for it, so a client that knows nothing of it refuses it; one with the pin does not.
    const ask = async (...words: string[]) => {
      const asking = spawn('curl', ['-s', '-m', '5', ...words, `https://127.0.0.1:${port}/healthz`], {
        stdio: 'ignore',
      });
      return ((await once(asking, 'exit')) as [number])[0];
    };
    expect([await ask(), await ask('-k', '--pinnedpubkey', pin)]).toEqual([60, 0]);
    expect(await ask('-k', '--pinnedpubkey', `sha256//${'A'.repeat(43)}=`)).toBe(90);
    const [key, cert] = [join(data, 'tls.key'), join(data, 'tls.pem')];
    expect(await ask('--cacert', cert)).toBe(0);
    expect([statSync(key).mode & 0o777, statSync(cert).mode & 0o777]).toEqual([0o600, 0o600]);
    const first = readFileSync(cert, 'utf8');
    execFileSync('openssl', ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', cert, cert]);
    await bridge.close();

    const year = Date.now() + 370 * 86_400_000;
    expect((await ownCertificate(data, Date.now())).cert).toBe(first);
    const second = await ownCertificate(data, year);
    expect(second.cert).not.toBe(first);
    expect(fingerprintsOf(second.cert)).toMatchObject({ pin });
    // A clock that was set back: a certificate of the future is none.
    const again = await start({ data, tls: 'generated' });
    expect(readFileSync(cert, 'utf8')).not.toBe(second.cert);
    await again.close();
  });

  it('a server that runs takes the renewed certificate', async () => {
    const data = temporaryDirectory();
    let now = Date.now();
    const shown: string[] = [];
    const first = await ownCertificate(data, now);
    const server = { setSecureContext: ({ cert }: SecureContextOptions) => void shown.push(String(cert)) };
    const end = followCertificate(
      server,
      data,
      () => now,
      (_, message) => void shown.push(message),
      5,
    );
    now += 370 * 86_400_000;
    await until(() => shown.length > 0);
    end();
    expect(shown).toEqual([readFileSync(join(data, 'tls.pem'), 'utf8')]);
    expect(fingerprintsOf(shown[0]!).pin).toBe(fingerprintsOf(first.cert).pin);
  });
});
