/**
 * Everything the bridge refuses, as one table: HTTP status, name and number on the wire, who has to mend it, whether money moved,
 * what the user reads, and cause and cure for developers. Status by the specification ("HTTP status of resource endpoints"), names
 * and numbers as existing clients know them. docs/errors.md says how an entry is added.
 */
import { accessErrors } from './errors/access.ts';
import { backOfficeErrors } from './errors/backOffice.ts';
import { cardsErrors } from './errors/cards.ts';
import { cashErrors } from './errors/cash.ts';
import type { ErrorEntry } from './errors/entry.ts';
import { paymentsErrors } from './errors/payments.ts';
import { requestsErrors } from './errors/requests.ts';
import { salesErrors } from './errors/sales.ts';
import { shopErrors } from './errors/shop.ts';
import { storageErrors } from './errors/storage.ts';
import { terminalsErrors } from './errors/terminals.ts';
import { type TokenErrorKey, tokenErrors } from './errors/token.ts';

export type { TokenErrorKey };

/** In the order of the published catalogue. The key is `error_code` on the wire and never changes. */
export const errorTables = {
  requests: requestsErrors,
  access: accessErrors,
  sales: salesErrors,
  cards: cardsErrors,
  terminals: terminalsErrors,
  payments: paymentsErrors,
  cash: cashErrors,
  shop: shopErrors,
  storage: storageErrors,
  backOffice: backOfficeErrors,
} as const;

export const errors = {
  ...requestsErrors,
  ...accessErrors,
  ...salesErrors,
  ...cardsErrors,
  ...terminalsErrors,
  ...paymentsErrors,
  ...cashErrors,
  ...shopErrors,
  ...storageErrors,
  ...backOfficeErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;

/** How often each number stands in the table. */
const uses = new Map<number, number>();
for (const { code } of Object.values(errors)) uses.set(code, (uses.get(code) ?? 0) + 1);

/** The anchor of an entry in the published catalogue: its number, and with a number of several entries the key as well. */
export const anchorOf = (key: ErrorKey): string => {
  const { code } = errors[key];
  return uses.get(code) === 1 ? String(code) : `${code}-${key}`;
};

/** A refusal by the table. `message` is `error_details`: what is wrong and where, for developers. */
export class BridgeError extends Error {
  readonly key: ErrorKey;
  /** Further members of the answer, for example the terminal's receipt of a declined payment. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** HTTP status in place of the row's: for faults that are rehearsed. */
  readonly http: number | null;
  /** Seconds after which it is worth trying again; null when nobody knows. */
  readonly retryAfter: number | null;

  constructor(
    key: ErrorKey,
    details: string,
    options: { cause?: unknown; extra?: Record<string, unknown>; http?: number; retryAfter?: number } = {},
  ) {
    super(details, { cause: options.cause });
    this.retryAfter = options.retryAfter ?? null;
    this.key = key;
    this.http = options.http ?? null;
    this.extra = options.extra ?? {};
  }
}

/** The disk refused to write the database: it is full, read-only or failing. */
export const isUnwritable = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test((error as { readonly code?: string } | null)?.code ?? '');

/** A refusal of the token endpoint. */
export class TokenRefusal extends Error {
  readonly key: TokenErrorKey;
  /** Seconds after which it is worth trying again; null when nobody knows. */
  readonly retryAfter: number | null;

  /** `details`: in the place of the description in the table. */
  constructor(key: TokenErrorKey, retryAfter: number | null = null, details?: string) {
    super(details ?? tokenErrors[key].description);
    this.key = key;
    this.retryAfter = retryAfter;
  }
}
