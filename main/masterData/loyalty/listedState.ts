/** The state and the last day of a card or coupon in a list, in the words of the common systems. */
import { writtenDayIn } from '../../domain/writtenDay.ts';
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
