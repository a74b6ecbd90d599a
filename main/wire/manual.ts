/** The manual: its pages in the order of reading, and their shapes. The texts are `assets/manual/{de,en}/PAGE.md`. */

/** By part: the counter, the management, and trouble. */
export const MANUAL = {
  counter: [
    'sign-in',
    'sell',
    'discount',
    'loyalty-card',
    'pay-card',
    'pay-cash',
    'pay-parts',
    'wrong-tender',
    'tips',
    'voucher',
    'deposit',
    'park',
    'receipts',
    'return',
    'exchange',
    'pre-authorisation',
    'count',
    'keys',
  ],
  management: [
    'set-up',
    'day-end',
    'terminal-day-end',
    'reports',
    'new-article',
    'tiles',
    'price-change',
    'import',
    'loyalty-programme',
    'people',
    'terminals',
    'printers',
    'customer-display',
    'transfer',
    'backup',
    'changes',
    'training',
  ],
  trouble: [
    'card-declined',
    'not-known-yet',
    'charged-twice',
    'terminal-away',
    'printer-silent',
    'red-light',
    'power-cut',
    'office-away',
    'clock-in-doubt',
  ],
} as const;

export type ManualPart = keyof typeof MANUAL;
export type ManualPageId = (typeof MANUAL)[ManualPart][number];

/** A page in one language. */
export interface ManualPage {
  readonly id: ManualPageId;
  readonly part: ManualPart;
  readonly title: string;
  /** HTML without the title, made by this bridge from its own files. */
  readonly markup: string;
  /** The text without any mark, for a search. */
  readonly text: string;
}

export interface Manual {
  readonly pages: readonly ManualPage[];
}
