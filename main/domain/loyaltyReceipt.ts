/** The slip of the loyalty card: what the sale did with it and what is left on it. */

import type { Balances } from './loyalty.ts';
import { formatAmount, type Language } from './money.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from './receipt.ts';

export interface LoyaltySlip {
  readonly cardnumber: string;
  /** The transaction's number at the loyalty service (TA code). */
  readonly transId: number;
  readonly currency: string;
  /** What the sale cost after all discounts. */
  readonly revenue: number;
  /** What the sale moved on the card, each zero or more. */
  readonly charged?: number;
  readonly bonusUsed?: number;
  readonly cashUsed?: number;
  readonly pointsEarned?: number;
  /** What is on the card now. */
  readonly balances: Balances;
}

export function loyaltyReceipt(slip: LoyaltySlip, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  const money = (amount: number) => formatAmount(amount, slip.currency, language);
  const { cash, bonus, points } = slip.balances;
  const moved = (name: string, amount = 0) => (amount === 0 ? [] : [nameValue(name, money(amount))]);
  return [
    separator(words.caption),
    nameValue(words.cardnumber, slip.cardnumber),
    nameValue(words.transId, String(slip.transId)),
    space,
    textline(words.revenue),
    textline(money(slip.revenue), 'important'),
    ...moved(words.charged, slip.charged),
    ...moved(words.bonusUsed, slip.bonusUsed),
    ...moved(words.cashUsed, slip.cashUsed),
    space,
    textline(words.balance),
    textline(money(cash + bonus), 'important'),
    ...moved(words.ofWhichBonus, bonus),
    space,
    ...(slip.pointsEarned ? [nameValue(words.pointsEarned, String(slip.pointsEarned))] : []),
    nameValue(words.points, String(points)),
  ];
}

const WORDS = {
  de: {
    caption: 'Kundenkarte',
    cardnumber: 'Kartennummer',
    transId: 'TA-Code',
    revenue: 'Erfasster Umsatz',
    charged: 'Aufgeladen',
    bonusUsed: 'Bonus eingelöst',
    cashUsed: 'Mit Guthaben bezahlt',
    balance: 'Aktuelles Guthaben',
    ofWhichBonus: 'davon Bonus',
    pointsEarned: 'Punkte gesammelt',
    points: 'Punktestand',
  },
  en: {
    caption: 'Loyalty card',
    cardnumber: 'Card number',
    transId: 'TA code',
    revenue: 'Recorded revenue',
    charged: 'Charged',
    bonusUsed: 'Bonus used',
    cashUsed: 'Paid from balance',
    balance: 'Current balance',
    ofWhichBonus: 'of which bonus',
    pointsEarned: 'Points earned',
    points: 'Points',
  },
} as const satisfies Record<Language, unknown>;
