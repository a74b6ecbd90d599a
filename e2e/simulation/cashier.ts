/** The cashier: each act of a plan as a call to the till, and the answers that come back. */
import { flow } from '../../main/checkout/flow.ts';
import { runDayEnd } from '../../main/terminal/dayEnd/run.ts';
import type { Counter } from './counter.ts';
import type { Answer } from './judgeSales.ts';
import type { Act, Step } from './plan.ts';
import { cashier } from './till.ts';

const MOVES_NO_MONEY: ReadonlySet<Act> = new Set(['dayEnd', 'restart', 'giveUp']);

export class Cashier {
  readonly answers: Answer[] = [];
  readonly sales: { readonly id: string; readonly amount: number }[] = [];
  /** Calls that move money. */
  calls = 0;
  readonly #counter: Counter;

  constructor(counter: Counter) {
    this.#counter = counter;
    counter.published = (_kind, event) => {
      for (const answer of this.answers) if ('id' in event && answer.sale === event.id) answer.isOutdated = true;
    };
  }

  async act({ act, amount }: Step): Promise<void> {
    this.#counter.say(`cashier ${act} ${amount}`);
    this.calls += MOVES_NO_MONEY.has(act) ? 0 : 1;
    const last = this.sales.at(-1);
    const operate = (input: Parameters<typeof flow.operate>[3]) =>
      this.#counter.call(act, ({ world, slot }) => flow.operate(world, cashier, slot, input));
    if (act === 'pay' || act === 'split') return this.#pay(amount, act === 'split' ? Math.ceil(amount / 2) : null);
    if (act === 'restart') return this.#counter.restart(true, 5);
    if (act === 'giveUp')
      return void (last && (await this.#counter.call(act, ({ world }) => flow.abort(world, cashier, last.id))));
    if (act === 'retry') return last ? this.#takeCard(last.id, null) : this.#pay(amount, null);
    if (act === 'cancel')
      return void (last && (await this.#counter.call(act, ({ world }) => flow.cancel(world, cashier, last.id))));
    if (act === 'refund') return void (await operate({ do: 'refund', amount }));
    if (act === 'preAuthorise') return void (await operate({ do: 'preAuthorisation', amount }));
    if (act === 'dayEnd') return this.closeDay();
    const kind = act === 'tip' ? 'payment' : 'preAuthorisation';
    const till = await this.#counter.running();
    const meant = this.#counter
      .intents()
      .findLast(one => one.kind === kind && one.state === 'approved' && one.facts?.receiptNumber !== undefined);
    if (!meant || till !== this.#counter.till) return;
    const receipt = meant.facts!.receiptNumber!;
    if (act === 'tip') await operate({ do: 'tip', amount: Math.min(amount, 150), receipt_number: receipt });
    if (act === 'book')
      await operate({ do: 'booking', amount: Math.min(amount, meant.amount), receipt_number: receipt });
    if (act === 'release') await operate({ do: 'release', receipt_number: receipt });
  }

  async closeDay(): Promise<void> {
    await this.#counter.call('dayEnd', ({ world, slot }) =>
      runDayEnd(world, slot, { principal: cashier, wire: false }),
    );
  }

  async #pay(amount: number, part: number | null): Promise<void> {
    const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
    const made = await this.#counter.call('create', ({ world }) =>
      flow.create(world, cashier, { basket: { products: [product] } }),
    );
    if (!made) return;
    this.sales.push({ id: made.id, amount });
    await this.#takeCard(made.id, part);
  }

  /** `part`: by card; the rest is left to a later step. */
  async #takeCard(id: string, part: number | null): Promise<void> {
    const body = part === null ? {} : { part: { amount: part } };
    const answer = await this.#counter.call('start', ({ world }) => flow.start(world, cashier, id, 'cashless', body));
    const till = await this.#counter.running();
    const outcome = till.world.ledger.sale(cashier.merchant, id)?.document.outcome;
    this.#counter.say(
      `sale ${id.slice(4, 10)} ${answer ? 'answered' : 'not answered'} ${outcome?.result} ${outcome?.final}`,
    );
    if (outcome) this.answers.push({ sale: id, result: outcome.result, isFinal: outcome.final, isOutdated: false });
  }
}
