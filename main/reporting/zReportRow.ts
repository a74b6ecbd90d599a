/** A Z report of a till as a row of the report of cash: what its drawer should have held, what was counted, and the difference. */
import { isJsonObject } from '../domain/jsonObject.ts';
import { isAmount } from '../domain/money.ts';

/** From the facts of its record; what they do not hold is null. */
export function zReportFigures(facts: Readonly<Record<string, unknown>>) {
  const cash = isJsonObject(facts.cash) ? facts.cash : {};
  const turnover = isJsonObject(facts.turnover) ? facts.turnover : {};
  const amount = (value: unknown): number | null => (isAmount(value) ? value : null);
  const difference = amount(cash.difference);
  return {
    turnover: amount(turnover.gross),
    sales: amount(cash.sales),
    expected: amount(cash.expected),
    counted: amount(cash.counted),
    difference,
    openings: Array.isArray(facts.drawer_openings) ? facts.drawer_openings.length : null,
    state: difference === null || difference === 0 ? 'agrees' : 'differs',
    number: amount(facts.number),
    name: typeof facts.till_name === 'string' ? facts.till_name : '',
  };
}
