/** One sale at the register under test, and the comparison of what register, bridge and terminal say of it in the end. */
import type { Booking } from '../../drivers/simulator/zvt/engine/booking.ts';
import type { Counter, SaleFacts } from './counter.ts';
import type { Register, Result, SaleOrder } from './register.ts';
import { until } from './until.ts';

export interface Scene {
  readonly counter: Counter;
  readonly register: Register;
  readonly order: SaleOrder;
  /** The longest that anything may take, ms. */
  readonly limit: number;
  /** Duties that the register has broken so far, as sentences. */
  readonly findings: string[];
  /** The cashier takes the money by card; checks that the register knows no more than the bridge does. */
  sell(): Promise<Result>;
  /** Waits until the terminal works on a payment of this sale, or has finished one; false where none arrives in time. */
  atTheTerminal(): Promise<boolean>;
  /** The payments of this scene that the terminal has charged and not given back. */
  charged(): readonly Booking[];
  /** Waits until the bridge knows for sure, and compares. `charges`: how often the customer is charged in the end. */
  expect(result: Result, charges: 0 | 1): Promise<void>;
  sales(): Promise<readonly SaleFacts[]>;
}

export function openScene(counter: Counter, register: Register, order: SaleOrder, limit: number): Scene {
  const findings: string[] = [];
  const { terminal } = counter;
  const earlier = terminal.memory.bookings.length;
  const authorisations = terminal.authorisationsReceived;
  const sales = () => counter.sales(order.reference);
  const charged = () =>
    terminal.memory.bookings
      .slice(earlier)
      .filter(({ kind, state }) => kind === 'payment' && (state === 'kept' || state === 'pending'));

  async function sell(): Promise<Result> {
    const result = await register.sell(order);
    const known = await sales();
    if (result === 'paid' && !known.some(({ outcome }) => outcome.result === 'paid'))
      findings.push('the register said paid before the bridge did');
    if (result === 'not_paid' && known.some(({ outcome }) => outcome.result === 'unknown'))
      findings.push('the register said not paid while nobody knew');
    return result;
  }

  async function expect(result: Result, charges: 0 | 1): Promise<void> {
    const sure = await until(async () => ((await sales()).every(isSettled) ? true : null), limit);
    if (sure === null) findings.push(`the sale was left open at the bridge: ${statesOf(await sales())}`);
    const reached = await until(
      async () => ((await register.state(order.reference)) === result ? result : null),
      sure === null ? 0 : limit,
    );
    if (reached === null)
      findings.push(
        `the register says ${await register.state(order.reference)}, and the sale is ${result} (bridge: ${statesOf(await sales())})`,
      );
    const times = charged().length;
    if (times !== charges) findings.push(`the customer was charged ${times} times instead of ${charges}`);
    const wrong = charged().filter(({ amount }) => amount !== order.amount);
    for (const { amount } of wrong) findings.push(`the customer was charged ${amount} instead of ${order.amount}`);
    if (charges === 1 && (await sales()).length === 0)
      findings.push(`no sale at the bridge has the transactionRef ${order.reference}`);
  }

  return {
    counter,
    register,
    order,
    limit,
    findings,
    sell,
    sales,
    charged,
    expect,
    atTheTerminal: async () =>
      (await until(() => (terminal.authorisationsReceived > authorisations ? true : null), limit)) !== null,
  };
}

/** Paid, not paid, or opened and never paid: nothing moves any more. */
const isSettled = ({ outcome, status }: SaleFacts) =>
  outcome.result !== 'unknown' && status !== 'pending' && status !== 'processing';

const statesOf = (sales: readonly SaleFacts[]) =>
  sales.map(({ status, outcome }) => `${status}, ${outcome.result}`).join('; ') || 'no sale';
