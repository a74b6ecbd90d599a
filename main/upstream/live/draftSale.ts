/** The draft of an open sale at the upstream service: created with card and basket, and preTransaction holds the card. */

import type { Balances } from '../../domain/loyalty.ts';
import { addUp } from '../../domain/money.ts';
import type { HeldLine } from '../../world/cardAuthority.ts';
import type { SaleDocument } from '../../world/sales.ts';
import type { Json, UpstreamClient } from '../client.ts';
import { foreignAnswer, networkFailure, UpstreamError } from '../failures.ts';
import { askedAgain, type OwnSale, ownSale } from '../ownAnswer.ts';
import { draftOf } from '../translation/sale.ts';

export interface DraftSale {
  /** Id at the service. */
  readonly upstream: string;
  readonly lines: readonly HeldLine[];
  readonly missing: number;
  /** As booked there before this sale; null without a card. */
  readonly booked: Balances | null;
}

/** How the opening stands; the caller ends it when its time is over. */
export interface DraftProgress {
  /** Known as soon as there is something to release. */
  upstream: string | null;
  /** Nobody waits any more: what is not sent yet is not sent. */
  isOver: boolean;
}

export interface DraftRequest {
  /** Mark and key of the draft. */
  readonly id: string;
  readonly useBalance: boolean;
  /** Typed for the card by its customer; null for none. */
  readonly passcode: string | null;
}

/** Nothing of an answer counts before it has shown that it is about this draft. Throws `UpstreamError`. */
export async function openDraft(
  client: Pick<UpstreamClient, 'get' | 'post'>,
  document: SaleDocument,
  { id, useBalance, passcode }: DraftRequest,
  progress: DraftProgress,
): Promise<DraftSale> {
  const { create, sumCreated, transactionRef } = draftOf(document, id, passcode);
  const own = { marker: document.id, draft: id, reference: transactionRef };
  const { created, upstream, sum: remote } = await createOwn(client, create, { ...own, key: `${id}.hold` });
  progress.upstream = upstream;
  if (remote !== null && remote !== sumCreated) throw unusable(`it holds ${remote} for a sale of ${sumCreated}`);
  if (progress.isOver) throw unusable('the answer came too late');
  const path = salePath(upstream);
  const ask = () => client.post(`${path}/preTransaction`, useBalance ? null : { use_balance: false });
  // A refusal names no sale either: it counts when it is said twice.
  const answer = await ask().catch(error => (refuses(error) ? ask() : Promise.reject(error)));
  const held = heldBy(answer, sumCreated);
  // The answer names no sale, so the sale itself has to say the same.
  const shown = await askedAgain(async () => ownSale(await client.get(path), { ...own, upstream }));
  const sum = sumCreated - addUp(held.lines.map(({ amount }) => amount));
  if ((shown.missing ?? held.missing) !== held.missing || (shown.sum ?? sum) !== sum) throw foreignAnswer();
  return { upstream, ...held, booked: bookedOn(created) };
}

const refuses = (error: unknown): boolean => error instanceof UpstreamError && error.kind === 'answered';

export const salePath = (upstream: string): string => `/Smart/Transactions/${encodeURIComponent(upstream)}`;

/** Creates a sale there under a key, so that it may be asked twice. Throws `UpstreamError`; without an answer of its own it is searched by its mark. */
export async function createOwn(
  client: Pick<UpstreamClient, 'post'>,
  create: object,
  { key, ...own }: Omit<OwnSale, 'upstream'> & { readonly key: string },
): Promise<{
  readonly created: Json;
  readonly upstream: string;
  readonly sum: number | null;
  readonly status: string;
}> {
  return askedAgain(async () => {
    const created = await client.post('/Smart/Transactions', create, key);
    const { id: upstream, sum, status } = ownSale(created, { ...own, upstream: null });
    return { created, upstream, sum, status };
  });
}

function heldBy(answer: Json, sumCreated: number): Pick<DraftSale, 'lines' | 'missing'> {
  const lines = linesOf(answer.bonus_products);
  const missing = typeof answer.missing_sum === 'boolean' ? Number.NaN : Number(answer.missing_sum ?? Number.NaN);
  const sum = sumCreated - addUp(lines.map(({ amount }) => amount));
  if (!Number.isSafeInteger(missing) || missing < 0 || missing > sum)
    throw unusable(`missing_sum is ${missing} of ${sum}`);
  return { lines, missing };
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

/** The balances of the card before the draft; null where the service does not say them. */
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
