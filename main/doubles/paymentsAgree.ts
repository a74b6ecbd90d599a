/** The payments of a sale against its outcome: what is paid adds up, and every attempt has one entry. */
import { expect } from 'vitest';
import type { SmartTransaction } from '../wire/transactions.ts';

type Shown = Pick<SmartTransaction, 'id' | 'outcome' | 'payments' | 'parts'>;

const isSale = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && 'payments' in value && 'outcome' in value && 'basket_info' in value;

/** For a sale, or for the sales of a list, in any answer of the API. Holds nothing about any other value. */
export function expectPaymentsAgree(answer: unknown): void {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  for (const one of Array.isArray(data) ? [answer, ...data] : [answer]) if (isSale(one)) agree(one);
}

function agree({ id, outcome, payments = [], parts = [] }: Shown): void {
  const paid = payments
    .filter(({ status }) => status === 'paid')
    .reduce((sum, { amount, tip = 0 }) => sum + amount + tip, 0);
  if (outcome.paid !== null) expect(paid, `payments of ${id}: ${JSON.stringify(payments)}`).toBe(outcome.paid);
  expect(new Set(payments.map(payment => payment.id)).size, `ids of the payments of ${id}`).toBe(payments.length);
  const inParts = payments.flatMap(({ part }) => part ?? []);
  expect(inParts.toSorted(), `parts of ${id}`).toEqual(parts.map(part => part.id).toSorted());
  for (const { card } of payments) if (card?.last_four) expect(card.last_four).toMatch(/^\d{1,4}$/);
}
