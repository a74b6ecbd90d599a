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

/** Throws `UpstreamError`; `onCreated` gets the id as soon as it is known, because something is to be released from then on. */
export async function openShell(
  client: Pick<UpstreamClient, 'post'>,
  document: SaleDocument,
  { id, useBalance }: { readonly id: string; readonly useBalance: boolean },
  onCreated: (upstream: string) => void,
): Promise<Shell> {
  const { create, sumCreated } = shellOf(document, id);
  const created = await client.post('/Smart/Transactions', create, `${id}.hold`);
  const { id: upstream, sum: seen } = seenSale(created);
  onCreated(upstream);
  if (seen !== null && seen !== sumCreated) throw unusable(`it holds ${seen} for a sale of ${sumCreated}`);
  const path = `/Smart/Transactions/${encodeURIComponent(upstream)}/preTransaction`;
  const answer = await client.post(path, useBalance ? null : { use_balance: false });
  const lines = linesOf(answer.bonus_products);
  const missing = Number(answer.missing_sum);
  const sum = sumCreated - lines.reduce((all, { amount }) => all + amount, 0);
  if (!Number.isSafeInteger(missing) || missing < 0 || missing > sum)
    throw unusable(`missing_sum is ${missing} of ${sum}`);
  return { upstream, lines, missing, booked: bookedOn(created) };
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

function bookedOn(created: Json): Balances | null {
  const idents = Array.isArray(created.idents) ? (created.idents as Json[]) : [];
  const card = idents.map(({ merchantcard }) => merchantcard as Json | undefined).find(found => found);
  const [cash, bonus, points] = [card?.cash_balance, card?.bonus_balance, card?.points].map(Number);
  const isRead = [cash, bonus, points].every(Number.isSafeInteger);
  return card && isRead ? { cash: cash ?? 0, bonus: bonus ?? 0, points: points ?? 0 } : null;
}

const unusable = (what: string): UpstreamError =>
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
