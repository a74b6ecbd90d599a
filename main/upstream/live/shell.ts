/** The shell of an open sale at the upstream service: created with card and basket, and preTransaction holds the card. */

import type { Balances } from '../../domain/loyalty.ts';
import type { HeldLine } from '../../world/cardAuthority.ts';
import type { SaleDocument } from '../../world/sales.ts';
import type { Json, UpstreamClient } from '../client.ts';
import { networkFailure, UpstreamError } from '../failures.ts';
import { seenSale } from '../seen.ts';
import { shellOf } from '../translation/sale.ts';

export interface Shell {
  /** Id at the service. */
  readonly upstream: string;
  readonly lines: readonly HeldLine[];
  readonly missing: number;
  /** As booked there before this sale; null without a card. */
  readonly booked: Balances | null;
}

/** How the opening stands; the caller ends it when its time is over. */
export interface ShellProgress {
  /** Known as soon as there is something to release. */
  upstream: string | null;
  /** Nobody waits any more: what is not sent yet is not sent. */
  isOver: boolean;
}

export interface ShellQuestion {
  /** Mark and key of the shell. */
  readonly id: string;
  readonly useBalance: boolean;
  /** Typed for the card by its customer; null for none. */
  readonly passcode: string | null;
}

/** Throws `UpstreamError`. */
export async function openShell(
  client: Pick<UpstreamClient, 'post'>,
  document: SaleDocument,
  { id, useBalance, passcode }: ShellQuestion,
  progress: ShellProgress,
): Promise<Shell> {
  const { create, sumCreated } = shellOf(document, id, passcode);
  const created = await client.post('/Smart/Transactions', create, `${id}.hold`);
  const upstream = createdId(created);
  progress.upstream = upstream;
  const { sum: seen } = seenSale(created);
  if (seen !== null && seen !== sumCreated) throw unusable(`it holds ${seen} for a sale of ${sumCreated}`);
  if (progress.isOver) throw unusable('the answer came too late');
  const path = `/Smart/Transactions/${encodeURIComponent(upstream)}/preTransaction`;
  const answer = await client.post(path, useBalance ? null : { use_balance: false });
  const lines = linesOf(answer.bonus_products);
  const missing = typeof answer.missing_sum === 'boolean' ? Number.NaN : Number(answer.missing_sum ?? Number.NaN);
  const sum = sumCreated - lines.reduce((all, { amount }) => all + amount, 0);
  if (!Number.isSafeInteger(missing) || missing < 0 || missing > sum)
    throw unusable(`missing_sum is ${missing} of ${sum}`);
  return { upstream, lines, missing, booked: bookedOn(created) };
}

/** The id of what was created; without one it is searched by its mark. Throws `UpstreamError`. */
export function createdId({ id }: Json): string {
  if (typeof id === 'string' && id !== '') return id;
  throw unusable('it names no id');
}

function linesOf(value: unknown): readonly HeldLine[] {
  const lines = Array.isArray(value) ? (value as Json[]) : [];
  return lines.map(({ articleNumber, desc, tax, quantity = 1, priceOne }) => {
    const amount = 0 - Number(quantity) * Number(priceOne);
    if (!Number.isSafeInteger(amount) || amount <= 0) throw unusable(`a line of bonus_products costs ${priceOne}`);
    const source = typeof articleNumber === 'string' && articleNumber !== '' ? articleNumber : 'upstream';
    return { source, desc: typeof desc === 'string' ? desc : '', tax: Number(tax) || 0, amount };
  });
}

/** The balances of the card before the shell; null where the service does not say them. */
export function bookedOn(created: Json): Balances | null {
  const idents = Array.isArray(created.idents) ? (created.idents as Json[]) : [];
  const card = idents.map(({ merchantcard }) => merchantcard as Json | undefined).find(found => found);
  const [cash, bonus, points] = [card?.cash_balance, card?.bonus_balance, card?.points].map(Number);
  const isRead = [cash, bonus, points].every(Number.isSafeInteger);
  return card && isRead ? { cash: cash ?? 0, bonus: bonus ?? 0, points: points ?? 0 } : null;
}

export const unusable = (what: string): UpstreamError =>
  new UpstreamError({
    kind: 'answered',
    name: 'Tillbridge',
    texts: {
      de: `Die Antwort des Dienstes passt nicht zum Verkauf: ${what}.`,
      en: `The answer of the service does not fit the sale: ${what}.`,
    },
  });

/** The result of `work`, or the failure of a service that has not answered when `ms` are over. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(networkFailure(new DOMException('', 'TimeoutError'))), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
