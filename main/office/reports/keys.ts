/** The keys by which turnover is grouped: the expression of each, its order, and the name that people read. */
import { type Language, type Texts, texts } from './report.ts';

export const keyNames = [
  'day',
  'hour',
  'weekday',
  'store',
  'till',
  'cashier',
  'article',
  'group',
  'tax',
  'method',
] as const;
export type KeyName = (typeof keyNames)[number];

interface Key {
  /** The expression that rows follow; without it the greatest turnover comes first. */
  order?(table: string): string;
  /** `table`: the alias of the source. */
  sql(table: string): string;
  /** The column behind the expression, where grouping by it is cheaper. */
  group?(table: string): string;
  /** The name beside the key, aggregated; NULL where the key is its own name. */
  name(table: string): string;
}

const NO_NAME = () => 'NULL::text';

const keys: Readonly<Record<KeyName, Key>> = {
  day: {
    order: () => 'key',
    sql: table => `to_char(${table}.business_day, 'YYYY-MM-DD')`,
    group: table => `${table}.business_day`,
    name: NO_NAME,
  },
  hour: {
    order: () => 'key',
    sql: table => `to_char(${table}.hour, 'FM00')`,
    group: table => `${table}.hour`,
    name: NO_NAME,
  },
  weekday: {
    order: () => 'key',
    sql: table => `extract(isodow FROM ${table}.business_day)::integer::text`,
    name: NO_NAME,
  },
  store: {
    sql: table => `${table}.store`,
    name: table => `(SELECT store.name FROM store WHERE store.id = ${table}.store)`,
  },
  till: {
    sql: table => `${table}.till`,
    name: table => `(SELECT till.name FROM till WHERE till.id = ${table}.till)`,
  },
  cashier: {
    sql: table => `${table}.cashier`,
    name: NO_NAME,
  },
  article: {
    sql: table => `${table}.article`,
    name: table => `max(${table}.name)`,
  },
  group: {
    sql: table => `${table}.item_group`,
    name: table => `max(${table}.group_name)`,
  },
  tax: {
    order: table => `min(${table}.tax)`,
    sql: table => `${table}.tax::text`,
    name: NO_NAME,
  },
  method: {
    sql: table => `${table}.method`,
    name: NO_NAME,
  },
};

export const keyOf = (name: KeyName): Key => keys[name];

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
  debit: texts('Lastschrift', 'Direct debit'),
  invoice: texts('Rechnung', 'Invoice'),
  prepaid: texts('Vorkasse', 'Prepayment'),
  creditcard: texts('Kreditkarte', 'Credit card'),
};

const NOBODY = texts('ohne Namen', 'nobody named');
const NOTHING = texts('ohne Angabe', 'not named');

/** `name`: what the statement found beside the key. */
export function labelOf(by: KeyName, key: string, name: string | null, language: Language): string {
  switch (by) {
    case 'hour':
      return `${key}:00`;
    case 'weekday':
      return WEEKDAYS[Number(key) - 1]?.[language] ?? key;
    case 'tax':
      return `${key} %`;
    case 'method':
      return METHODS[key]?.[language] ?? key;
    case 'cashier':
      return key === '' ? NOBODY[language] : key;
    default:
      return name || key || NOTHING[language];
  }
}
