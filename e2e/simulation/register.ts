/**
 * A cash register that sells over the HTTP API of the till. Its requests and answers get lost or arrive late; it repeats with the same
 * key, or asks and then takes a new one, and believes what `outcome` says.
 */
import type { SaleOutcome } from '../../main/domain/saleOutcome.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { errors } from '../../main/world/errors.ts';
import { Cashier } from './cashier.ts';
import { now, pause } from './clock.ts';
import type { Counter } from './counter.ts';
import { type Door, openDoor } from './door.ts';
import type { Act, Step } from './plan.ts';
import type { Random } from './random.ts';
import { cashier, type Till } from './till.ts';

/** Becomes of a request: it never arrives, arrives when nobody waits for it any more, or its answer gets lost. */
type Trouble = 'request' | 'late' | 'answer' | null;

/** How the register calls during a step. */
export interface Caller {
  /** Seconds that it waits for an answer. */
  readonly timeout: number;
  /** Faults in its calls that change something, one after the other; all later calls arrive and are answered. */
  readonly troubles: readonly Trouble[];
  /** Without an answer it sends the same again, or reads the sale and pays under a new key where nothing was paid. */
  readonly repeats: 'sameKey' | 'newKey';
  /** The header Prefer. */
  readonly prefer: 'respond-async' | 'wait=5' | null;
}

const PLAIN: Caller = { timeout: 400, troubles: [], repeats: 'sameKey', prefer: null };

/** Nobody tips or holds money over the API of sales. */
export const UNKNOWN_TO_REGISTERS: ReadonlySet<Act> = new Set<Act>(['preAuthorise', 'book', 'release', 'tip']);

export const drawCaller = (random: Random): Caller => ({
  timeout: random.pick([3, 30, 120, 400]),
  troubles: random.chance(75)
    ? Array.from({ length: random.between(1, 4) }, () =>
        random.pick(['request', 'late', 'answer', 'answer', null] as const),
      )
    : [],
  repeats: random.pick(['sameKey', 'sameKey', 'newKey'] as const),
  prefer: random.pick([null, null, 'respond-async', 'wait=5'] as const),
});

/** A call that changes something, under its key. */
export interface KeyedCall {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  readonly what: 'create' | 'pay' | 'cancel' | 'abort' | 'refund';
  /** Null: it makes one, or is about none. */
  readonly sale: string | null;
}

interface Reply {
  readonly status: number;
  readonly body: Body;
}

interface Body {
  readonly id?: string;
  readonly outcome?: SaleOutcome;
  readonly code?: number;
  readonly basket?: { readonly products?: readonly object[] } | null;
}

/** A door, and the token that opens it for a while. */
interface OpenDoor {
  readonly door: Door;
  token: string;
  renewAt: number;
}

const SALES = '/api/v2/Smart/Transactions';
const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
/** Code of an error that nobody expected. */
const INTERNAL = 1000;
/** ms */
const LATENCY = 20;
const LATENESS = 15_000;
const RENEW = 15 * 60_000;
/** Tries of one call, and readings of a sale that is unknown, within a step. */
const MOST = 12;

export class Register extends Cashier {
  /** Every call that was sent, once for each key. */
  readonly keyed: KeyedCall[] = [];
  readonly #counter: Counter;
  readonly #doors = new WeakMap<Till, Promise<OpenDoor>>();
  #caller: Caller = PLAIN;
  #troubles: Trouble[] = [];

  constructor(counter: Counter) {
    super(counter);
    this.#counter = counter;
  }

  override async act(step: Step): Promise<void> {
    const { act, amount, caller = PLAIN } = step;
    this.#caller = caller;
    this.#troubles = [...caller.troubles];
    if (act === 'restart' || act === 'dayEnd') return super.act(step);
    this.calls += 1;
    this.#counter.say(`register ${act} ${amount}`);
    const last = this.sales.at(-1)?.id;
    const standing = last === undefined ? null : await this.#read(last);
    if (act === 'refund') return void (await this.#change('refund', null, OPERATIONS, { do: 'refund', amount }));
    if (act === 'cancel') return void (last && (await this.#change('cancel', last, `${SALES}/${last}/cancel`)));
    if (act === 'giveUp') return void (last && (await this.#change('abort', last, `${SALES}/${last}/abort`)));
    if (act === 'retry' && last && standing?.result !== 'paid') return this.#pay(last, null);
    const made = await this.#create(amount);
    if (made) await this.#pay(made, act === 'split' ? Math.ceil(amount / 2) : null);
  }

  /** Nothing is lost any more: every sale is read by its id and in the list, and every call is repeated under its key. */
  async compare(): Promise<void> {
    this.#caller = PLAIN;
    this.#troubles = [];
    const list = await this.#ask<{ data: readonly (Body & { id: string })[]; count: number }>(
      'GET',
      `${SALES}?count=100`,
    );
    if (list?.status !== 200) return this.#counter.found('error', `the list was answered ${list?.status}`);
    const created = this.keyed.filter(({ what }) => what === 'create').length;
    // An end-of-day is listed, too, and sells nothing.
    const sold = list.body.data.filter(({ basket }) => basket?.products?.length).length;
    if (sold > created) this.#counter.found('madeTwice', `${sold} sales of ${created} keys`);
    for (const { id, outcome } of list.body.data) this.#compare(id, 'list', outcome, await this.#read(id));
    for (const call of this.keyed) {
      const reply = await this.#send(call);
      if (call.sale && reply) this.#compare(call.sale, call.what, reply.body.outcome, await this.#read(call.sale));
    }
  }

  #compare(sale: string, by: string, said: SaleOutcome | undefined, read: SaleOutcome | null): void {
    if (!said || !read || isSame(said, read)) return;
    this.#counter.found('wrongReplay', `${sale} is ${textOf(read)} by its id, and ${textOf(said)} by ${by}`);
  }

  async #create(amount: number): Promise<string | null> {
    const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
    const reply = await this.#change('create', null, SALES, { basket: { products: [product] } });
    const id = reply?.status === 200 ? reply.body.id : undefined;
    if (!id) return null;
    this.sales.push({ id, amount });
    return id;
  }

  /** Takes the card until it knows how that ended. A decline is an ending: the next attempt is another step. */
  async #pay(sale: string, part: number | null): Promise<void> {
    const path = `${SALES}/${sale}/start/cashless`;
    const paidBefore = (await this.#read(sale))?.paid ?? 0;
    const begin = () => this.#keyed('pay', sale, path, part === null ? {} : { part: { amount: part } });
    let call = begin();
    let standing: SaleOutcome | null = null;
    for (let left = MOST; left > 0 && !standing; left -= 1) {
      const reply = await this.#send(call);
      standing = reply?.body.outcome ?? null;
      if (standing || this.#caller.repeats === 'sameKey' || reply) continue;
      const read = await this.#read(sale);
      if (read?.result === 'open' && read.paid === paidBefore) call = begin();
      else standing = read;
    }
    for (let left = MOST; left > 0 && standing?.result === 'unknown'; left -= 1) {
      await pause(10_000);
      standing = (await this.#read(sale)) ?? standing;
    }
    if (standing) this.#counter.say(`register got ${sale.slice(4, 10)} ${textOf(standing)}`);
  }

  /** Repeats until it is answered. */
  async #change(what: KeyedCall['what'], sale: string | null, path: string, body = {}): Promise<Reply | null> {
    const call = this.#keyed(what, sale, path, body);
    for (let left = MOST; left > 0; left -= 1) {
      const reply = await this.#send(call);
      if (reply && reply.status !== 503) return reply;
    }
    return null;
  }

  #keyed(what: KeyedCall['what'], sale: string | null, path: string, body: object): KeyedCall {
    const call = { key: `key-${this.keyed.length + 1}`, what, sale, path, body };
    this.keyed.push(call);
    return call;
  }

  /** Once; a pause follows where nothing came back. */
  async #send(call: KeyedCall): Promise<Reply | null> {
    const reply = await this.#ask('POST', call.path, call);
    this.#counter.say(`register ${call.what} ${call.key}: ${reply?.status ?? 'no answer'} ${reply?.body.code ?? ''}`);
    if (!reply || reply.status >= 500) await pause(5_000);
    return reply;
  }

  async #read(id: string): Promise<SaleOutcome | null> {
    const reply = await this.#ask('GET', `${SALES}/${id}`);
    return reply?.status === 200 ? (reply.body.outcome ?? null) : null;
  }

  /** Null: no answer came in time. */
  async #ask<T = Body>(
    method: 'GET' | 'POST',
    path: string,
    call?: KeyedCall,
  ): Promise<{ status: number; body: T } | null> {
    const { timeout } = this.#caller;
    const trouble = call ? (this.#troubles.shift() ?? null) : null;
    const tooLate = pause(timeout * 1000).then(() => null);
    if (trouble === 'request') return tooLate;
    const answer = this.#deliver<T>(method, path, call, trouble === 'late' ? timeout * 1000 + LATENESS : LATENCY);
    const reply = await Promise.race([answer, tooLate]);
    if (trouble !== 'answer' || !reply) return reply;
    return tooLate;
  }

  async #deliver<T>(method: 'GET' | 'POST', url: string, call: KeyedCall | undefined, delay: number) {
    const { prefer } = this.#caller;
    await pause(delay);
    if (!this.#counter.till) return null;
    return this.#counter.call(`${method} ${url}`, async till => {
      const { door, token } = await this.#door(till);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(call ? { 'idempotency-key': call.key } : {}),
        ...(call && prefer && call.what !== 'create' ? { prefer } : {}),
      };
      const answer = await door.ask<T & Body>({ method, url, headers, ...(call ? { payload: call.body } : {}) });

      if (answer) this.#hear(till, call, answer.status, answer.body);
      return answer;
    });
  }

  /** An answer is true when it leaves the till, whether it is given for the first time or again. */
  #hear({ world, group }: Till, call: KeyedCall | undefined, status: number, { id, outcome, code }: Body): void {
    const sale = call?.sale ?? id;
    // A killed till answers nobody.
    if (!group.isAlive) return;
    if (code === INTERNAL) this.#counter.found('error', `${call?.what} was answered ${status} ${code}`);
    const isAlone = call?.what === 'pay' && this.keyed.filter(one => one.sale === call.sale).length === 1;
    if (isAlone && code === errors.paymentUnderWay.code)
      this.#counter.found('wrongReplay', `${call.key} was refused because of itself`);
    if (!outcome || !sale) return;
    const present = world.ledger.sale(cashier.merchant, sale)?.document.outcome;
    if (present && !isSame(outcome, present))
      this.#counter.found(
        'wrongReplay',
        `${call?.what} said ${textOf(outcome)} of ${sale}, which is ${textOf(present)}`,
      );
    this.answers.push({ sale, result: outcome.result, isFinal: outcome.final, isOutdated: false });
  }

  /** The door of this till, with a token that is good for a while. */
  async #door(till: Till): Promise<OpenDoor> {
    const opening = this.#doors.get(till) ?? openDoor(till).then(door => ({ door, token: '', renewAt: 0 }));
    this.#doors.set(till, opening);
    const open = await opening;
    if (now() < open.renewAt) return open;
    const payload = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
    const answer = await open.door.ask<{ access_token?: string }>({ method: 'POST', url: '/oauth/token', payload });
    open.token = answer?.body.access_token ?? '';
    if (answer?.status === 200) open.renewAt = now() + RENEW;
    return open;
  }
}

const isSame = (one: SaleOutcome, other: SaleOutcome): boolean =>
  one.result === other.result && one.final === other.final && one.paid === other.paid;

const textOf = ({ result, final, paid }: SaleOutcome): string => `${result}${final ? ', final' : ''}, ${paid}`;
