/** Labels for the key of a row. */

import type { Language } from '../domain/money.ts';
import { formatRate } from '../domain/tax.ts';
import type { Texts } from '../domain/texts.ts';
import { texts } from './declarations.ts';

const WEEKDAYS: readonly Texts[] = [
  texts('Montag', 'Monday'),
  texts('Dienstag', 'Tuesday'),
  texts('Mittwoch', 'Wednesday'),
  texts('Donnerstag', 'Thursday'),
  texts('Freitag', 'Friday'),
  texts('Samstag', 'Saturday'),
  texts('Sonntag', 'Sunday'),
];

const METHODS: Readonly<Record<string, Texts>> = {
  cash: texts('Bar', 'Cash'),
  cashless: texts('Karte', 'Card'),
  cashless_direct: texts('Karte (anderes Terminal)', 'Card (another terminal)'),
  loyalty: texts('Kundenkarte', 'Loyalty card'),
  voucher: texts('Gutschein', 'Voucher'),
  foreign_voucher: texts('Fremder Gutschein', 'Voucher of somebody else'),
  rounding: texts('Rundung', 'Rounding'),
  demo: texts('Demo', 'Demo'),
  ccload: texts('Kreditkarte', 'Credit card'),
  sofort: texts('Sofort', 'Sofort'),
  easycredit: texts('Ratenkauf', 'Instalments'),
  debit: texts('Lastschrift', 'Direct debit'),
  invoice: texts('Rechnung', 'Invoice'),
  prepaid: texts('Vorkasse', 'Prepayment'),
  creditcard: texts('Kreditkarte', 'Credit card'),
  paypal: texts('PayPal', 'PayPal'),
  applepay: texts('Apple Pay', 'Apple Pay'),
  googlepay: texts('Google Pay', 'Google Pay'),
  twint: texts('TWINT', 'TWINT'),
};

const TERMINAL_STATES: Readonly<Record<string, Texts>> = {
  ready: texts('bereit', 'ready'),
  busy: texts('beschäftigt', 'busy'),
  offline: texts('nicht erreichbar', 'not reachable'),
  connecting: texts('verbindet sich', 'connecting'),
  closed: texts('abgeschaltet', 'switched off'),
};

const EVENTS: Readonly<Record<string, Texts>> = {
  closed: texts('abgeschlossen', 'closed'),
  cancelled: texts('storniert', 'cancelled'),
  delivered: texts('ausgegeben', 'handed out'),
  unknown: texts('Ausgang unklar', 'result unknown'),
  notPaid: texts('doch nicht bezahlt', 'not paid after all'),
  notReversed: texts('doch nicht zurückgenommen', 'not reversed after all'),
};

/** An event of a sale in words; one that nobody knows stays as it is. */
export const eventLabel = (event: string, language: Language): string => EVENTS[event]?.[language] ?? event;

/** The state of a terminal in words; one that nobody knows stays as it is. */
export const terminalStateText = (state: string, language: Language): string =>
  TERMINAL_STATES[state]?.[language] ?? state;

const NOBODY = texts('ohne Namen', 'nobody named');
const NOTHING = texts('ohne Angabe', 'not named');

const NO_CAMPAIGN = texts('ohne Aktion', 'no campaign');
const NO_TURNOVER = texts('kein Umsatz (Aufladungen, Trinkgelder)', 'no turnover (top-ups, tips)');

/** The key of the row that says how much of the payments is no turnover. */
export const noTurnover = 'noTurnover';

/** `name`: what the records or the statement name beside the key; null where the key is its own name. */
export function labelOf(by: string, key: string, name: string | null, language: Language): string {
  switch (by) {
    case 'hour':
      return `${key}:00`;
    case 'weekday':
      return WEEKDAYS[Number(key) - 1]?.[language] ?? key;
    case 'month':
      return monthLabel(key, language);
    case 'tax':
      return `${formatRate(Number(key), language)} %`;
    case 'method':
      return (key === noTurnover ? NO_TURNOVER : METHODS[key])?.[language] ?? key;
    case 'cashier':
      return key === '' ? NOBODY[language] : key;
    case 'campaign':
      return name || key || NO_CAMPAIGN[language];
    default:
      return name || key || NOTHING[language];
  }
}

/** `key`: `YYYY-MM`. */
const monthLabel = (key: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${key}-01T00:00:00Z`));
