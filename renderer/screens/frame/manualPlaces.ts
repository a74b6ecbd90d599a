/** The page of the manual for each screen and page; a dialog names its own, or has that of its page. */
import type { ManualPageId } from '../../../main/wire/manual.ts';
import type { Page } from '../../stores/managerPage.ts';
import type { Screen } from '../../stores/till.ts';

export const MANUAL_OF_SCREEN = {
  till: 'sell',
  payment: 'pay-card',
  question: 'pay-card',
  handOver: 'pay-card',
  unknown: 'not-known-yet',
  late: 'not-known-yet',
  signature: 'pay-card',
  declined: 'card-declined',
  partlyReversed: 'receipts',
  receipt: 'receipts',
} as const satisfies Record<Screen, ManualPageId>;

export const MANUAL_OF_PAGE = {
  sales: 'receipts',
  cash: 'count',
  closing: 'day-end',
  dayEnd: 'terminal-day-end',
  printers: 'printers',
  terminals: 'terminals',
  operations: 'pre-authorisation',
  queue: 'transfer',
  reports: 'reports',
  loyalty: 'loyalty-programme',
  people: 'people',
  audit: 'changes',
  backups: 'backup',
  doubts: 'clock-in-doubt',
  articles: 'new-article',
  import: 'import',
  tiles: 'tiles',
  shop: 'set-up',
  manage: 'sign-in',
} as const satisfies Record<Page, ManualPageId>;

/** Nobody is signed in: the sign-in, or the first run where the shop waits for it. */
export const manualOfStart = (isWaiting: boolean): ManualPageId => (isWaiting ? 'set-up' : 'sign-in');
