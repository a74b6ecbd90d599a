/** A bridge for the tests of the loyalty resources: calls below /Loyalty, and new cards. */
import { afterAll, beforeAll } from 'vitest';
import { type Client, cards, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { CardGroup, CardTransaction } from '../../wire/loyalty.ts';
import type { MerchantCard } from '../../wire/transactions.ts';
import { fixedId } from '../../world/ids.ts';

export const BASE = '/api/v2/Loyalty';

export const rich = fixedId('MCD', cards.rich);

export const some = fixedId('MCD', cards.some);

export interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_details: string;
}

export interface Page<T> {
  readonly count: number;
  readonly data: readonly T[];
}

export type NewCard = MerchantCard & { readonly csc: string };

/** A bridge for the tests of one file, with the calls of the loyalty resources. */
export function loyaltyBridge() {
  const started = {} as {
    bridge: TestBridge;
    till: Client;
    other: Client;
    cashier: Client;
  };
  beforeAll(async () => {
    started.bridge = await startBridge();
    [started.till, started.other, started.cashier] = await Promise.all([
      started.bridge.client(),
      started.bridge.client('other'),
      started.bridge.staff('cashier'),
    ]);
  });
  afterAll(closeAll);

  const get = async <T>(path: string) => ok(await started.till.ask<T>('GET', `${BASE}${path}`));

  const post = <T = unknown>(path: string, body?: object, client = started.till) =>
    client.ask<T>('POST', `${BASE}${path}`, body === undefined ? {} : { body });

  const put = <T = unknown>(path: string, body: object, client = started.till) =>
    client.ask<T>('PUT', `${BASE}${path}`, { body });

  const card = (id: string) => get<MerchantCard>(`/MerchantCards/${id}`);

  const act = <T = CardTransaction>(id: string, body: object) => post<T>(`/MerchantCards/me/transaction/${id}`, body);

  /** A group and cards of its own, so that tests do not stand in each other's way. */
  async function issued(settings: object = {}, amount = 1): Promise<{ group: CardGroup; made: readonly NewCard[] }> {
    const body = { display_name: 'Eigene Gruppe', merchant: 'me', ...settings };
    const group = ok(await post<CardGroup>('/Cardgroups', body));
    const made = ok(
      await post<readonly NewCard[]>(`/MerchantCards/me/createMerchantcards/${group.id}`, { cards_amount: amount }),
    );
    return { group, made };
  }

  async function newCard(settings: object = {}): Promise<NewCard> {
    const [made] = (await issued(settings)).made;
    return made!;
  }

  const sums = (id: string) =>
    Object.fromEntries(
      started.bridge
        .rows<{ account: string; total: number }>(
          'SELECT account, sum(amount) AS total FROM loyalty_entry WHERE merchant_card = ? GROUP BY account',
          id,
        )
        .map(({ account, total }) => [account, total]),
    );

  return { started, get, post, put, card, act, issued, newCard, sums };
}
