import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { GeneralContract, NewContract, TransferBalance } from '../../wire/agreements.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';

const contracts = '/api/v2/General/Contracts';
const own = `${contracts}/${demoIds.contract}`;
const bankAccount = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Ada Muster' } };

afterEach(closeAll);

async function pay(client: Client, priceOne: number, input: object = {}) {
  const { id } = await client.create({ basket: { products: [item(priceOne)] }, ...input });
  return client.post(`/${id}/start/debit`, { container: bankAccount, customer: { contact: { surname: 'Muster' } } });
}

const payments = async (client: Client) =>
  ok(await client.ask<{ data: PaymentTransaction[] }>('GET', '/api/v2/Payment/Transactions?count=100')).data;
const balances = async (client: Client) =>
  ok(await client.ask<TransferBalance>('GET', `${own}/transferBalance`)).balances;

describe('transferBalance', () => {
  it('counts what was taken, less what was given back and what is locked', async () => {
    specifies({ 'Endpoints: General Contracts': 'GET /General/Contracts/{generalContractId}/transferBalance' });
    const client = await (await startBridge()).client();
    const { EUR = 0 } = await balances(client);
    const sale = ok(await pay(client, 1000));
    ok(await pay(client, 234));
    ok(await pay(client, 77, { payment_context: { accrual: true } }));
    expect(await balances(client)).toMatchObject({ EUR: EUR + 1234, CHF: 0 });
    ok(await client.post(`/${sale.id}/cancel`));
    expect(await balances(client)).toMatchObject({ EUR: EUR + 234 });
    expect((await client.ask('POST', `${own}/revokeAccrual`)).status).toBe(202);
    await until(async () => (await balances(client)).EUR === EUR + 311);
  });
});

describe('revokeAccrual of a contract', () => {
  const locked = { payment_context: { accrual: true } };

  it.each([own, `/api/v2/Payment/Contracts/${demoIds.paymentContract}`])(
    '%s/revokeAccrual lifts the lock of all its transactions in the background',
    async url => {
      specifies({
        'Endpoints: Payment Contracts':
          'POST /Payment/Contracts/{paymentContractId}/revokeAccrual (deprecated): HTTP 202, in the background, for all transactions of the contract',
      });
      const client = await (await startBridge()).client();
      for (const price of [100, 200, 300]) ok(await pay(client, price, locked));
      expect((await payments(client)).filter(({ accrual }) => accrual)).toHaveLength(3);
      expect((await client.ask('POST', `${url}/revokeAccrual`)).status).toBe(202);
      await until(async () => (await payments(client)).every(({ accrual }) => !accrual));
    },
  );

  it('is kept by the bridge that starts after a crash', async () => {
    specifies({
      'Endpoints: General Contracts':
        'POST /General/Contracts/{generalContractId}/revokeAccrual: HTTP 202, kept by a bridge that starts after a crash',
    });
    const bridge = await startBridge();
    const client = await bridge.client();
    ok(await pay(client, 100, locked));
    expect((await client.ask('POST', `${own}/revokeAccrual`)).status).toBe(202);
    const copy = await bridge.crashCopy();
    const again = await copy.client();
    await until(async () => (await payments(again)).every(({ accrual }) => !accrual));
    await until(() => copy.rows('SELECT 1 FROM contract_job').length === 0);
  });
});

describe('a contract that has been terminated', () => {
  it('takes no money any more', async () => {
    specifies({ 'Endpoints: General Contracts': 'a terminated contract takes no payments: HTTP 405' });
    const client = await (await startBridge()).client();
    const body = { project: 'Zweites' };
    const second = ok(await client.ask<NewContract>('POST', '/api/v2/Payment/Contracts/me/clone', { body }));
    expect((await pay(client, 100, { contract: { id: second.id } })).status).toBe(200);
    const open = await client.create({ basket: { products: [item(100)] }, contract: { id: second.id } });
    ok(await client.ask('POST', `${contracts}/${second.id}/terminate`));
    const refused = await client.ask<{ code: number }>('POST', `/api/v2/Smart/Transactions/${open.id}/start/debit`, {
      body: { container: bankAccount, customer: { contact: { surname: 'Muster' } } },
    });
    expect([refused.status, refused.body.code]).toEqual([405, 2002]);
    expect((await pay(client, 100)).status).toBe(200);
  });
});

describe('expand', () => {
  it('puts the Payment Contract and the merchant in the place of their references', async () => {
    specifies({ 'Endpoints: General Contracts': 'expand puts a contract in the place of a reference' });
    const client = await (await startBridge()).client();
    const all = ok(await client.ask<GeneralContract>('GET', `${own}?expand=all`));
    expect(all.merchant).toMatchObject({ id: demoIds.merchant, store: { id: demoIds.store } });
    const contract = ok(await client.ask<GeneralContract & { contract: object }>('GET', `${own}?expand=contract`));
    expect(contract.contract).toMatchObject({ object: 'payment.contracts', approved: true });
  });
});
