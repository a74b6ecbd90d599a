/** Model, options and address of a terminal, given at pairing and changed later, also while an outcome is unknown. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import type { PaymentTerminal, TerminalSettings } from '../../../drivers/terminal.ts';
import { freePort, listenTcp } from '../../../drivers/transport/tcp.ts';
import { type Client, ok, until } from '../../doubles/bridge.fixture.ts';
import {
  closeLater,
  closeTerminals,
  realBridge,
  realm,
  relayTo,
  TIMERS,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import type { Models, PairAnswer, Terminal } from '../../wire/terminals.ts';
import type { TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';

afterEach(closeTerminals);

const path = '/bridge/v1/terminals';
/** The virtual terminal approves it, and the line is cut before the result. */
const LOSES_LINE = { basket_info: { sum: 1213 } };

interface Refusal {
  readonly code: number;
  readonly error_details: string;
  readonly free_port?: number;
}

const pair = (client: Client, body: object) => client.ask<PairAnswer & Refusal>('POST', path, { body });
const put = (client: Client, device: string, body: object) =>
  client.ask<Terminal & Refusal>('PUT', `${path}/${device}`, { body });
const known = async (client: Client, device: string) => ok(await client.ask<Terminal>('GET', `${path}/${device}`));
const payment = async (client: Client) => ok(await client.ask<TillView>('GET', '/bridge/v1/till')).payment;

/** A till with nothing but one paired terminal, at an address of its own. */
async function shop({ once = false, slow = 30_000 } = {}) {
  const bridge = await realBridge({ config: { terminals: [] }, parts: { outcomeTimeout: 50 } });
  const client = await bridge.client();
  const connection = await virtualTerminal({ slow });
  const way = await relayTo({ connection, once });
  const { device } = ok(
    await pair(client, { connection: way.connection, tills: [demoIds.till], shared: 'no' }),
  ).terminal;
  return { bridge, client, connection, way, device };
}

/** The same, and the terminal got another address in the middle of a payment that it approved. */
async function lost() {
  const all = await shop({ once: true });
  const { id } = await all.client.create(LOSES_LINE);
  expect(ok(await all.client.post(`/${id}/start/cashless`)).status).toBe('pending');
  await until(async () => (await known(all.client, all.device)).state === 'offline');
  return { ...all, sale: id };
}

describe('at pairing', () => {
  it('a person names the model of a terminal that does not say what it is', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const { data } = ok(await client.ask<Models>('GET', `${path}/models`));
    expect(data).toContainEqual({ protocol: 'zvt', name: 'pax-a80', title: 'PAX A80', recognised: true });
    expect(data.filter(({ recognised }) => !recognised).map(({ name }) => name)).toEqual(['old', 'generic']);
    const { terminal } = ok(await pair(client, { connection: await virtualTerminal(), profile: 'old' }));
    expect(terminal.profile).toBe('old');
    expect(terminal.features).not.toContain('tip');
    const refused = await pair(client, { connection: await virtualTerminal(), profile: 'none' });
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(refused.body.error_details).toContain('profile must be one of: feig-cvend');
  });

  it('options are those of the driver, stored and used; any other is refused by name', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal();
    for (const [options, why] of [
      [{ charset: 'ebcdic' }, 'options.charset must be auto, zvt7'],
      [{ colour: 'red' }, 'options.colour is not known to protocol zvt'],
      [{ constructor: 1 }, 'options.constructor is not known to protocol zvt'],
      [{ devicePort: 20_008 }, 'options.devicePort is not known to protocol zvt'],
    ] as const) {
      const { status, body } = await pair(client, { connection, options });
      expect([status, body.code], why).toEqual([500, 1001]);
      expect(body.error_details).toContain(why);
    }
    const options = { charset: 'cp437', questions: false, loyaltyPrefixes: ['77'] };
    const { terminal } = ok(await pair(client, { connection, options }));
    expect(terminal.options).toMatchObject(options);
    expect(terminal.options).not.toHaveProperty('features');
    expect(terminal.features).not.toContain('questions');
    const [row] = bridge.rows<{ options: string }>('SELECT options FROM paired_terminal');
    expect(JSON.parse(row!.options)).toMatchObject(options);
  });

  it('a port of the till that is taken is named, with who has it and one that is free', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const devicePort = (await freePort(21_000 + (process.pid % 9000), new Set()))!;
    const opi = async () => {
      const virtual = await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
      closeLater(virtual);
      return { protocol: 'opi', connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port } };
    };
    ok(await pair(client, { ...(await opi()), options: { devicePort }, description: 'Theke' }));
    const second = await opi();
    const refused = await pair(client, { ...second, options: { devicePort } });
    expect([refused.status, refused.body.code]).toEqual([405, 1078]);
    expect(refused.body.error_details).toMatch(/is that of Theke; free: \d+$/);
    const stranger = await pair(await bridge.client('other'), { ...second, options: { devicePort } });
    expect([stranger.status, stranger.body.code]).toEqual([405, 1078]);
    expect(stranger.body.error_details).toMatch(/is that of another terminal of this machine; free: \d+$/);
    const other = await listenTcp({ host: '0.0.0.0', port: refused.body.free_port! }, line => line.close());
    closeLater(other);
    const held = await pair(client, { ...second, options: { devicePort: other.port } });
    expect([held.status, held.body.code]).toEqual([405, 1078]);
    expect(held.body.error_details).toContain('taken by another program');
    const { terminal } = ok(await pair(client, { ...second, options: { devicePort: held.body.free_port } }));
    expect(terminal.options).toEqual({ devicePort: held.body.free_port });
  });
});

describe('a terminal that got another address while an ending is unknown', () => {
  it('is asked as soon as its new address is given', async () => {
    const { bridge, client, connection, device, sale } = await lost();
    const moved = (await relayTo({ connection })).connection;
    expect((await client.read(sale)).status).toBe('pending');
    expect(ok(await put(client, device, { connection: moved }))).toMatchObject({ device, connection: moved });
    await until(async () => (await client.read(sale)).status === 'ok');
    await until(async () => (await payment(client)) === null);
    expect(bridge.rows('SELECT state FROM intent')).toEqual([{ state: 'approved' }]);
    const next = await client.create({ basket_info: { sum: 1200 } });
    expect(ok(await client.post(`/${next.id}/start/cashless`)).status).toBe('ok');
  });

  it('stays where it was when another one answers there, or nobody', async () => {
    const { bridge, client, connection, way, device, sale } = await lost();
    const rows = () => bridge.rows('SELECT * FROM paired_terminal');
    const before = rows();
    const stranger = await virtualTerminal({ terminalId: '60009999' });
    const refused = await put(client, device, { connection: stranger, description: 'Neu' });
    expect([refused.status, refused.body.code]).toEqual([405, 1077]);
    expect(refused.body.error_details).toBe('terminal 60009999 answers there, not 60001234');
    const nobody = await put(client, device, { connection: { type: 'tcp', host: '127.0.0.1', port: 1 } });
    expect([nobody.status, nobody.body.code]).toEqual([405, 1013]);
    expect(rows()).toEqual(before);
    expect(await known(client, device)).toMatchObject({ connection: way.connection, description: 'Terminal 1' });
    expect((await client.read(sale)).status).toBe('pending');
    expect((await client.ask('DELETE', `${path}/${device}`)).status).toBe(405);
    ok(await put(client, device, { connection }));
    await until(async () => (await client.read(sale)).status === 'ok');
  });

  it('may tell another password, but not who else works there', async () => {
    const { client, connection, device, sale } = await lost();
    const refused = await put(client, device, { connection, shared: 'others' });
    expect([refused.status, refused.body.code]).toEqual([405, 1017]);
    ok(await put(client, device, { connection, password: '123456' }));
    await until(async () => (await client.read(sale)).status === 'ok');
  });

  it('is asked again where a person was called already', async () => {
    const { bridge, client, connection, device, sale } = await lost();
    bridge.clock.pass(6 * 60_000);
    await client.ask('POST', '/bridge/v1/till/recover');
    await until(async () => (await payment(client))?.step === 'person');
    ok(await put(client, device, { connection }));
    await until(async () => (await client.read(sale)).status === 'ok');
  });
});

describe('the way to a paired terminal', () => {
  it('is not changed while a payment runs there, and nothing begins while it is changed', async () => {
    const { client, connection, device, way } = await shop({ slow: 1000 });
    const { id } = await client.create({ basket_info: { sum: 1209 } });
    const paying = client.post(`/${id}/start/cashless`);
    await until(async () => (await payment(client)) !== null);
    const refused = await put(client, device, { connection });
    expect([refused.status, refused.body.code]).toEqual([405, 1016]);
    expect((await known(client, device)).connection).toEqual(way.connection);
    expect(ok(await paying).status).toBe('ok');
    const next = await client.create({ basket_info: { sum: 1200 } });
    const deaf = await listenTcp({ host: '127.0.0.1', port: 0 }, () => undefined);
    closeLater(deaf);
    const changing = put(client, device, { connection: { type: 'tcp', host: '127.0.0.1', port: deaf.port } });
    await until(async () => (await known(client, device)).state === 'closed');
    const busy = await client.post<Refusal>(`/${next.id}/start/cashless`);
    expect([busy.status, busy.body.code]).toEqual([405, 1016]);
    expect((await changing).body.code).toBe(1073);
    expect(await known(client, device)).toMatchObject({ connection: way.connection, state: 'ready' });
    ok(await put(client, device, { connection }));
    expect(ok(await client.post(`/${next.id}/start/cashless`)).status).toBe('ok');
  });

  it('leads to the same terminal, and to none that is paired already', async () => {
    const { bridge, client, connection, device } = await shop();
    const other = await virtualTerminal({ terminalId: '60009999' });
    expect((await put(client, device, { connection: other })).body.code).toBe(1077);
    ok(await pair(client, { connection: other }));
    expect((await put(client, device, { connection: other })).body.code).toBe(3011);
    ok(await put(client, device, { connection, description: 'Theke' }));
    const again = await bridge.restart();
    const later = await again.client();
    expect(await known(later, device)).toMatchObject({ connection, description: 'Theke', terminalId: '60001234' });
  });

  it.each([
    ['a model there is not', { profile: 'none' }, 1001],
    ['an option that cannot be', { options: { printerWidth: 0 } }, 1001],
    ['a connection that lets in everybody', { connection: { type: 'tcpListen', port: 5000 } }, 1001],
    ['a terminal as its till', { password: '123456', tills: [demoIds.terminal] }, 3001],
  ])('is not left for %s: the terminal works on', async (_, wrong, code) => {
    const { client, device } = await shop();
    const { state, since } = await known(client, device);
    expect(state).toBe('ready');
    expect((await put(client, device, wrong)).body.code).toBe(code);
    expect(await known(client, device)).toMatchObject({ state, since });
  });

  it('is opened again where its line would not close', async () => {
    let hangs = true;
    const hanging = async (settings: TerminalSettings): Promise<PaymentTerminal> => {
      const terminal = await openTerminal({ ...settings, options: { timers: TIMERS } }, { realm });
      const close = async () => {
        await terminal.close();
        if (hangs) throw new Error('the port hangs');
      };
      return Object.assign(Object.create(terminal), { close });
    };
    const bridge = await realBridge({ config: { terminals: [] }, parts: { openTerminal: hanging } });
    const client = await bridge.client();
    const { device } = ok(await pair(client, { connection: await virtualTerminal() })).terminal;
    expect((await put(client, device, { password: '222222' })).status).toBe(500);
    expect(await known(client, device)).toMatchObject({ state: 'ready' });
    hangs = false;
  });

  it('takes another model, found out by itself again when nobody names one, and other options', async () => {
    const { client, device } = await shop();
    expect(ok(await put(client, device, { profile: 'pax-a80' })).features).toContain('reverseLast');
    const { profile, features } = ok(await put(client, device, { profile: null }));
    expect(profile).toBe('generic');
    expect(features).toContain('reverse');
    const wrong = await put(client, device, { options: { printerWidth: 0 } });
    expect(wrong.body.error_details).toContain('options.printerWidth must be a number from 1 to 99');
    expect(ok(await put(client, device, { options: { printerWidth: 32 } })).options).toMatchObject({
      printerWidth: 32,
    });
    expect(await known(client, device)).toMatchObject({ state: 'ready', profile: 'generic' });
  });

  it('keeps what pairing learnt beside the options that a person gives', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal({ profile: 'old' });
    const { terminal } = ok(await pair(client, { connection, options: { charset: 'cp437' } }));
    expect(terminal.options).toMatchObject({ charset: 'cp437', containers: false });
    const { device } = terminal;
    const moved = (await relayTo({ connection })).connection;
    const there = ok(await put(client, device, { connection: moved }));
    expect(there.options).toMatchObject({ charset: 'cp437', containers: false });
    const { options } = ok(await put(client, device, { options: { printerWidth: 32 } }));
    expect(options).toMatchObject({ printerWidth: 32, containers: false });
    expect(options).not.toHaveProperty('charset');
  });

  it('forgets what was learnt of a model when another one is named, and learns it anew', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal({ profile: 'old' });
    const { terminal } = ok(await pair(client, { connection, options: { charset: 'cp437' } }));
    const { device } = terminal;
    const still = ok(await put(client, device, { profile: 'hobex' }));
    expect(still.options).toMatchObject({ charset: 'cp437', containers: false });
    const able = ok(await put(client, device, { profile: 'pax-a80', connection: await virtualTerminal() }));
    expect(able.options).toMatchObject({ charset: 'cp437' });
    expect(able.options).not.toHaveProperty('containers');
    expect(able.features).toContain('tip');
  });

  it('may be allowed questions later, where the terminal knows them', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal();
    const { terminal } = ok(await pair(client, { connection, options: { questions: false, containers: false } }));
    for (const feature of ['questions', 'tip']) expect(terminal.features).not.toContain(feature);
    const { features } = ok(await put(client, terminal.device, { options: {} }));
    expect(features).toEqual(expect.arrayContaining(['questions', 'repeatDayEnd']));
  });
});
