/**
 * Set-up for tests of payments at the acquirer: instruments of the published test data, the challenge page, the books.
 */
import { expect } from 'vitest';
import type { TestBridge } from '../doubles/bridge.fixture.ts';

export const IBAN = 'DE89370400440532013000';

export const payer = { contact: { forename: 'Erika', surname: 'Muster' } };
export const account = {
  container: { type: 'bank_account', private: { iban: IBAN, owner: 'Erika Muster' } },
  customer: payer,
};

/** A card as the card page hands it over; the last four digits choose its behaviour. */
export const card = (last4 = '1111', more: object = {}) => ({
  container: {
    type: 'credit_card',
    private: { owner: 'Erika Muster', pan: `XXXXXXXXXXXX${last4}`, issuer: 'visa', ...more },
  },
});

export interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_details: string;
}

/** Answers the challenge page at `iframe_url`; returns the address that the payer is sent to. */
export async function answerChallenge(
  iframeUrl: string | undefined,
  answer: 'accept' | 'refuse',
): Promise<string | null> {
  expect(iframeUrl).toBeTruthy();
  const response = await fetch(String(iframeUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer }),
  });
  expect(response.status).toBe(303);
  return response.headers.get('location');
}

/** Bookings of the acquirer for payments of sales, oldest first. */
export const acquirerBookings = (bridge: TestBridge, ...kinds: readonly string[]) =>
  bridge
    .rows<{ kind: string; amount: number }>(
      `SELECT b.kind, b.amount FROM acquirer_book b
       JOIN payment_transaction p ON p.inner ->> '$.key' = b.original AND p.inner ->> '$.order.sale' IS NOT NULL
       WHERE b.answer ->> '$.approved' = 1 ORDER BY b.number`,
    )
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, amount }) => ({ kind, amount }));

/** Address and object of every queued push, oldest first. */
export const queuedPushes = (bridge: TestBridge) =>
  bridge.rows<{ url: string; target: string; type: string; id: string }>(
    `SELECT url, document ->> '$.target' AS target, document ->> '$.type' AS type, query_object AS id
     FROM push ORDER BY number`,
  );
