import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type Client, ok, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import {
  closeLater,
  closeTerminals,
  realBridge,
  realm,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import type { SearchAnswer } from '../../wire/terminals.ts';
import { demoIds } from '../../world/demoIds.ts';
import { BASKET, pair, paired, path, refused, terminals } from './terminals.fixture.ts';

afterEach(closeTerminals);

describe('pairing', () => {
  it('says in both languages why there was no diagnosis', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const connection = await virtualTerminal({ behaviour: 'busy' });
    const { diagnosis } = ok(await pair(await bridge.client(), { connection, password: '123456' }));
    expect(diagnosis).toEqual({ de: 'Terminal beschäftigt, bitte warten', en: 'terminal busy, please wait' });
  });

  it('keeps the terminal and uses it at once', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal();
    const body = { connection, password: '123456', description: 'Theke', tills: [demoIds.till] };
    const { terminal, receipt, diagnosis } = ok(await pair(client, body));
    expect(terminal).toMatchObject({
      device: demoIds.terminal,
      description: 'Theke',
      connection,
      state: 'ready',
      paired: true,
      tills: [{ id: demoIds.till }],
    });
    expect(terminal.terminalId).toMatch(/^\d{8}$/);
    expect(terminal.software).toBeTruthy();
    expect(diagnosis).toBeNull();
    expect(Array.isArray(receipt)).toBe(true);
    expect(JSON.stringify([terminal, ...(await terminals(client))])).not.toContain('123456');
    const sale = await client.create(BASKET);
    expect(ok(await client.post(`/${sale.id}/start/cashless`))).toMatchObject({ status: 'ok' });
  });

  it('outlives the bridge, and the configuration wins over it', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const { device } = await paired(await bridge.client());
    await bridge.close();
    const again = await realBridge({ data: bridge.data, config: { terminals: [] } });
    const client = await again.client();
    await until(async () => (await terminals(client))[0]?.state === 'ready');
    expect(await terminals(client)).toMatchObject([{ device, paired: true, protocol: 'zvt' }]);
    await again.close();
    const configured = await realBridge({ data: bridge.data });
    expect(await terminals(await configured.client())).toMatchObject([{ device, paired: false, protocol: 'twin' }]);
  });

  it('makes a device where none is free', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const terminal = await paired(client);
    expect(terminal.device).not.toBe(demoIds.terminal);
    expect(terminal).toMatchObject({ description: 'Terminal 2', tills: [] });
    const { body } = await client.ask<{ type: string; tid: string }>('GET', `/api/v2/Smart/Devices/${terminal.device}`);
    expect(body).toMatchObject({ type: 'zvt', tid: terminal.terminalId });
  });

  it('is refused where nobody answers, and nothing is kept', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const answer = pair(client, { connection: { type: 'tcp', host: '127.0.0.1', port: 1 }, password: '000000' });
    expect((await refused(answer, 1013)).error_details).toContain('ECONNREFUSED');
    expect(await terminals(client)).toHaveLength(1);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
  });

  it('twice at once keeps it once', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal();
    const both = await Promise.all([1, 2].map(() => pair(client, { connection, password: '000000' })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toHaveLength(1);
    expect(await terminals(client)).toHaveLength(2);
  });

  it('is refused by a terminal that wants another password or currency, and says so', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal({ password: '111111' });
    const refusal = await refused(pair(client, { connection, password: '222222' }), 1071);
    expect(refusal.error_user).toContain('Kassenpasswort');
    await refused(pair(client, { connection, password: '111111', currency: 'CHF' }), 1072);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
    expect(ok(await pair(client, { connection, password: '111111' })).terminal.state).toBe('ready');
    expect((await pair(client, { connection, password: '111111' })).status).toBe(500);
  });

  it('is refused where another program is at it, by name', async () => {
    const bridge = await realBridge();
    const connection = await virtualTerminal();
    const other = await openTerminal({ protocol: 'zvt', connection }, { realm, owner: { program: 'Other till' } });
    closeLater(other);
    await other.register();
    const refusal = await refused(pair(await bridge.client(), { connection }), 1070);
    expect(refusal.error_details).toMatch(/belongs to Other till \(process \d+, since /);
  });

  it('refuses what cannot be', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    for (const [what, body] of [
      ['no connection', {}],
      ['an unknown way', { connection: { type: 'pigeon' } }],
      ['a port that is none', { connection: { type: 'tcp', host: 'x', port: 70_000 } }],
      ['a port as text', { connection: { type: 'tcp', host: 'x', port: '80' } }],
      ['a serial port without a name', { connection: { type: 'serial' } }],
      ['an adapter without hexadecimal ids', { connection: { type: 'serial', device: { vendorId: 'ftdi' } } }],
      ['a caller that is nobody', { connection: { type: 'tcpListen', port: 5000, from: 'the terminal' } }],
      ['anybody who calls', { connection: { type: 'tcpListen', port: 5000 } }],
      ['a caller that tells no id', { connection: { type: 'tcpListen', port: 5000, from: 'x', terminalId: '1' } }],
      ['a password of letters', { connection: { type: 'tcp', host: 'x', port: 1 }, password: 'secret' }],
      ['a password as a number', { connection: { type: 'tcp', host: 'x', port: 1 }, password: 123456 }],
      ['a currency nobody knows', { connection: { type: 'tcp', host: 'x', port: 1 }, currency: 'XXX' }],
      ['an unknown protocol', { connection: { type: 'tcp', host: 'x', port: 1 }, protocol: 'morse' }],
      ['a description too long', { connection: { type: 'tcp', host: 'x', port: 1 }, description: 'x'.repeat(1001) }],
      ['a device that is no id', { connection: { type: 'tcp', host: 'x', port: 1 }, device: 'me' }],
    ] as const)
      expect((await pair(client, body)).status, what).toBe(500);
  });

  it('does not find what is not there', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal();
    for (const [what, more] of [
      ['a till as device', { device: demoIds.till }],
      ["another merchant's device", { device: demoIds.otherTerminal }],
      ["another merchant's till", { tills: [demoIds.otherTill] }],
    ] as const)
      expect((await pair(client, { connection, ...more })).status, what).toBe(404);
  });
});

describe('searching', () => {
  it('finds what is there, tells it as it comes, and knows its own', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const known = await paired(client);
    const free = await virtualTerminal();
    const ports = [known.connection, free].map(one => (one.type === 'serial' ? 0 : one.port));
    const received = await events(bridge, client, 'search');
    const { search } = ok(
      await client.ask<{ search: string }>('POST', `${path}/search`, {
        body: { subnets: ['127.0.0.1/32'], tcpPorts: ports },
      }),
    );
    const view = () => client.ask<SearchAnswer>('GET', `${path}/search`).then(ok);
    await until(async () => !(await view()).running);
    const { found, networks, ...rest } = await view();
    expect(rest).toMatchObject({ id: search, running: false, done: 2, of: 2 });
    expect(found.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
      { state: 'free', endpoint: `tcp://127.0.0.1:${ports[1]}`, device: null },
      { state: 'known', endpoint: `tcp://127.0.0.1:${ports[0]}`, device: known.device, terminalId: known.terminalId },
    ]);
    expect(Array.isArray(networks)).toBe(true);
    await until(() => received.some(text => text.includes(search) && text.includes('"running":false')));
    expect(
      (await bridge.client('other').then(other => other.ask<SearchAnswer>('GET', `${path}/search`))).body.id,
    ).toBeNull();
  });

  it('is one at a time, and can be stopped', async () => {
    const bridge = await realBridge();
    // No client names such a network.
    const client = await bridge.staff('manager');
    const body = { subnets: ['192.0.2.0/22'] };
    ok(await client.ask('POST', `${path}/search`, { body }));
    await refused(client.ask('POST', `${path}/search`, { body }), 1076);
    const stopped = ok(await client.ask<SearchAnswer>('DELETE', `${path}/search`));
    expect(stopped.running).toBe(false);
    expect(stopped.done).toBeLessThan(stopped.of);
  });

  it('refuses what is no network', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    for (const body of [
      {},
      { subnets: ['10.0.0.0/8'] },
      { subnets: ['terminal.local'] },
      { subnets: 'all' },
      { subnets: ['127.0.0.1'], tcpPorts: [0] },
      { ports: 'yes' },
    ])
      expect((await client.ask('POST', `${path}/search`, { body })).status, JSON.stringify(body)).toBe(500);
  });
});

/** Data of the events of one name, as they come. */
async function events(bridge: TestBridge, client: Client, name: string): Promise<string[]> {
  const received: string[] = [];
  const leave = new AbortController();
  closeLater({ close: async () => leave.abort() });
  const response = await fetch(`${bridge.url}/bridge/v1/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: leave.signal,
  });
  const read = async () => {
    for await (const chunk of response.body ?? [])
      for (const block of Buffer.from(chunk).toString().split('\n\n'))
        if (block.includes(`event: ${name}\n`)) received.push(block);
  };
  read().catch(() => undefined);
  return received;
}
