/** The bridge's calls for cards, vouchers and check-ins at the counter. They reject like the calls of the screen. */

import type { Checkin } from '../../../../main/wire/checkins.ts';
import type { CounterGroups } from '../../../../main/wire/counterCards.ts';
import type { MerchantCard } from '../../../../main/wire/transactions.ts';
import type { Ask } from '../../../bridge/client.ts';

export const createCounterClient = (ask: Ask) => ({
  groups: (): Promise<CounterGroups> => ask('GET', `${COUNTER}/card-groups`),
  handOut: (cardgroup: string): Promise<MerchantCard> => ask('POST', `${COUNTER}/cards`, { cardgroup }),
  activate: (cardnumber: string): Promise<MerchantCard> =>
    ask('POST', `${COUNTER}/cards/${encodeURIComponent(cardnumber)}/activation`, {}),
  /** A manager marks a new group of cards as the vouchers of the shop. */
  setUpVouchers: (name: Readonly<Record<'de' | 'en', string>>): Promise<unknown> =>
    ask('POST', '/bridge/v1/loyalty/card-groups', { name, voucher: true }),
  checkins: async (): Promise<readonly Checkin[]> =>
    (await ask<{ data: readonly Checkin[] }>('GET', '/api/v2/Smart/Checkins?count=50&sort=created:desc')).data,
});

const COUNTER = '/bridge/v1/counter';

/** Data of a form of the counter, and the function that ends it. */
export interface TaskProps {
  readonly groups: CounterGroups;
  readonly onGroups: () => void;
  readonly onDone: () => void;
}
