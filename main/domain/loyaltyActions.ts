/** Manual bookings on a loyalty card: one table of actions with their movements and passcode levels. */
import { type Balances, type LedgerEntry, ledgerEntries, pointsEarned } from './loyalty.ts';

/** Passcode levels of a card: 1 before any action, the others before one kind of movement. */
export type PasscodeLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface Action {
  /** The level besides 1 that needs the passcode; null where only level 1 does. */
  readonly level: PasscodeLevel | null;
  /** Kind of the booking, as existing clients show it. */
  readonly description: string;
}

export const actions = {
  discharge: { level: 2, description: 'Entladung' },
  charge: { level: 3, description: 'Aufladung' },
  immediate_bonus: { level: 3, description: 'Sofortbonus' },
  sale_revenue: { level: 4, description: 'Umsatzerfassung' },
  discharge_points: { level: 5, description: 'Punkte eingelöst' },
  charge_points: { level: 6, description: 'Punkte gutgeschrieben' },
  cancel_last: { level: null, description: 'Storno' },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

export const actionNames = Object.keys(actions) as ActionName[];

/** Descriptions of the bookings that the bridge makes itself. */
export const ownDescriptions = {
  opening: 'Anfangsbestand',
  sale: 'Umsatz',
  cancel: 'Storno',
  /** Goods came back. */
  return: 'Rückgabe',
  /** The upstream service knows another balance. */
  adjustment: 'Abgleich',
  /** A manager has counted another balance. */
  correction: 'Korrektur',
  /** Between two cards that were merged. */
  transfer: 'Umbuchung',
  expiry: 'Verfall',
  /** A voucher of the shop paid a part of a sale; its part of the sale gives it back. */
  voucher: 'Gutschein eingelöst',
} as const;

/** Bookings that are no use of the card and that nobody takes back at the till. */
export const silentActions = [
  'return',
  'opening',
  'adjustment',
  'correction',
  'transfer',
  'expiry',
  'voucher',
] as const;

export type BookingAction = ActionName | keyof typeof ownDescriptions;

export const descriptionOf = (action: BookingAction): string =>
  action in ownDescriptions
    ? ownDescriptions[action as keyof typeof ownDescriptions]
    : actions[action as ActionName].description;

/** True where a card of this level needs its passcode before the action. */
export const wantsPasscode = (level: number, action: ActionName): boolean =>
  level === 1 || (level !== 0 && level === actions[action].level);

export interface Amounts {
  /** Money in minor units, or a count of points. */
  readonly amount: number;
  /** Part of the bonus account, in minor units. */
  readonly bonus: number;
  /** Take the available amount where the balance is too low. */
  readonly split: boolean;
}

/** The means of a card that may be spent: its balances, its cash down to the limit of the programme. */
export interface Means extends Balances {
  /** How far the cash balance may go below zero, minor units. */
  readonly limit: number;
}

export interface Movement {
  readonly entries: readonly LedgerEntry[];
  /** The booked amount: less than the requested one where `split` allowed it. */
  readonly amount: number;
}

/** The rows of an action, or null when the card does not hold enough. `cancel_last` is a return and not made here. */
export function movementOf(action: Exclude<ActionName, 'cancel_last'>, asked: Amounts, means: Means): Movement | null {
  switch (action) {
    case 'charge':
      return booked(asked.amount, [...ledgerEntries({ type: 'charge', cash: asked.amount, bonus: asked.bonus })]);
    case 'immediate_bonus':
      return booked(
        asked.bonus || asked.amount,
        ledgerEntries({ type: 'earn', points: 0, bonus: asked.bonus || asked.amount }),
      );
    case 'sale_revenue':
      return booked(asked.amount, ledgerEntries({ type: 'earn', points: pointsEarned(asked.amount, 1) }));
    case 'charge_points':
      return booked(asked.amount, ledgerEntries({ type: 'earn', points: asked.amount }));
    case 'discharge_points':
      return points(asked, means);
    case 'discharge':
      return discharge(asked, means);
  }
}

const booked = (amount: number, entries: readonly LedgerEntry[]): Movement => ({ amount, entries });

function points({ amount, split }: Amounts, means: Means): Movement | null {
  const taken = split ? Math.min(amount, Math.max(0, means.points)) : amount;
  return taken > means.points
    ? null
    : booked(taken, ledgerEntries({ type: 'spend', cash: 0, bonus: 0, points: taken }));
}

/** Bonus goes first, as in a sale; a named part of it must be there. */
function discharge({ amount, bonus, split }: Amounts, means: Means): Movement | null {
  const spendableCash = Math.max(0, means.cash + means.limit);
  const spendableBonus = Math.max(0, means.bonus);
  const wanted = split ? Math.min(amount, spendableCash + spendableBonus) : amount;
  const fromBonus = Math.min(bonus > 0 ? bonus : wanted, wanted, spendableBonus);
  const fromCash = wanted - fromBonus;
  if (fromCash > spendableCash || (bonus > 0 && !split && fromBonus < Math.min(bonus, wanted))) return null;
  return booked(wanted, ledgerEntries({ type: 'spend', cash: fromCash, bonus: fromBonus }));
}
