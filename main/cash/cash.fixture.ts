/** Cash for tests: counts by their sum, and the calls of the cash book. */
import { type Client, ok } from '../doubles/bridge.fixture.ts';
import type { CashMovement, CountAnswer, CurrentShift, ExpectedCash } from '../wire/cash.ts';
import type { DayClose, ZReport } from '../wire/zReports.ts';

const EUR = [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];

/** The fewest notes and coins that make the sum; those that are not needed are counted with 0. */
export function piecesOf(sum: number) {
  let rest = sum;
  return EUR.map(value => {
    const pieces = Math.floor(rest / value);
    rest -= pieces * value;
    return { value, pieces };
  });
}

export interface Refusal {
  readonly code: number;
  readonly error_details: string;
}

export const cashOf = (client: Client) => {
  const call = <T>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    client.ask<T & Refusal>(method, `/bridge/v1/${path}`, { ...(body === undefined ? {} : { body }), headers });
  return {
    call,
    current: async () => ok(await call<CurrentShift>('GET', 'shifts/current')),
    expected: async () => ok(await call<ExpectedCash>('GET', 'cash-movements/expected')).expected,
    open: async (sum: number) => ok(await call<CountAnswer>('POST', 'shifts', { pieces: piecesOf(sum) })),
    close: async (id: string, sum: number) =>
      ok(await call<CountAnswer>('POST', `shifts/${id}/close`, { pieces: piecesOf(sum) })),
    move: async (kind: string, direction: 'in' | 'out', amount: number) =>
      ok(await call<CashMovement>('POST', 'cash-movements', { kind, direction, amount, reason: 'for a test' })),
    next: async () => ok(await call<DayClose>('GET', 'z-reports/next')),
    x: async () => ok(await call<ZReport>('GET', 'z-reports/interim')),
    z: async (input: object = {}) => ok(await call<ZReport>('POST', 'z-reports', input)),
  };
};
