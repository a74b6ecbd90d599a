/** The life of a bridge: what a failed start leaves behind, and what a stop still finishes. */
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTerminal } from '../drivers/index.ts';
import { createBridge } from './bridge.ts';
import {
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  startBridge,
  temporaryDirectory,
  until,
} from './doubles/bridge.fixture.ts';
import { terminalDouble } from './doubles/terminalDouble.ts';
import { terminalMemory } from './doubles/terminalMemory.ts';
import { ConfigRefusal } from './world/config.ts';
import { configOf } from './world/configReading.ts';
import { demoIds } from './world/demoIds.ts';

afterEach(closeAll);

const NOBODY = `SDV_${'0'.repeat(30)}`;
const silent = () => undefined;
const twin = { protocol: 'twin', connection: { type: 'tcp', host: '127.0.0.1', port: 1 } } as const;

describe('a start that fails', () => {
  it('because of the port says so, and closes database and terminals again', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const data = temporaryDirectory();
    const terminal = terminalDouble(terminalMemory());
    const config = configOf({ data, port, demo: true, terminals: [twin] });
    const started = createBridge(config, { log: silent, openTerminal: async () => terminal });
    await expect(started).rejects.toThrow(new RegExp(`Port ${port} on 127.0.0.1 is in use`));
    await expect(started).rejects.toBeInstanceOf(ConfigRefusal);
    expect(terminal.state).toBe('closed');
    taken.close();
    const again = await startBridge({ data });
    expect((await again.ask('GET', '/healthz')).status).toBe(200);
  });

  it.each([
    [{ protocol: 'morse' }, /terminals\.0.*protocol must be one of: zvt/],
    [{ protocol: 'zvt', options: { charset: 'EBCDIC' } }, /terminals\.0/],
  ])('because of a terminal %j names the setting', async (settings, sentence) => {
    const config = configOf({ data: temporaryDirectory(), port: 0, demo: true, terminals: [{ ...twin, ...settings }] });
    const started = createBridge(config, { log: silent, openTerminal: given => openTerminal(given) });
    await expect(started).rejects.toBeInstanceOf(ConfigRefusal);
    await expect(started).rejects.toThrow(sentence);
  });

  it.each([
    [
      'a device that the shop does not have',
      [NOBODY],
      /terminals\.0: this shop has no terminal with the device SDV_0+\./,
    ],
    [
      'one device named twice',
      [demoIds.terminal, demoIds.terminal],
      /terminals\.1: the device SDV_\w+ is that of terminals\.0/,
    ],
    ['a device that an unnamed one takes', [undefined, demoIds.terminal], /terminals\.1.*name the device of each/],
  ])('because of %s, before any terminal is opened', async (_what, named, sentence) => {
    const terminals = named.map(device => (device === undefined ? twin : { ...twin, device }));
    const config = configOf({ data: await demoDirectory(), port: 0, demo: true, terminals });
    let opened = 0;
    const openTwin = async () => {
      opened += 1;
      return terminalDouble(terminalMemory());
    };
    const started = createBridge(config, { log: silent, openTerminal: openTwin });
    await expect(started).rejects.toBeInstanceOf(ConfigRefusal);
    await expect(started).rejects.toThrow(sentence);
    expect(opened).toBe(0);
  });

  it('because of the address', async () => {
    const config = configOf({ data: temporaryDirectory(), port: 0, host: '192.0.2.1', plainHttp: true });
    const started = createBridge(config, { log: silent, openTerminal: () => Promise.reject(new Error()) });
    await expect(started).rejects.toThrow(/Cannot listen on 192\.0\.2\.1/);
  });
});

describe('a stop', () => {
  it('lets the answer under way finish', async () => {
    const bridge = await startBridge();
    const till = await bridge.client();
    const { id } = await till.create(sale([item(1000)]));
    let release = () => {};
    let arrived = false;
    bridge.terminal.during = () => {
      arrived = true;
      return new Promise(resolve => {
        release = resolve;
      });
    };
    const paying = till.post(`/${id}/start/cashless`);
    await until(() => arrived);
    const closed = bridge.close();
    release();
    expect(ok(await paying).status).toBe('ok');
    await closed;
    const again = await bridge.restart();
    expect((await (await again.client()).read(id)).status).toBe('ok');
  });

  it('does not wait for a customer for ever, and the next start finds how it ended', async () => {
    const bridge = await startBridge({ parts: { closeTimeout: 50 } });
    const till = await bridge.client();
    // A terminal that has never done anything cannot prove that it did nothing.
    const earlier = await till.create(sale([item(500)]));
    await till.post(`/${earlier.id}/start/cashless`);
    const { id } = await till.create(sale([item(1000)]));
    let arrived = false;
    bridge.terminal.during = () => {
      arrived = true;
      return new Promise(() => undefined);
    };
    const paying = till.post(`/${id}/start/cashless`).catch((error: Error) => error);
    await until(() => arrived);
    await bridge.close();
    expect(await paying).toBeInstanceOf(Error);
    bridge.terminal.during = silent;
    const again = await bridge.restart();
    const tillAgain = await again.client();
    await until(async () => (await tillAgain.read(id)).status === 'failed');
  });

  it('a burst of sales at the moment of the stop: what was answered is there, and nothing else is', async () => {
    const bridge = await startBridge();
    const till = await bridge.client();
    const answered: string[] = [];
    const burst = Array.from({ length: 40 }, async () => {
      const { id } = await till.create(sale([item(100)]));
      answered.push(id);
    });
    const done = Promise.allSettled(burst);
    await until(() => answered.length > 3);
    await bridge.close();
    await done;
    const again = await bridge.restart();
    const stored = again.rows<{ id: string }>('SELECT id FROM smart_transaction').map(({ id }) => id);
    expect(stored).toEqual(expect.arrayContaining(answered));
    expect(answered.length).toBe(stored.length);
  });
});

describe('a bridge that runs on', () => {
  it('forgets tokens that have expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const bridge = await startBridge();
    await bridge.client();
    const tokens = () => bridge.rows('SELECT 1 FROM token').length;
    expect(tokens()).toBe(1);
    bridge.clock.pass(1_300_000);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await until(() => tokens() === 0);
  });
});

describe('a bridge without demo data', () => {
  it('starts, serves its screen and refuses everybody', async () => {
    const bridge = await startBridge({ data: temporaryDirectory(), config: { demo: false, terminals: [] } });
    expect((await bridge.ask<{ demo: boolean }>('GET', '/bridge/v1/screen')).body.demo).toBe(false);
    const refused = await bridge.ask('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' },
    });
    expect(refused.status).toBe(403);
    const login = await bridge.ask('POST', '/bridge/v1/session', {
      body: { username: 'cashier@demo.example', pin: '1111' },
    });
    expect(login.status).toBe(403);
  });
});
