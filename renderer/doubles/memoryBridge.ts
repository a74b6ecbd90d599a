/** A bridge in memory for tests, with faults that a test can switch on. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { RunningPayment } from '../../main/wire/events.ts';
import type { CardAnswer, Terminal } from '../../main/wire/terminals.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { Unreachable } from '../bridge/errors.ts';
import { MemorySales } from './memorySales.ts';
import { refuse } from './refuse.ts';

type Call<Name extends keyof BridgeClient> = BridgeClient[Name];

/** Every call is a property, so that a test can replace it. */
export class MemoryBridge implements BridgeClient {
  readonly #sales = new MemorySales();
  readonly sales = this.#sales.sales;
  readonly cards = this.#sales.cards;

  set everybody(percent: number) {
    this.#sales.everybody = percent;
  }
  readonly articles = new Map<string, Article>();
  /** Every call that arrived, in order. */
  readonly calls: string[] = [];
  /** `away`: calls do not arrive. `mute`: calls arrive, their answers are lost. */
  fault: 'none' | 'away' | 'mute' = 'none';
  /** Outcome of the next card payments. */
  terminal: 'approve' | 'decline' | 'unclear' = 'approve';
  /** True when the terminal has a payment that can be stopped. */
  running = false;
  /** The payment at the terminal, as the view of the till contains it. */
  payment: RunningPayment | null = null;
  /** Other open payments of this till. */
  left: readonly RunningPayment[] = [];
  /** The terminal that the till works with. */
  workingAt: TillView['terminal'] = null;
  decision: TillView['decision'] = null;
  reason: TillView['reason'] = null;
  /** Paired terminals, and the card at their readers. */
  readonly known: Terminal[] = [];
  read: CardAnswer = { number: null, uid: null, lastFour: null, cardName: null };
  #onTill: string | null = null;
  /** Sales by the key under which they were created. */
  readonly #created = new Map<string, string>();
  #openCalls = 0;
  #mostCalls = 0;

  readonly onTill = (): string | null => this.#onTill;
  /** Largest number of calls that were open at the same time. */
  readonly busiest = (): number => this.#mostCalls;

  screen: Call<'screen'> = () => this.#over('screen', () => refuse(404));
  signIn: Call<'signIn'> = () => this.#over('signIn', () => refuse(401));
  resume: Call<'resume'> = () => this.#over('resume', () => null);
  signOut: Call<'signOut'> = () => this.#over('signOut', () => undefined);
  abort: Call<'abort'> = () => this.#over('abort', () => this.running);
  answer: Call<'answer'> = ({ question }) => this.#over('answer', () => this.#takeAnswer(question));
  decideLate: Call<'decideLate'> = (keep, transaction, about) =>
    this.#over(`${about}/${keep ? 'keep' : 'back'}`, () => this.#decideLate(keep, transaction, about));
  handOver: Call<'handOver'> = done => this.#over(`handOver/${done ? 'done' : 'failed'}`, () => undefined);
  slip: Call<'slip'> = () => this.#over('slip', () => ({ receipt: [], receipt_merchant: [] }));
  recover: Call<'recover'> = () => this.#over('recover', () => undefined);
  terminals: Call<'terminals'> = () => this.#over('terminals', () => ({ data: this.known }));
  readCard: Call<'readCard'> = () => this.#over('readCard', () => this.read);
  printReceipt: Call<'printReceipt'> = () => this.#over('printReceipt', () => undefined);
  approve: Call<'approve'> = () => this.#over('approve', () => refuse(403));
  adjustSale: Call<'adjustSale'> = () => this.#over('adjustSale', () => refuse(405));
  ask: Call<'ask'> = () => this.#over('ask', () => refuse(404));
  versioned: Call<'versioned'> = () => this.#over('versioned', () => refuse(404));
  file: Call<'file'> = () => this.#over('file', () => refuse(404));
  exchange: Call<'exchange'> = () => this.#over('exchange', () => refuse(404));
  follow: Call<'follow'> = () => this.#over('follow', () => undefined);
  till: Call<'till'> = () => this.#over('till', () => this.#view());
  showOnTill: Call<'showOnTill'> = (id, insteadOf) =>
    this.#over('showOnTill', () => {
      if (insteadOf === undefined || insteadOf === this.#onTill) this.#onTill = id;
      return this.#onTill;
    });
  catalogue: Call<'catalogue'> = () =>
    this.#over('catalogue', () => ({ version: '1', articles: [...this.articles.values()] }));
  article: Call<'article'> = code => this.#over('article', () => this.articles.get(code) ?? null);
  card: Call<'card'> = number => this.#over('card', () => this.cards.get(number) ?? null);
  voucher: Call<'voucher'> = () => this.#over('voucher', () => null);
  sale: Call<'sale'> = id => this.#over('sale', () => this.#sales.get(id));
  createSale: Call<'createSale'> = (input, key = String(this.#created.size)) =>
    this.#over('create', () => {
      const id = this.#created.get(key) ?? this.#sales.create(input, this.fault === 'none').id;
      this.#created.set(key, id);
      return this.#sales.get(id);
    });
  updateSale: Call<'updateSale'> = (id, input) =>
    this.#over('update', () => this.#sales.update(id, input, this.fault === 'none'));
  applyCard: Call<'applyCard'> = (id, useBalance) =>
    this.#over('applyCard', () => {
      const { basket, basket_info, outcome } = this.#sales.applyCard(id, useBalance);
      return { missing_sum: basket_info.missing_sum, bonus_products: basket.products.slice(-1), outcome };
    });
  start: Call<'start'> = (id, method, { terminal, amount_given: given, part }) =>
    this.#over(`start/${method}${part ? ` of ${part.amount}` : ''}${terminal ? ` at ${terminal}` : ''}`, () =>
      this.#sales.start(id, method, this.terminal, given, part?.amount),
    );
  payOut: Call<'payOut'> = id => this.#over('payOut', () => this.#sales.get(id));
  cashBack: Call<'cashBack'> = id => this.#over('cashBack', () => this.#sales.get(id));
  returnPart: Call<'returnPart'> = (id, part) =>
    this.#over(`return/${part}`, () => this.#sales.returnPart(id, part, this.terminal));
  writeOffPart: Call<'writeOffPart'> = (id, part) =>
    this.#over(`writeOff/${part}`, () => this.#sales.returnPart(id, part, this.terminal));
  decide: Call<'decide'> = (id, { paid: happened, reason }) =>
    this.#over(reason === '' ? 'decide' : `decide/${reason}`, () => {
      this.payment = null;
      this.decision = { happened, by: 'manager@shop', at: 0, evidence: null };
      return this.#sales.keep({ ...this.#sales.get(id), status: happened ? 'ok' : 'failed' });
    });
  decidePart: Call<'decidePart'> = (id, part) =>
    this.#over(`decidePart/${part}`, () => {
      this.payment = null;
      return this.#sales.keep({ ...this.#sales.get(id), status: 'processing' });
    });
  decideOperation: Call<'decideOperation'> = (_device, _id, { paid }) =>
    this.#over(`decideOperation/${paid}`, () => {
      this.payment = null;
    });
  cancelSale: Call<'cancelSale'> = id =>
    this.#over('cancel', () => this.#sales.keep({ ...this.#sales.get(id), status: 'cancelled' }));

  /** One call over the line: the call takes a moment, and the line may be bad. */
  async #over<T>(name: string, work: () => T): Promise<T> {
    this.#openCalls += 1;
    this.#mostCalls = Math.max(this.#mostCalls, this.#openCalls);
    try {
      await Promise.resolve();
      if (this.fault === 'away') throw new Unreachable('away');
      this.calls.push(name);
      const answer = structuredClone(work());
      if (this.fault === 'mute') throw new Unreachable('answer lost');
      return answer;
    } finally {
      this.#openCalls -= 1;
    }
  }

  /** A question is answered once, and only while the terminal waits. */
  #takeAnswer(question: string): void {
    if (this.payment?.question?.id !== question) refuse(405);
    this.payment = { ...this.payment!, step: 'prompt', question: null };
  }

  /** Keeps the payment, or takes it back with the outcome that the terminal has for every payment. */
  #decideLate(keep: boolean, transaction: string | null, about: string): void {
    const payment = this.payment ?? refuse(405);
    if (payment.step !== about || (transaction !== null && transaction !== payment.transaction)) refuse(405);
    if (!keep && this.terminal === 'decline') refuse(405);
    this.payment = !keep && this.terminal === 'unclear' ? { ...payment, kind: 'reversal', step: 'deciding' } : null;
    const sale = this.#sales.get(payment.transaction ?? '');
    if (keep) this.#sales.keep({ ...sale, status: 'ok' });
    else if (this.payment === null) this.#sales.keep({ ...sale, status: 'cancelled', receipt: [{ type: 'space' }] });
  }

  #openPayments(): RunningPayment[] {
    return [...this.left, ...(this.payment ? [this.payment] : [])].filter(
      ({ transaction, till, step }) =>
        (till === null || till.id === 'SDV_1') &&
        (transaction === null || transaction !== this.#onTill) &&
        ['late', 'signature', 'deciding', 'person'].includes(step),
    );
  }

  #view(): TillView {
    return {
      device: { id: 'SDV_1', description: 'Till' },
      transaction: this.#onTill === null ? null : this.#sales.get(this.#onTill),
      payment: this.payment,
      waiting: this.#openPayments(),
      decision: this.decision,
      reason: this.reason,
      terminal: this.workingAt,
      queue: {
        upstream: 'none',
        waiting: 0,
        parked: 0,
        oldest: null,
        targets: { upstream: null, office: null },
        cases: 0,
      },
      lastEventId: '0',
    };
  }
}
