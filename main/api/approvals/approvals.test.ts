/** Approvals: the operations that need one, who approves, and the limits of the shop. */
import { afterEach, describe, expect, it } from 'vitest';
import { ruleOf } from '../../domain/approvalRules.ts';
import { closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { approved, ask, cardOf, charge, code, managers, paidInCash, type Refusal, shop } from './approvals.fixture.ts';

afterEach(closeAll);

describe('every operation that the bridge publishes', () => {
  interface Described {
    readonly parameters?: readonly { readonly name: string; readonly in: string }[];
    readonly responses?: object;
  }

  async function published(bridge: TestBridge) {
    const { body } = await bridge.ask<{ paths: Record<string, Record<string, Described>> }>('GET', '/docs/json');
    return Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
    );
  }

  it('that gives something away says with which headers it is allowed, and no other does', async () => {
    const operations = await published(await startBridge());
    const giving = operations.filter(({ method, path }) => ruleOf(method, path) !== null);
    expect(giving.length).toBeGreaterThan(25);
    for (const { method, path, described } of operations) {
      const headers = (described.parameters ?? [])
        .filter(one => one.in === 'header')
        .map(({ name }) => name.toLowerCase());
      const expected = ruleOf(method, path) === null ? [] : ['x-approval', 'x-reason'];
      expect(
        headers.filter(name => expected.includes(name) || name === 'x-approval'),
        `${method} ${path}`,
      ).toEqual(expected);
    }
  });
});

describe('who approves', () => {
  const needs = { operation: 'cardLoad', object: 'MCD_1', amount: 1 } as const;

  it('needs the right PIN, and is slowed like at the sign-in', async () => {
    const { bridge, cashier } = await shop();
    const wrong = { ...managers, pin: '0000' };
    expect(code(await ask(cashier, needs, wrong))).toEqual([403, 2023]);
    for (let count = 1; count < 10; count += 1) await ask(cashier, needs, wrong);
    const refused = await ask(cashier, needs);
    expect([...code(refused), refused.headers.get('retry-after')]).toEqual([429, 2006, '30']);
    bridge.clock.pass(30_000);
    expect(code(await ask(cashier, needs))[0]).toBe(200);
  });

  it('is a manager of the same shop', async () => {
    const { bridge, till, cashier } = await shop();
    const colleague = { username: 'cashier@demo.example', pin: '1111', reason: 'ich' };
    expect(code(await ask(cashier, needs, colleague))).toEqual([403, 2024]);
    bridge.alter(`INSERT INTO staff (id, merchant, username, name, role, pin_hash) SELECT 'USR_OTHER', '${demoIds.other}', 'other@demo.example', name, role, pin_hash
      FROM staff WHERE username = 'manager@demo.example'`);
    expect(code(await ask(cashier, needs, { ...managers, username: 'other@demo.example' }))).toEqual([403, 2023]);
    expect(code(await ask(till, needs))).toEqual([403, 2004]);
  });

  it('says why', async () => {
    const { cashier } = await shop();
    expect((await ask(cashier, needs, { ...managers, reason: ' ' })).body.code).toBe(1001);
  });

  it('and neither PIN nor approval stand in the journal or in the database', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const card = await cardOf(till);
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    ok(await charge(cashier, card.id, 1000, headers));
    const page = await manager.ask('GET', '/bridge/v1/journal?count=100');
    expect(page.text).toContain(managers.reason);
    for (const secret of ['9999', headers['x-approval'] ?? 'none']) expect(page.text).not.toContain(`"${secret}"`);
    expect(JSON.stringify(bridge.rows('SELECT * FROM approval'))).not.toContain(headers['x-approval']);
  });
});

describe('limits are the shop’s', () => {
  it('a paid sale of 999 € is not cancelled by a cashier alone, one within her limit is', async () => {
    const { till, cashier } = await shop({ limits: { cancelSale: 2000 } });
    const cancel = (id: string, headers = {}) =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers });
    const [dear, cheap] = [await paidInCash(till, 99_900), await paidInCash(till, 2000)];
    const refused = await cancel(dear);
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs).toMatchObject({ operation: 'cancelSale', object: dear, amount: 99_900, limit: 2000 });
    expect((await till.read(dear)).status).toBe('ok');
    ok(await cancel(cheap));
    ok(await cancel(dear, await approved(cashier, refused)));
    expect((await till.read(dear)).status).toBe('cancelled');
  });

  it('what has not been paid is given up by everybody', async () => {
    const { cashier } = await shop();
    const { id } = await cashier.create(sale([item(99_900)]));
    expect(ok(await cashier.post(`/${id}/cancel`)).status).toBe('cancelled');
  });

  it('a sale is cancelled by its receipt number under the same limit', async () => {
    const { bridge, till, cashier } = await shop();
    const id = await paidInCash(till, 500);
    const [row] = bridge.rows<{ receipt: number }>(
      `SELECT receipt_number AS receipt FROM smart_transaction WHERE id = '${id}'`,
    );
    const receipt = row?.receipt;
    const refused = await cashier.post<Refusal>(`/${receipt}/canceltrx`);
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs.object).toBe(id);
  });
});

describe('the status simulator', () => {
  it('is not a cashier’s', async () => {
    const { cashier } = await shop();
    for (const word of ['Transactions', 'Svcdebits', 'Svcpayout'])
      expect(
        code(
          await cashier.ask<Refusal>('POST', `/api/v2/Payment/${word}/NONE/TestChangedPaymentStatus`, {
            body: { new_status_id: 1 },
          }),
        ),
      ).toEqual([404, 2004]);
  });
});
