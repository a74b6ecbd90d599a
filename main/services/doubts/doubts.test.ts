/** Clocks that cannot be right, and directories that were restored, copied or damaged: nothing is sold, and no number is given twice. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { acceptLoss } from '../../dataDirectory/acceptLoss.ts';
import { verify } from '../../dataDirectory/verify.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  signedIn,
  type TestBridge,
  type TestClock,
  temporaryDirectory,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import { liveClient, liveIds, livePerson, liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { OfficeDouble } from '../../doubles/officeDouble.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import { closeStubs, upstreamStub } from '../../doubles/upstreamStub.ts';
import type { DoubtsView, NumbersInput } from '../../wire/doubts.ts';

const offices: OfficeDouble[] = [];
afterEach(async () => {
  await closeAll();
  await closeStubs();
  await Promise.all(offices.splice(0).map(office => office.close()));
});

const SECRET = 'a-long-secret-of-the-register';
const SHOP = {
  shop: { name: 'Laden am Eck', street: 'Weg 1', zip: '10115', city: 'Berlin', country: 'DE', currency: 'EUR' },
  people: [{ username: 'boss@shop.example', name: 'Boss', role: 'manager', pin: '739182' }],
  clients: [{ id: 'register', secret: SECRET, scopes: ['smart', 'manage'] }],
};
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 28, 12);

/** Sells for cash; gives the receipt number, or the key of the refusal. */
async function sell(client: Client): Promise<number | string> {
  const made = await client.post<{ id: string; error_code?: string }>('', sale([item(100)]));
  if (made.status !== 200) return made.body.error_code ?? String(made.status);
  return (ok(await client.post(`/${made.body.id}/start/cash`)) as { receipt_number: number }).receipt_number;
}

async function sellMany(bridge: TestBridge, count: number): Promise<readonly (number | string)[]> {
  const client = await liveSignIn(bridge);
  const given: (number | string)[] = [];
  for (let number = 0; number < count; number += 1) given.push(await sell(client));
  return given;
}

const doubtsOf = async (client: Client) => ok(await client.ask<DoubtsView>('GET', '/bridge/v1/doubts'));
const name = (client: Client, body: NumbersInput) =>
  client.ask<DoubtsView>('POST', '/bridge/v1/doubts/numbers', { body });

async function health({ ask }: TestBridge) {
  const { status, body } = await ask<{ risks: readonly { kind: string }[] }>('GET', '/healthz');
  return { status, risks: body.risks.map(({ kind }) => kind) };
}

function copyOf(data: string): string {
  const copy = temporaryDirectory();
  cpSync(data, copy, { recursive: true });
  return copy;
}

async function verified(data: string) {
  const lines: string[] = [];
  return { code: await verify(data, line => void lines.push(line)), text: lines.join('\n') };
}

describe('numbers', () => {
  it('of an older copy of the directory are not given twice: the light is red, and a manager names the highest one', async () => {
    const first = await startLiveShop({ clock: testClock(NOW) });
    expect(await sellMany(first, 3)).toEqual([1, 2, 3]);
    await first.close();
    const backup = copyOf(first.data);
    const second = await startLiveShop({ data: first.data, clock: testClock(NOW + 1000) });
    expect(await sellMany(second, 2)).toEqual([4, 5]);
    await second.close();
    rmSync(first.data, { recursive: true });
    cpSync(backup, first.data, { recursive: true });
    // A copy is in order in itself.
    expect(await verified(first.data)).toEqual({ code: 0, text: expect.stringMatching(/^copied: .*\nin order/) });

    const restored = await startLiveShop({ data: first.data, clock: testClock(NOW + 2000) });
    expect(await health(restored)).toEqual({ status: 503, risks: ['numbersUnsure'] });
    const [cashier, manager] = [await liveSignIn(restored, 'cashier'), await liveSignIn(restored, 'manager')];
    expect(await sellMany(restored, 1)).toEqual(['numbersUnsure']);
    const { numbers, clock } = await doubtsOf(cashier);
    expect(clock).toBeNull();
    expect(numbers).toMatchObject({ here: { receipt: 3 }, office: null, cause: { de: /zurückgespielt/ } });
    expect((await name(cashier, { receipt: 5 })).status).toBe(403);
    expect((await name(manager, { receipt: 2 })).status).not.toBe(200);
    // A restart forgets nothing.
    const again = await restored.restart();
    expect((await health(again)).risks).toEqual(['numbersUnsure']);
    expect(await sellMany(again, 1)).toEqual(['numbersUnsure']);
    expect(ok(await name(await liveSignIn(again, 'manager'), { receipt: 5 }))).toEqual({ clock: null, numbers: null });
    expect(await health(again)).toEqual({ status: 200, risks: [] });
    expect(await sellMany(again, 1)).toEqual([6]);
    expect(again.rows('SELECT query_kind, query_subject FROM audit_entry')).toEqual([
      { query_kind: 'doubt', query_subject: 'numbers' },
    ]);
    const after = await again.restart();
    expect([await health(after), await sellMany(after, 1)]).toEqual([{ status: 200, risks: [] }, [7]]);
  });

  it('are in doubt where mark and write-ahead log are gone, and `verify` says so before a start', async () => {
    const bridge = await startLiveShop({ clock: testClock(NOW) });
    await sellMany(bridge, 2);
    await bridge.close();
    const again = await startLiveShop({ data: bridge.data, clock: testClock(NOW) });
    await sellMany(again, 3);
    // The database that a kill leaves, without its log and its mark.
    const left = copyOf(again.data);
    for (const file of readdirSync(left)) if (/-wal$|-shm$|\.mark$/.test(file)) rmSync(join(left, file));
    const { code, text } = await verified(left);
    expect([code, text]).toEqual([3, expect.stringMatching(/missing: the mark .* is gone/)]);
    const start = await startLiveShop({ data: left, clock: testClock(NOW) });
    expect(await health(start)).toEqual({ status: 503, risks: ['numbersUnsure'] });
    const manager = await liveSignIn(start, 'manager');
    expect((await doubtsOf(manager)).numbers).toMatchObject({ here: { receipt: 2 }, cause: { en: /mark/ } });
    expect((await verified(left)).text).toMatch(/numbers: in doubt/);
    ok(await name(manager, { receipt: 5 }));
    expect(await sell(manager)).toBe(6);
    await start.close();
    expect((await verified(left)).code).toBe(0);
  });

  it('do not begin anew in a live directory whose database, log and mark are gone', async () => {
    const bridge = await startLiveShop({ clock: testClock(NOW) });
    await sellMany(bridge, 2);
    await bridge.close();
    for (const file of readdirSync(bridge.data))
      if (/^tillbridge\.(db|mark)/.test(file)) rmSync(join(bridge.data, file));
    await expect(startLiveShop({ data: bridge.data })).rejects.toThrow(/is gone, and the mark beside it.*accept-loss/);
    await expect(verify(bridge.data, () => undefined)).rejects.toThrow(/is gone/);
    expect(await acceptLoss(bridge.data, () => undefined)).toBe(0);
    expect((await verified(bridge.data)).text).toMatch(/numbers: in doubt/);
    // The shop is set up anew, and its first receipt lies above those of before.
    const file = join(temporaryDirectory(), 'shop.json');
    writeFileSync(file, JSON.stringify(SHOP));
    const setUp = spawnSync(
      process.execPath,
      ['main/run.mjs', 'main/setupCommand.ts', '--data', bridge.data, '--file', file],
      { encoding: 'utf8' },
    );
    expect(setUp.status, setUp.stderr).toBe(0);
    const again = await startLiveShop({ data: bridge.data, clock: testClock(), config: { terminals: [] } });
    expect((await health(again)).risks).toEqual(['numbersUnsure']);
    const client = await signedIn(again.ask, 'register', SECRET, {});
    expect(await sell(client)).toBe('numbersUnsure');
    ok(await name(client, { receipt: 2 }));
    expect(await sell(client)).toBe(3);
  });

  it('are in doubt where the back office knows higher ones, and those of the office count without being typed', async () => {
    const office = await new OfficeDouble().listen();
    offices.push(office);
    office.numbers = [{ till: liveIds.till, receipt: 40, report: 7 }];
    const bridge = await startLiveShop({
      clock: testClock(NOW),
      config: { backoffice: { address: office.address, enrol: 'DEMO-TILL' } },
    });
    await until(async () => (await health(bridge)).risks.includes('numbersUnsure'));
    const manager = await liveSignIn(bridge, 'manager');
    const { numbers } = await doubtsOf(manager);
    expect(numbers).toMatchObject({
      here: { receipt: 0 },
      office: { receipt: 40, reports: [{ till: liveIds.till, name: 'Kasse 1', number: 7 }] },
    });
    expect((await name(manager, { receipt: 39 })).status).not.toBe(200);
    ok(await name(manager, { receipt: 40 }));
    expect(await sell(manager)).toBe(41);
    const interim = `/bridge/v1/z-reports/interim?till=${liveIds.till}`;
    expect(ok(await manager.ask<{ number: number }>('GET', interim)).number).toBe(8);
  });

  it('are in doubt with a hint of the upstream service: how many sales it holds that are missing here', async () => {
    const stub = await upstreamStub();
    const config = {
      upstream: {
        address: stub.url,
        client_id: 'a',
        client_secret: 'b',
        from: '2026-01-01',
        lagSeconds: 0,
        offline: { redeem: 'refuse', amount: 0, maxAgeHours: 72 },
      },
    } as const;
    const first = await startLiveShop({ clock: testClock(NOW), config });
    expect(await sellMany(first, 1)).toEqual([1]);
    await until(() => stub.sales.filter(({ status }) => status === 'ok').length === 1);
    await first.close();
    const backup = copyOf(first.data);
    const second = await startLiveShop({ data: first.data, clock: testClock(NOW + 1000), config });
    expect(await sellMany(second, 2)).toEqual([2, 3]);
    await until(() => stub.sales.filter(({ status }) => status === 'ok').length === 3);
    await second.close();
    const restored = await startLiveShop({ data: backup, clock: testClock(NOW + 2000), config });
    const manager = await liveSignIn(restored, 'manager');
    expect((await doubtsOf(manager)).numbers).toMatchObject({ here: { receipt: 1 }, upstream: { unknown: 2 } });
  });

  it('are not given to a payment that was under way when the copy was made: it is settled once the question is answered', async () => {
    const terminal = terminalMemory();
    // Nobody else takes money there, so that the bridge decides alone.
    const connection = { type: 'tcp', host: '127.0.0.1', port: 1 } as const;
    const config = { terminals: [{ protocol: 'twin', device: liveIds.terminal, connection, shared: 'no' as const }] };
    const first = await startLiveShop({ clock: testClock(NOW), terminal, config, parts: { outcomeTimeout: 50 } });
    const client = await liveSignIn(first);
    const { id } = await client.create(sale([item(100)]));
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await client.post(`/${id}/start/cashless`)).status).toBe('pending');
    await first.close();
    const copy = copyOf(first.data);
    terminal.during = () => undefined;
    terminal.reachable = true;
    const restored = await startLiveShop({ data: copy, clock: testClock(NOW + 5000), terminal, config });
    const again = await liveSignIn(restored);
    const asked = terminal.asked.lastTransaction;
    await until(() => terminal.asked.lastTransaction > asked);
    expect((await again.read(id)).status).toBe('pending');
    expect(restored.rows('SELECT 1 FROM smart_transaction WHERE receipt_number IS NOT NULL')).toEqual([]);
    ok(await name(await liveSignIn(restored, 'manager'), { receipt: 20 }));
    await until(async () => (await again.read(id)).status === 'ok');
    expect(await again.read(id)).toMatchObject({ receipt_number: 21 });
  });

  it('are not asked for after an orderly restart, a kill, or in a demo', async () => {
    const bridge = await startLiveShop({ clock: testClock(NOW) });
    await sellMany(bridge, 1);
    const again = await bridge.restart();
    expect([await health(again), await sellMany(again, 1)]).toEqual([{ status: 200, risks: [] }, [2]]);
  });
});

describe('a clock', () => {
  async function shopAt(now: number, data: string): Promise<{ bridge: TestBridge; clock: TestClock; client: Client }> {
    const clock = testClock(now);
    const bridge = await startLiveShop({ data, clock });
    return { bridge, clock, client: await liveSignIn(bridge) };
  }

  async function soldUntil(now: number): Promise<string> {
    const bridge = await startLiveShop({ clock: testClock(now) });
    expect(await sellMany(bridge, 2)).toEqual([1, 2]);
    await bridge.close();
    return bridge.data;
  }

  const WRONG = [
    ['an hour ago', NOW - 3_600_000, 'behind'],
    ['2046', Date.UTC(2046, 0, 1), 'ahead'],
    ['1970', 0, 'behind'],
    ['2024', Date.UTC(2024, 0, 1), 'behind'],
  ] as const;
  it.each(process.env.LONG ? WRONG : WRONG.slice(0, 2))(
    'at %s is a red light and no sale, until it is set',
    async (_name, wrong, fault) => {
      const data = await soldUntil(NOW);
      const { bridge, clock, client } = await shopAt(wrong, data);
      expect(await health(bridge)).toEqual({ status: 503, risks: ['clockUnsure'] });
      expect(await sell(client)).toBe('clockUnsure');
      expect((await doubtsOf(await liveSignIn(bridge, 'manager'))).clock).toMatchObject({ fault });
      clock.jump(NOW + 60_000 - clock.now());
      // The sign-in has run out, or not, by the clock that it was made with.
      expect(await sellMany(bridge, 1)).toEqual([3]);
      expect(await health(bridge)).toEqual({ status: 200, risks: [] });
    },
  );

  it('stays in doubt after a restart, although the wrong clock has dated commits meanwhile', async () => {
    const data = await soldUntil(NOW);
    const { bridge, client } = await shopAt(Date.UTC(2046, 0, 1), data);
    await client.ask('PUT', '/bridge/v1/till', { body: {} });
    const again = await bridge.restart();
    expect((await health(again)).risks).toEqual(['clockUnsure']);
  });

  it('at 1970 in a new shop is in doubt, and is right after a restart once it is set', async () => {
    const bridge = await startLiveShop({ clock: testClock(0) });
    expect(await sellMany(bridge, 1)).toEqual(['clockUnsure']);
    await bridge.close();
    const again = await startLiveShop({ data: bridge.data, clock: testClock(NOW) });
    expect([await health(again), await sellMany(again, 1)]).toEqual([{ status: 200, risks: [] }, [1]]);
  });

  it('of 2046 gives out no sign-in that lives on once the clock is right, and ends none that a right clock gave', async () => {
    const data = await soldUntil(NOW);
    const { bridge, clock, client } = await shopAt(NOW, data);
    const reads = async ({ ask }: Client) => (await ask('GET', '/bridge/v1/till')).status;
    const asked = (body: object) =>
      bridge.ask<{ refresh_token: string }>('POST', '/oauth/token', { body: { ...liveClient, ...body } });
    const refreshed = (token: string) => asked({ grant_type: 'refresh_token', refresh_token: token });
    const signsIn = async () => ok(await asked(livePerson('cashier'))).refresh_token;
    const right = await signsIn();
    clock.jump(Date.UTC(2046, 0, 1) - NOW);
    const [wrong, late] = [await liveSignIn(bridge, 'cashier'), await signsIn()];
    expect(await reads(wrong)).toBe(200);
    clock.jump(NOW + 60_000 - clock.now());
    expect([await reads(wrong), (await refreshed(late)).status]).toEqual([401, 400]);
    expect([await reads(client), (await refreshed(right)).status]).toEqual([200, 200]);
    // A clock behind what it has given out is the one in doubt: nobody is signed out by it.
    clock.jump(-40 * DAY);
    expect([await reads(client), (await refreshed(right)).status]).toEqual([200, 200]);
    clock.jump(40 * DAY);
    expect(await sell(client)).toBe(3);
  });

  it('an hour and more away from the back office is a red light that stops nothing, and ends by itself', async () => {
    const office = await new OfficeDouble().listen();
    offices.push(office);
    const clock = testClock(Date.now() - 3 * 3_600_000);
    const bridge = await startLiveShop({
      clock,
      config: { backoffice: { address: office.address, enrol: 'DEMO-TILL' } },
    });
    await until(async () => (await health(bridge)).risks.includes('clockDiffers'));
    const { body } = await bridge.ask<{ risks: readonly { details: string }[] }>('GET', '/healthz');
    expect(body.risks[0]?.details).toBe('this till is 3 h behind the back office');
    expect(await sellMany(bridge, 1)).toEqual([1]);
    clock.jump(3 * 3_600_000);
    expect(await sellMany(bridge, 1)).toEqual([2]);
    await until(async () => (await health(bridge)).risks.length === 0);
    clock.jump(5 * 3_600_000);
    expect(await sellMany(bridge, 1)).toEqual([3]);
    await until(async () => (await health(bridge)).risks.includes('clockDiffers'));
  });

  it('is right where a manager says so, by name in the audit log; a cashier may not', async () => {
    const data = await soldUntil(NOW);
    const { bridge, client } = await shopAt(NOW + 200 * DAY, data);
    const manager = await liveSignIn(bridge, 'manager');
    const cashier = await liveSignIn(bridge, 'cashier');
    expect((await cashier.ask('POST', '/bridge/v1/doubts/clock')).status).toBe(403);
    expect(await sell(client)).toBe('clockUnsure');
    ok(await manager.ask('POST', '/bridge/v1/doubts/clock'));
    expect(await sell(client)).toBe(3);
    expect(bridge.rows('SELECT query_kind, query_subject FROM audit_entry')).toEqual([
      { query_kind: 'doubt', query_subject: 'clock' },
    ]);
    const again = await bridge.restart();
    expect(await health(again)).toEqual({ status: 200, risks: [] });
  });

  it('makes no scheduled report while it is wrong, and none is left out on the days after', async () => {
    const data = await soldUntil(NOW);
    const start = async (now: number) => {
      const clock = testClock(now);
      const bridge = await startLiveShop({ data, clock, parts: { lookEvery: 20 } });
      return { bridge, clock, client: await liveSignIn(bridge, 'manager') };
    };
    const numbers = (bridge: TestBridge) =>
      bridge.rows<{ number: number }>('SELECT number FROM z_report ORDER BY number');
    let shop = await start(NOW);
    ok(await shop.client.ask('PUT', '/bridge/v1/day-ends/schedule', { body: { at: '20:00' } }));
    await until(() => shop.bridge.rows('SELECT 1 FROM z_due').length > 0);
    await shop.bridge.close();
    shop = await start(Date.UTC(2046, 0, 2));
    await until(async () => (await health(shop.bridge)).risks.includes('clockUnsure'));
    expect(await sell(shop.client)).toBe('clockUnsure');
    const due = shop.bridge.rows('SELECT day FROM z_due');
    shop.clock.pass(2 * DAY);
    await until(async () => (await doubtsOf(await liveSignIn(shop.bridge, 'manager'))).clock !== null);
    expect([numbers(shop.bridge), shop.bridge.rows('SELECT day FROM z_due')]).toEqual([[], due]);
    // A manager believes it, and a report is made in 2046.
    ok(await (await liveSignIn(shop.bridge, 'manager')).ask('POST', '/bridge/v1/doubts/clock'));
    shop.clock.pass(DAY);
    await until(() => shop.bridge.rows<{ day: string }>('SELECT day FROM z_due').every(({ day }) => day >= '2046'));
    await shop.bridge.close();
    shop = await start(NOW + 3_600_000);
    ok(await shop.client.ask('POST', '/bridge/v1/doubts/clock'));
    expect(await sell(shop.client)).toBe(3);
    await until(() => shop.bridge.rows<{ day: string }>('SELECT day FROM z_due').every(({ day }) => day < '2027'));
  });

  it('is caught while the till runs, and an open sale is not paid by it', async () => {
    const data = await soldUntil(NOW);
    const { bridge, clock, client } = await shopAt(NOW, data);
    const { id } = await client.create(sale([item(100)]));
    clock.jump(-40 * DAY);
    expect((await client.post<{ error_code?: string }>(`/${id}/start/cash`)).body.error_code).toBe('clockUnsure');
    clock.jump(40 * DAY);
    ok(await client.post(`/${id}/start/cash`));
    expect((await health(bridge)).risks).toEqual([]);
  });
});
