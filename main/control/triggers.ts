/**
 * `npm run control -- trigger NAME`: makes a real example of an event by playing it against the demo and its virtual terminal.
 * Nothing about it is made up: the sale is in the journal, the records and the day like any other.
 */
import { setTimeout } from 'node:timers/promises';
import type { Answer, BridgeCalls } from './bridgeCalls.ts';

interface Trigger {
  readonly about: string;
  /** Gives the sale. */
  play(bridge: Play): Promise<string>;
}

const SALES = '/api/v2/Smart/Transactions';

export const triggers: Readonly<Record<string, Trigger>> = {
  'sale.paid': { about: 'a card payment of 12.34, approved', play: bridge => bridge.card(1234) },
  'sale.declined': { about: 'a card payment of 12.05, which the host declines', play: bridge => bridge.card(1205) },
  'sale.unknown': {
    about: 'a card payment of 12.13: the line breaks after the approval; the bridge finds out, and sale.paid follows',
    play: bridge => bridge.card(1213),
  },
  'sale.late': {
    about: 'a card payment that is approved after somebody asked to stop; kept: sale.paid with outcome.late',
    play: bridge => bridge.late(),
  },
  'sale.cancelled': { about: 'a sale that was paid in cash and is cancelled', play: bridge => bridge.cash(true) },
  'sale.changed': { about: 'a sale with a loyalty card applied', play: bridge => bridge.withCard() },
  'payment.accepted': { about: 'a sale paid in cash, and its payment', play: bridge => bridge.cash(false) },
  'payment.refund': { about: 'the same, given back', play: bridge => bridge.cash(true) },
};

type Play = ReturnType<typeof plays>;

/** Throws what the bridge refuses on the way. */
export async function trigger(calls: BridgeCalls, name: string): Promise<object> {
  const found = Object.hasOwn(triggers, name) ? triggers[name] : undefined;
  if (!found) throw new Error(`there is no trigger ${name}; there are ${Object.keys(triggers).join(', ')}`);
  const id = await found.play(plays(calls));
  const { status, outcome } = good(await calls.ask('GET', `${SALES}/${id}`));
  return { triggered: name, sale: id, status, outcome };
}

function plays(calls: BridgeCalls) {
  const post = (path: string, body?: object) => calls.ask('POST', path, body);
  const create = async (priceOne: number, more: object = {}) => {
    const products = [{ articleNumber: 'trigger', desc: 'Trigger', quantity: 1, priceOne, tax: 19 }];
    return String(good(await post(SALES, { basket: { products }, ...more })).id);
  };

  /** The virtual terminal acts as it is told while `work` runs, and as before afterwards. */
  async function behaving(behaviour: string, work: () => Promise<string>): Promise<string> {
    const path = '/bridge/v1/control/terminal/behaviour';
    const { behaviour: before } = good(await post(path, {}));
    good(await post(path, { behaviour, amountRules: true }));
    try {
      return await work();
    } finally {
      await post(path, { behaviour: before });
    }
  }

  return {
    card: (amount: number) =>
      behaving('approve', async () => {
        const id = await create(amount);
        const answer = await post(`${SALES}/${id}/start/cashless`);
        // A declined card is an answer 405 with the outcome.
        if (!answer.ok && answer.body.outcome === undefined) good(answer);
        return id;
      }),
    late: () =>
      behaving('late-approval:5000', async () => {
        const id = await create(1234);
        const paying = post(`${SALES}/${id}/start/cashless`);
        await asksHost(calls);
        good(await post(`${SALES}/${id}/abort`));
        await paying;
        const { outcome } = good(await calls.ask('GET', `${SALES}/${id}`)) as { outcome: { late: boolean } };
        if (!outcome.late) throw new Error(`the payment of ${id} was over before it could be stopped; try again`);
        good(await post('/bridge/v1/till/late', { keep: true, transaction: id }));
        return id;
      }),
    async cash(cancelled: boolean) {
      const id = await create(580);
      good(await post(`${SALES}/${id}/start/cash`));
      if (cancelled) good(await post(`${SALES}/${id}/cancel`));
      return id;
    },
    async withCard() {
      const id = await create(900, { idents: [{ type: 'card', value: '9276004000000026' }] });
      good(await post(`${SALES}/${id}/preTransaction`));
      return id;
    },
  };
}

/** Resolves when the virtual terminal asks its host: before that, a customer's payment can really be stopped. */
async function asksHost(calls: BridgeCalls): Promise<void> {
  const end = Date.now() + 10_000;
  while (good(await calls.ask('GET', '/bridge/v1/control/terminal/state')).phase !== 'host') {
    if (Date.now() > end) throw new Error('the virtual terminal did not ask its host');
    await setTimeout(100);
  }
}

function good({ ok, status, body }: Answer): Answer['body'] {
  if (ok) return body;
  throw new Error(`${status}: ${String(body.error_details ?? JSON.stringify(body))}`);
}
