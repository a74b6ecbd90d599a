import { Value } from 'typebox/value';
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { testWorld } from '../doubles/world.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { GeneralContract, PaymentContract } from '../wire/agreements.ts';
import { Store } from '../wire/shops.ts';
import { demoIds } from '../world/demoIds.ts';
import { createAgreements } from './agreements.ts';
import { openDatabase } from './database.ts';
import { shopBefore } from './olderDatabase.fixture.ts';
import { createShops } from './shops.ts';

afterAll(closeAll);

const silent = { append: () => undefined };

/** As the version before contracts wrote it. */
const olderShop = (): string =>
  shopBefore(100, db =>
    db.exec(`INSERT INTO merchant (id, name, address, currency, has_contract) VALUES
      ('${demoIds.merchant}', 'Alt', '[]', 'EUR', 1), ('${demoIds.noContract}', 'Ohne', '[]', 'EUR', 0);
    INSERT INTO store VALUES ('${demoIds.store}', '${demoIds.merchant}', 'Altmarkt')`),
  );

describe('a database of an older version', () => {
  it('has a General and a Payment Contract for every merchant that had a contract', async () => {
    const db = openDatabase(olderShop(), sqlFunctions);
    const contracts = createAgreements(db, silent);
    const [general] = contracts.general.all(demoIds.merchant);
    const [payment] = contracts.payment.all(demoIds.merchant);
    expect(Value.Errors(GeneralContract, general?.document)).toEqual([]);
    expect(Value.Errors(PaymentContract, payment?.document)).toEqual([]);
    expect(general?.document.contract.id).toBe(payment?.document.id);
    expect(contracts.find(demoIds.merchant, payment?.document.id ?? '')).toMatchObject({
      general: general?.document.id,
      methods: ['creditcard', 'debit', 'invoice', 'prepaid'],
      currencies: ['EUR'],
      recurring: false,
    });
    expect([contracts.exists(demoIds.merchant), contracts.exists(demoIds.noContract)]).toEqual([true, false]);
    await db.close();
  });

  it('keeps its stores under their ids and names', async () => {
    const db = openDatabase(olderShop(), sqlFunctions);
    const store = createShops(db, silent).find(demoIds.merchant, demoIds.store);
    expect(Value.Errors(Store, store?.document)).toEqual([]);
    expect(store?.document.name).toBe('Altmarkt');
    await db.close();
  });
});

describe('the terms of a contract', () => {
  it('are those of the demo contracts', async () => {
    const { world, db } = await testWorld();
    const { agreements: contracts } = world;
    expect(contracts.find(demoIds.merchant, null)).toEqual({
      id: demoIds.contract,
      general: demoIds.contract,
      approved: true,
      recurring: true,
      uniqueOrderIds: false,
      methods: expect.arrayContaining(['creditcard', 'debit', 'twint']),
      currencies: ['EUR', 'CHF', 'GBP', 'USD'],
      pushUrl: null,
      project: null,
    });
    expect(contracts.find(demoIds.merchant, 'ME')).toEqual(contracts.find(demoIds.merchant, demoIds.contract));
    expect(contracts.find(demoIds.merchant, demoIds.paymentContract)?.id).toBe(demoIds.paymentContract);
    expect(contracts.find(demoIds.other, null)).toMatchObject({ recurring: false, uniqueOrderIds: true });
    expect(contracts.find(demoIds.merchant, demoIds.otherContract)).toBeNull();
    expect(contracts.find(demoIds.noContract, null)).toBeNull();
    expect([demoIds.merchant, demoIds.other, demoIds.noContract].map(contracts.exists)).toEqual([true, true, false]);
    await db.close();
  });
});

describe('the plan', () => {
  it.each([
    [
      'SELECT id FROM general_contract WHERE merchant = ? AND ended = 0 ORDER BY number LIMIT 1',
      'general_contract_usable',
    ],
    ['SELECT id FROM general_contract WHERE merchant = ? AND query_project = ?', 'general_contract_project'],
    ['SELECT id FROM store WHERE merchant = ? AND is_default = 1', 'store_default'],
    ['SELECT merchant, id FROM subscription WHERE due <= ? ORDER BY due, number', 'subscription_due'],
    ['SELECT id FROM subscription WHERE merchant = ? AND told = ?', 'subscription_told'],
    ['SELECT number FROM contract_job WHERE due <= ? ORDER BY due, number', 'contract_job_due'],
  ])('of %s uses %s', async (sql, index) => {
    const { db } = await testWorld();
    const parameters = Array.from(sql.matchAll(/\?/g), () => 'x');
    const steps = db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    expect(steps.map(({ detail }) => detail).join()).toContain(index);
    await db.close();
  });
});
