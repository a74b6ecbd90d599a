/** The slip of the loyalty card: its bookings in the sale and its balances. */

import type { Balances } from './loyalty.ts';
import { formatAmount, type Language } from './money.ts';
import { nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';

export interface LoyaltySlip {
  readonly cardnumber: string;
  /** The transaction's number at the loyalty service (TA code); left out where nothing was booked. */
  readonly transId?: number;
  readonly currency: string;
  /** Sum of the sale after all discounts; left out where nothing was sold. */
  readonly revenue?: number;
  /** Amounts that the sale moved on the card, each zero or more. */
  readonly charged?: number;
  /** Taken off the card without a sale. */
  readonly discharged?: number;
  /** Amount of a reversed booking. */
  readonly cancelled?: number;
  readonly bonusEarned?: number;
  readonly bonusUsed?: number;
  readonly cashUsed?: number;
  readonly pointsEarned?: number;
  readonly pointsUsed?: number;
  /** Balances of the card after the bookings. */
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
    ...nameValueIf(words.transId, slip.transId),
    space,
    ...(slip.revenue === undefined ? [] : [textline(words.revenue), textline(money(slip.revenue), 'important')]),
    ...moved(words.charged, slip.charged),
    ...moved(words.discharged, slip.discharged),
    ...moved(words.cancelled, slip.cancelled),
    ...moved(words.bonusEarned, slip.bonusEarned),
    ...moved(words.bonusUsed, slip.bonusUsed),
    ...moved(words.cashUsed, slip.cashUsed),
    space,
    textline(words.balance),
    textline(money(cash + bonus), 'important'),
    ...moved(words.ofWhichBonus, bonus),
    space,
    ...(slip.pointsEarned ? [nameValue(words.pointsEarned, String(slip.pointsEarned))] : []),
    ...(slip.pointsUsed ? [nameValue(words.pointsUsed, String(slip.pointsUsed))] : []),
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
    discharged: 'Entladen',
    cancelled: 'Storniert',
    bonusEarned: 'Bonus gutgeschrieben',
    bonusUsed: 'Bonus eingelöst',
    cashUsed: 'Mit Guthaben bezahlt',
    balance: 'Aktuelles Guthaben',
    ofWhichBonus: 'davon Bonus',
    pointsEarned: 'Punkte gesammelt',
    pointsUsed: 'Punkte eingelöst',
    points: 'Punktestand',
  },
  en: {
    caption: 'Loyalty card',
    cardnumber: 'Card number',
    transId: 'TA code',
    revenue: 'Recorded revenue',
    charged: 'Charged',
    discharged: 'Discharged',
    cancelled: 'Cancelled',
    bonusEarned: 'Bonus credited',
    bonusUsed: 'Bonus used',
    cashUsed: 'Paid from balance',
    balance: 'Current balance',
    ofWhichBonus: 'of which bonus',
    pointsEarned: 'Points earned',
    pointsUsed: 'Points used',
    points: 'Points',
  },
} as const satisfies Record<Language, unknown>;
