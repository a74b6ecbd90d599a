/** A shop with a cashier and a manager, and how calls ask for an approval. */
import { expect } from 'vitest';
import { type Answer, type Client, cards, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';
import type { Approval, Needs } from '../../wire/approvals.ts';

export interface Refusal {
  readonly code: number;
  readonly error_user: string;
  readonly error_details: string;
  readonly needs: Needs;
}

export interface Card {
  readonly id: string;
  readonly cash_balance: number;
  readonly points: number;
}

export const APPROVALS = '/bridge/v1/approvals';

export const CARDS = '/api/v2/Loyalty/MerchantCards';

/** A line that loads 500,00 EUR on the card of the sale. */
export const load = { ...item(50_000), ean: '2900000000018', tax: 0 };

export const managers = { username: 'manager@demo.example', pin: '9999', reason: 'Kundin hat bar gezahlt' };

export async function shop(config: object = {}) {
  const bridge = await startBridge({ config });
  const [till, cashier, manager] = [
    await bridge.client(),
    await bridge.staff('cashier'),
    await bridge.staff('manager'),
  ];
  return { bridge, till, cashier, manager };
}

export const cardOf = async (client: Client, number: string = cards.empty): Promise<Card> => {
  const q = encodeURIComponent(`card.cardnumber:${number}`);
  const { data } = ok(await client.ask<{ data: Card[] }>('GET', `${CARDS}?q=${q}`));
  return data[0]!;
};

export const charge = (client: Client, card: string, amount: number, headers: Record<string, string> = {}) =>
  client.ask<Refusal>('POST', `${CARDS}/${card}/transaction/${card}`, { body: { action: 'charge', amount }, headers });

export const code = ({ status, body }: Answer<Refusal>) => [status, body.code];

export const ask = (client: Client, needs: Pick<Needs, 'operation' | 'object' | 'amount'>, by: object = managers) =>
  client.ask<Refusal & { approval: string; expires_at: string }>('POST', APPROVALS, { body: { ...by, ...needs } });

export async function approved(client: Client, { body: { needs } }: Answer<Refusal>): Promise<Record<string, string>> {
  const { operation, object, amount } = needs;
  return { 'x-approval': ok(await ask(client, { operation, object, amount })).approval };
}

export const kept = async (manager: Client) =>
  ok(await manager.ask<{ count: number; data: Approval[] }>('GET', APPROVALS)).data;

export const paidInCash = async (client: Client, amount: number) => {
  const { id } = await client.create(sale([item(amount)]));
  expect(ok(await client.post(`/${id}/start/cash`)).status).toBe('ok');
  return id;
};
