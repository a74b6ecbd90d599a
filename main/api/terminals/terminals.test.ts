/** The terminals over HTTP, and a paired terminal: kept, changed, given up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { ok, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import {
  closeLater,
  closeTerminals,
  newestVirtual,
  realBridge,
  realm,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import type { NextCall } from '../../wire/shapes.ts';
import type { Terminal } from '../../wire/terminals.ts';
import { demoIds } from '../../world/demoIds.ts';
import { createVault } from '../../world/vault.ts';
import { BASKET, pair, paired, path, refused, terminals } from './terminals.fixture.ts';

afterEach(closeTerminals);

describe('the terminals', () => {
  it('are listed with their functions, their tills and their state', async () => {
    const bridge = await realBridge();
    const [terminal, ...more] = await terminals(await bridge.client());
    expect(more).toEqual([]);
    expect(terminal).toMatchObject({
      device: demoIds.terminal,
      description: 'Terminal 1',
      protocol: 'twin',
      endpoint: 'twin:1',
      profile: 'generic',
      state: 'ready',
      reason: null,
      code: null,
      holder: null,
      tills: [{ id: demoIds.till, description: 'Kasse 1' }],
      paired: false,
    });
    expect(terminal?.features).toContain('pay');
    expect(await terminals(await bridge.client('other'))).toEqual([]);
  });

  it('may be seen by a cashier, and changed by a manager only', async () => {
    const bridge = await realBridge();
    const cashier = await bridge.staff('cashier');
    const device = demoIds.terminal;
    expect(await terminals(cashier)).toHaveLength(1);
    for (const [method, where, body] of [
      ['POST', path, { connection: { type: 'tcp', host: 'x', port: 1 } }],
      ['PUT', `${path}/${device}`, { description: 'x' }],
      ['DELETE', `${path}/${device}`, undefined],
      ['POST', `${path}/search`, { ports: true }],
      ['DELETE', `${path}/search`, undefined],
      ['POST', `${path}/${device}/tasks`, { do: 'diagnosis' }],
    ] as const)
      expect((await cashier.ask(method, where, { body })).status, `${method} ${where}`).toBe(403);
  });

  it('of another merchant are not there', async () => {
    const bridge = await realBridge();
    const other = await bridge.client('other');
    const device = demoIds.terminal;
    for (const [method, where, body] of [
      ['GET', device, undefined],
      ['PUT', device, { description: 'x' }],
      ['DELETE', device, undefined],
      ['GET', `${device}/status`, undefined],
      ['POST', `${device}/tasks`, { do: 'diagnosis' }],
      ['POST', `${device}/read-card`, {}],
    ] as const)
      expect((await other.ask(method, `${path}/${where}`, { body })).status, `${method} ${where}`).toBe(404);
  });
});

describe('a paired terminal', () => {
  it('is given another name, other tills and another password', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client, { description: 'Alt' });
    const put = (body: object) => client.ask<Terminal>('PUT', `${path}/${device}`, { body });
    expect(ok(await put({ description: 'Neu', tills: [demoIds.till] }))).toMatchObject({
      description: 'Neu',
      tills: [{ id: demoIds.till }],
    });
    expect((await terminals(client)).find(one => one.device === demoIds.terminal)?.tills).toEqual([]);
    expect(ok(await put({ password: '654321' }))).toMatchObject({ state: 'ready', description: 'Neu' });
    expect(passwordIn(bridge)).toBe('654321');
    expect(ok(await put({ tills: [] })).tills).toEqual([]);
    expect(ok(await put({ shared: true, handOver: true }))).toMatchObject({
      shared: true,
      handOver: true,
      state: 'ready',
    });
    expect(bridge.rows('SELECT shared_with, hand_over FROM paired_terminal')).toEqual([
      { shared_with: 'others', hand_over: 1 },
    ]);
    expect(passwordIn(bridge)).toBe('654321');
    expect((await put({ tills: [demoIds.otherTill] })).status).toBe(404);
    expect((await put({ password: '1' })).status).toBe(500);
  });

  it('tells who else takes money there, and that nobody has answered', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client);
    const one = async () => ok(await client.ask<Terminal>('GET', `${path}/${device}`));
    const put = (body: object) => client.ask<Terminal>('PUT', `${path}/${device}`, { body });
    expect(await one()).toMatchObject({ shared: true, sharedWith: null });
    for (const [said, known] of [
      ['no', { shared: false, sharedWith: 'no' }],
      ['tillbridge', { shared: true, sharedWith: 'tillbridge' }],
      ['others', { shared: true, sharedWith: 'others' }],
      [false, { shared: false, sharedWith: 'no' }],
      [true, { shared: true, sharedWith: 'others' }],
    ] as const) {
      expect(ok(await put({ shared: said }))).toMatchObject(known);
      expect(await one()).toMatchObject(known);
    }
    expect((await put({ shared: 'maybe' })).status).toBe(500);
  });

  it('can be answered for while it is not reachable', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client);
    await newestVirtual().close();
    await until(async () => ok(await client.ask<Terminal>('GET', `${path}/${device}`)).state === 'offline');
    const put = await client.ask<Terminal>('PUT', `${path}/${device}`, { body: { shared: 'no' } });
    expect(ok(put)).toMatchObject({ shared: false, state: 'offline' });
    expect(bridge.rows('SELECT shared_with FROM paired_terminal')).toEqual([{ shared_with: 'no' }]);
  });

  it('serves several tills, and the one it works for is named to the others', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const second = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', {
        body: { type: 'cashier', description: 'Kasse 2' },
      }),
    ).id;
    ok(await client.ask('PUT', `${path}/${demoIds.terminal}`, { body: { tills: [demoIds.till, second] } }));
    expect((await terminals(client))[0]?.tills.map(till => till.description).sort()).toEqual(['Kasse 1', 'Kasse 2']);
    const [first, later] = [await client.create(BASKET), await client.create(BASKET)];
    bridge.terminal.endings.push('untilAborted');
    const paying = client.post(`/${first.id}/start/cashless`);
    await until(async () => bridge.terminal.commands.some(({ name }) => name === 'pay'));
    const busy = await refused(client.post(`/${later.id}/start/cashless`), 1016);
    expect(busy.error_details).toContain('for Kasse 1');
    expect(busy).toMatchObject({
      holder: { till: { id: demoIds.till, description: 'Kasse 1' }, transaction: first.id },
    });
    await refused(client.ask('POST', `${path}/${demoIds.terminal}/tasks`, { body: { do: 'diagnosis' } }), 1016);
    ok(await client.ask('POST', '/bridge/v1/till/abort'));
    await paying;
  });

  it('takes a payment of any till that names it', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const { device, terminalId } = await paired(client, { tills: [] });
    for (const terminal of [device, terminalId]) {
      const sale = await client.create(BASKET);
      ok(await client.post(`/${sale.id}/start/cashless`, { terminal }));
      expect(bridge.rows('SELECT party FROM intent WHERE sale = ?', sale.id)).toEqual([{ party: device }]);
    }
    const sale = await client.create(BASKET);
    await refused(client.post(`/${sale.id}/start/cashless`), 3003);
    // The refusal names the call that lists the terminals.
    const { body } = await client.post<{ next: NextCall }>(`/${sale.id}/start/cashless`);
    expect(body).toMatchObject({ next: { method: 'GET' }, outcome: { result: 'open', next: body.next } });
    expect(ok<{ data: unknown[] }>(await client.ask(body.next.method, body.next.path)).data).not.toEqual([]);
    await refused(client.post(`/${sale.id}/start/cashless`, { terminal: demoIds.otherTerminal }), 3003);
  });

  it('keeps its password when it refuses the new one', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal({ password: '111111' });
    const { device } = ok(await pair(client, { connection, password: '111111' })).terminal;
    await refused(client.ask('PUT', `${path}/${device}`, { body: { password: '222222' } }), 1071);
    expect(passwordIn(bridge)).toBe('111111');
    expect(ok(await client.ask<Terminal>('GET', `${path}/${device}`)).state).toBe('ready');
  });

  it('is taken out of use, and its device can be paired again', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device, connection } = await paired(client);
    expect(ok(await client.ask('DELETE', `${path}/${device}`))).toEqual({ result: true });
    expect((await terminals(client)).map(one => one.device)).toEqual([demoIds.terminal]);
    expect((await client.ask('GET', `${path}/${device}`)).status).toBe(404);
    expect(ok(await pair(client, { connection, device })).terminal).toMatchObject({ device, state: 'ready' });
    expect((await pair(client, { connection, device })).status).toBe(500);
  });

  it('goes when the data is replaced by other data, and its line is free', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { connection } = await paired(client);
    ok(await client.ask('POST', '/bridge/v1/control/reset', { body: {} }));
    await until(async () => (await terminals(client)).length === 1);
    const other = await openTerminal({ protocol: 'zvt', connection }, { realm });
    closeLater(other);
    await until(async () => (await other.register()).ok);
  });

  it('that is configured is not taken out of use here', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    await refused(client.ask('DELETE', `${path}/${demoIds.terminal}`), 1074);
    await refused(client.ask('PUT', `${path}/${demoIds.terminal}`, { body: { password: '000000' } }), 1074);
  });

  it('stays while an ending is unknown', async () => {
    const bridge = await realBridge({ parts: { outcomeTimeout: 10 } });
    const client = await bridge.client();
    const { device } = await paired(client, { tills: [demoIds.till] });
    const sale = await client.create(BASKET);
    ok(await client.post(`/${sale.id}/start/cashless`));
    bridge.alter(`UPDATE intent SET state = 'unknown' WHERE sale = '${sale.id}'`);
    expect((await client.ask('DELETE', `${path}/${device}`)).status).toBe(405);
    expect(await terminals(client)).toHaveLength(2);
  });

  it('can be given up when it cannot be opened any more, by its own merchant', async () => {
    const before = await realBridge();
    const { device, connection } = await paired(await before.client(), { tills: [demoIds.till] });
    before.alter(`UPDATE paired_terminal SET profile = 'nobody knows it any more'`);
    await before.close();
    const bridge = await realBridge({ data: before.data });
    const client = await bridge.client();
    expect(await terminals(client)).toHaveLength(1);
    expect((await pair(client, { connection, device })).status).toBe(500);
    expect((await (await bridge.client('other')).ask('DELETE', `${path}/${device}`)).status).toBe(404);
    expect(ok(await client.ask('DELETE', `${path}/${device}`))).toEqual({ result: true });
    expect((await client.ask('DELETE', `${path}/${device}`)).status).toBe(404);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
    expect(ok(await pair(client, { connection, device })).terminal.device).toBe(device);
  });
});

/** Sealed in the database; the key lies beside it. */
function passwordIn({ data, rows }: TestBridge): string {
  const [row] = rows<{ password: string }>('SELECT password FROM paired_terminal');
  expect(row?.password).toMatch(/^sealed1\./);
  return createVault(readFileSync(join(data, 'secrets.key'), 'utf8').trim()).open(row?.password ?? '');
}
