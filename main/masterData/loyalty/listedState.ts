/** The state and the last day of a card or coupon in a list, in the words of the common systems. */
import { NO, YES } from '../csvFile.ts';

export const LAST_DAY_NAMES = ['gultig_bis', 'ablaufdatum', 'expiry_date', 'expires', 'valid_until', 'expiration_date'];
export const FOREIGN_LAST_DAYS = [
  ...[
    'date_expires',
    'expires_at',
    'expires_on',
    'expire_date',
    'expiration',
    'expiry',
    'end_date',
    'ends_at',
    'valid_thru',
  ],
  ...[
    'ablauf',
    'lauft_ab',
    'gueltig_bis',
    'gultigkeit',
    'enddatum',
    'valid_to',
    'verfallsdatum',
    'verfallt_am',
    'verfall',
  ],
];
export const FOREIGN_STATES = [
  ...[
    'card_status',
    'gift_card_status',
    'kartenstatus',
    'lock_status',
    'zustand',
    'enabled',
    'active',
    'aktiv',
    'is_active',
  ],
  ...['gesperrt', 'locked', 'disabled', 'blocked', 'deactivated'],
];

export interface ListedState {
  readonly stock: 'active' | 'stored' | 'inactive';
  /** The reason of the lock, of `lockReasons`, or null for none; undefined: it is not locked. */
  readonly lock?: number | null;
  readonly isUsed?: true;
}

/** Our words first: the export writes them. */
const STATES: readonly { readonly words: RegExp; readonly state: ListedState }[] = [
  {
    words:
      /^(|active|activated|aktiv|enabled|open|offen|valid|g(ü|ue)ltig|unlocked|issued|ausgegeben|sold|verkauft|sent|published|publish|unused|partially (used|redeemed)|teileingel(ö|oe)st)$/i,
    state: { stock: 'active' },
  },
  {
    words:
      /^(stored|pending|not activated|nicht aktiviert|im lager|lager|stock|draft|entwurf|not issued|nicht ausgegeben)$/i,
    state: { stock: 'stored' },
  },
  { words: /^(inactive|inaktiv|suspended|archived|archiviert)$/i, state: { stock: 'inactive' } },
  {
    words:
      /^(locked|gesperrt|lock|blocked|blockiert|disabled|deaktiviert|deactivated|cancell?ed|storniert|void|voided|transferred|refunded|closed)$/i,
    state: { stock: 'active', lock: null },
  },
  { words: /^(lost|verloren|stolen|gestohlen)$/i, state: { stock: 'active', lock: 1 } },
  { words: /^(defect|defekt|damaged|besch(ä|ae)digt)$/i, state: { stock: 'active', lock: 2 } },
  { words: /^(claims|forderungen)$/i, state: { stock: 'active', lock: 3 } },
  { words: /^(expired|abgelaufen|verfallen)$/i, state: { stock: 'active', lock: 6 } },
  {
    words: /^(redeemed|eingel(ö|oe)st|used|verbraucht|fully (used|redeemed)|complete|completed|empty|leer)$/i,
    state: { stock: 'active', isUsed: true },
  },
];

/** Null for a word that is none. Two words are a card of the stock that is locked. */
export function readState(text: string): ListedState | null {
  const plain = text.trim().replaceAll('_', ' ');
  const found = STATES.find(({ words }) => words.test(plain))?.state;
  if (found) return found;
  const [stock = '', ...rest] = plain.split(/\s*[,+]\s*/);
  const [one, other] = [readWord(stock), readWord(rest.join(' '))];
  return rest.length > 0 && one && other ? { ...one, ...other, stock: one.stock } : null;
}

const readWord = (text: string): ListedState | undefined => STATES.find(({ words }) => words.test(text))?.state;

const LOCK_WORDS: Readonly<Record<number, string>> = { 1: 'lost', 2: 'defect', 3: 'claims', 6: 'expired' };

/** The words by which `readState` knows the state again. */
export function stateWords(stock: ListedState['stock'], lock: number | null | undefined): string {
  if (lock === undefined) return stock;
  const word = LOCK_WORDS[lock ?? 0] ?? 'locked';
  return stock === 'active' ? word : `${stock}, ${word}`;
}

/** Yes below `Enabled` is open, and below `Locked` it is locked. */
export function stateBelow(head: string, cell: string): string {
  if (!YES.test(cell) && !NO.test(cell)) return cell;
  const isYes = YES.test(cell);
  if (/^(?:enabled|active|aktiv|is_active)$/i.test(head)) return isYes || cell === '' ? 'active' : 'locked';
  if (/^(?:gesperrt|locked|disabled|blocked|deactivated)$/i.test(head)) return isYes ? 'locked' : 'active';
  return cell === '0' || cell === '1' ? (isYes ? 'active' : 'locked') : cell;
}

/** YYYY-MM-DD; null: none, or a problem that was noted. */
export function lastDayIn(text: string, problem: (column: string, de: string, en: string) => void): string | null {
  const isEmpty = text === '' || /^(?:never|nie|unbegrenzt|unlimited|none|-|–|—|n\/a)$/i.test(text);
  const day = isEmpty ? null : writtenDayIn(text);
  if (!isEmpty && day === null)
    problem(
      'valid_to',
      `${text} ist kein Tag, oder es könnten zwei sein (zum Beispiel 2027-12-31).`,
      `${text} is no day, or could be two (for example 2027-12-31).`,
    );
  return day;
}

const MONTHS = ['jan', 'feb', 'm[aä]r', 'apr', 'ma[iy]', 'jun', 'jul', 'aug', 'sep', 'o[kc]t', 'nov', 'de[zc]'];
const monthOf = (name: string): number => 1 + MONTHS.findIndex(month => new RegExp(`^${month}`, 'i').test(name));

/** Days of a spreadsheet count from here; the first and the last one that a list can mean, of the years 2000 and 2100. */
const FIRST_OF_SPREADSHEET = Date.UTC(1899, 11, 30);
const [SERIAL_FROM, SERIAL_TO] = [36_526, 73_050];
const DAY_MS = 86_400_000;

/**
 * `2026-12-31`, `20261231`, `31.12.2026`, `31/12/26`, `12/31/2026`, `31. Dez. 2026`, `Dec 31, 2026`, `46387` of a spreadsheet, each with or without a
 * time, as YYYY-MM-DD; null for what is no day, or could be two of them.
 */
function writtenDayIn(text: string): string | null {
  const named = /^(\d{1,2})\.?\s*([a-zä]{3,9})\.?,?\s*(\d{4})\b/i.exec(text.trim());
  if (named) return dayFrom(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1]));
  const american = /^([a-zä]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i.exec(text.trim());
  if (american) return dayFrom(Number(american[3]), monthOf(american[1] ?? ''), Number(american[2]));
  const [date = ''] = text.trim().split(/[T\s]+/);
  if (/^\d{5}(?:[.,]\d+)?$/.test(date)) return serialDay(Number.parseInt(date, 10));
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (iso && (iso[2] !== '' || date.length === 8)) return dayFrom(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const own = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date);
  return own ? shortDay(Number(own[1]), own[2] ?? '', Number(own[3]), own[4] ?? '') : null;
}

function serialDay(serial: number): string | null {
  if (serial < SERIAL_FROM || serial > SERIAL_TO) return null;
  return new Date(FIRST_OF_SPREADSHEET + serial * DAY_MS).toISOString().slice(0, 10);
}

/** With points the day stands first everywhere; with slashes an American month may. */
function shortDay(first: number, sign: string, second: number, written: string): string | null {
  const year = Number(written) + (written.length === 2 ? 2000 : 0);
  if (sign !== '/' || first === second) return dayFrom(year, second, first);
  const [european, american] = [dayFrom(year, second, first), dayFrom(year, first, second)];
  return european !== null && american !== null ? null : (european ?? american);
}

function dayFrom(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
