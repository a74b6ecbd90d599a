/** Reads of a test at the upstream service and in the shop, to compare the two. */
import { item, sale, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import type { TestShop } from './shop.fixture.ts';

export type Held = SmartTransaction & { readonly product?: string; readonly card_payment?: unknown };

/** Sales of the upstream service, oldest first. */
export async function held({ client }: TestBridge): Promise<readonly Held[]> {
  const { ask } = await client();
  const { body } = await ask<{ data: Held[] }>('GET', '/api/v2/Smart/Transactions?count=1000&sort=created:asc');
  return body.data;
}

const balancesOf = ({ points, cash_balance, bonus_balance }: Record<string, unknown>) => ({
  points,
  cash_balance,
  bonus_balance,
});

export const cardHere = ({ world }: TestShop, number: string) =>
  balancesOf({ ...world.loyalty.card(demoIds.merchant, number)?.merchantcard });

export async function cardThere({ client }: TestBridge, number: string) {
  const { ask } = await client();
  const path = '/api/v2/Smart/Idents/notused/validate';
  const { body } = await ask<{ merchantcard: Record<string, unknown> }[]>('POST', path, {
    body: [{ type: 'card', value: number }],
  });
  return balancesOf(body[0]?.merchantcard ?? {});
}

/** A sale at another till of the service, paid by the card. */
export async function spendThere({ client }: TestBridge, card: string, amount: number) {
  const { create, post } = await client();
  const { id } = await create(sale([item(amount)], card));
  await post(`/${id}/preTransaction`);
  await post(`/${id}/start/loyalty`);
}
