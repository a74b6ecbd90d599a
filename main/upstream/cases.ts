/** Cases: differences that a person has to look at after a sale has arrived upstream. The sale itself passes. */
import type { QueueCase } from '../world/queue.ts';
import type { SaleDocument } from '../world/sales.ts';
import type { UpstreamSale } from './replay.ts';
import type { CardPart, ObjectCalls } from './translation/sale.ts';

type Found = Pick<QueueCase, 'kind' | 'amount'> & { readonly facts: QueueCase['facts'] };

/** Differences between the sale as the till closed it and as the service shows it. */
export function differences(document: SaleDocument, remote: UpstreamSale, calls: ObjectCalls): readonly Found[] {
  const found: Found[] = [];
  if (remote.sum !== null && remote.sum !== calls.sum)
    found.push({ kind: 'sumDiffers', amount: remote.sum - calls.sum, facts: { here: calls.sum, there: remote.sum } });
  for (const ident of document.idents) {
    const here = ident.merchantcard?.card.cardnumber ?? null;
    const there = remote.idents.find(({ type, value }) => value === ident.value && type === ident.type);
    if (!there || here === null) continue;
    if (!there.valid) found.push({ kind: 'cardNotAccepted', amount: null, facts: { card: here } });
    else if (there.cardnumber !== null && there.cardnumber !== here)
      found.push({ kind: 'cardNumberDiffers', amount: null, facts: { here, there: there.cardnumber } });
  }
  return found;
}

/** The account of what cards have paid here and no longer held there: the sum of its cases is the loss of the shop. */
const LOSS_ACCOUNT = 'cardLoss';

/** Bonus that the till took off the basket and nobody takes off the card there. */
export const bonusNotTaken = ({ bonus, cardnumber }: CardPart): readonly Found[] =>
  bonus > 0 ? [{ kind: 'bonusNotTaken', amount: bonus, facts: { card: cardnumber, account: LOSS_ACCOUNT } }] : [];

/** The card no longer holds what the till took from it, or is locked there. */
export const balanceGone = (cardnumber: string, amount: number): Found => ({
  kind: 'balanceGone',
  amount,
  facts: { card: cardnumber, account: LOSS_ACCOUNT },
});

/** A return that the service has no call for: its turnover there is too high by the amount, minor units above 0. */
export interface UnsaidReturn {
  readonly amount: number;
  /** The part that was entered as a charge of a loyalty card, for which the service books cash. */
  readonly onCard: number;
}

/** One case for each business day and currency: a shop has many returns, and a person books their sum. */
export const returnsOfDay = ({ amount }: UnsaidReturn, day: string, currency: string): Omit<QueueCase, 'merchant'> => ({
  ...{ kind: 'returnsOfDay', object: `${day} ${currency}`, amount, currency },
  facts: { day },
});

/** The charge of a card by a return is no money that came in: the cash of the service is too high by it. */
export const chargesOfDay = ({ onCard }: UnsaidReturn, day: string, currency: string): Omit<QueueCase, 'merchant'> => ({
  ...{ kind: 'returnsChargedOfDay', object: `${day} ${currency}`, amount: onCard, currency },
  facts: { day },
});

export type { Found as FoundCase };
