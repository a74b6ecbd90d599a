/** Subscriptions of the demo shop: plans, sales that subscribe, and what was paid. */
import { type Client, item, ok, startBridge } from '../../doubles/bridge.fixture.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { Plan, Subscription } from '../../wire/subscriptions.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

export const path = '/api/v2/Payment/Subscriptions';
export const DAY = 86_400_000;
export const bankAccount = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Ada Muster' } };
export const otherAccount = { type: 'bank_account', private: { iban: 'DE02120300000000202051', owner: 'Ada Muster' } };
export const monthly = {
  sequence: 2,
  interval: { unit: 'month', count: 1 },
  tenure_type: 'regular',
  total_cycles: 3,
  price: 990,
};

/** A bridge and a client that signs in again when time passes, because tokens expire. */
export async function opened() {
  const bridge = await startBridge({ parts: { lookEvery: 20 } });
  let current = await bridge.client();
  const client: Client = {
    token: current.token,
    ask: (...asked) => current.ask(...asked),
    create: input => current.create(input),
    read: id => current.read(id),
    post: (url, body) => current.post(url, body),
  };
  async function pass(milliseconds: number) {
    bridge.clock.pass(milliseconds);
    current = await bridge.client();
  }
  return { bridge, client, pass };
}

export async function plan(client: Client, cycles: object[] = [monthly], more: object = {}): Promise<string> {
  const body = { description: 'Kaffee', status: 'active', billing_cycles: cycles, ...more };
  return ok(await client.ask<Plan>('POST', '/api/v2/Payment/Plans', { body })).id;
}

/** A sale that subscribes, paid by direct debit. */
export async function subscribe(
  client: Client,
  planId: string,
  more: object = {},
  input: object = {},
): Promise<SmartTransaction> {
  const line = item(990, { item_type: 'subscription', plan_id: planId, ...more });
  const { id } = await client.create({ basket: { products: [line] }, ...input });
  return ok(
    await client.post(`/${id}/start/debit`, { container: bankAccount, customer: { contact: { surname: 'Muster' } } }),
  );
}

export const subscriptionOf = async (client: Client, sale: SmartTransaction) => {
  const { subscription } = sale as { subscription?: { id: string } };
  return ok(await client.ask<Subscription>('GET', `${path}/${subscription?.id}`));
};
export const read = async (client: Client, id: string) => ok(await client.ask<Subscription>('GET', `${path}/${id}`));
export const payments = async (client: Client, id: string) =>
  ok(await client.ask<{ data: PaymentTransaction[] }>('GET', '/api/v2/Payment/Transactions?count=100')).data.filter(
    payment => payment.subscription?.id === id,
  );
export const done = ({ billing_cycles }: Subscription) =>
  billing_cycles.cycle_executions.map(({ cycles_completed }) => cycles_completed);
