/** The calls and answers of the cash register, against the terminal's own book: one key moves money once, and goods are paid for. */
import type { Facts, Finding } from './judge.ts';
import type { KeyedCall } from './register.ts';

export function aboutCalls(facts: Facts, calls: readonly KeyedCall[]): readonly Finding[] {
  const sales = new Set(calls.flatMap(({ sale }) => sale ?? []));
  const sent = facts.intents.filter(({ id }) => facts.arrived.includes(id));
  const payments = [...sales].flatMap(id => {
    const count = sent.filter(({ sale, kind }) => sale === id && kind === 'payment').length;
    return overKeys(count, calls.filter(({ sale, what }) => sale === id && what === 'pay').length, `payments of ${id}`);
  });
  const refunds = sent.filter(({ sale, kind }) => sale === null && kind === 'refund').length;
  const ofRefunds = calls.filter(({ what }) => what === 'refund').length;
  return [
    ...payments,
    ...overKeys(refunds, ofRefunds, 'refunds'),
    ...facts.sales.flatMap(({ id }) => aboutGoods(facts, id)),
  ];
}

const overKeys = (commands: number, keys: number, what: string): readonly Finding[] =>
  commands > keys ? [{ kind: 'keyMovedTwice', text: `${commands} commands for ${what}, and ${keys} keys` }] : [];

/** Handed over are the goods of a sale whose last word was "paid, final": it is still paid, or somebody said that it is not. */
function aboutGoods({ answers, sales, intents, decisions }: Facts, id: string): readonly Finding[] {
  const last = answers.findLast(({ sale }) => sale === id);
  const outcome = sales.find(sale => sale.id === id)?.outcome;
  const isOpen = intents.some(one => one.sale === id && decisions.includes(one.id));
  if (!last?.isFinal || last.isOutdated || isOpen || !outcome || outcome.result === last.result) return [];
  return [
    { kind: 'goodsWithoutPayment', text: `the last word about ${id} was ${last.result}; it is ${outcome.result}` },
  ];
}
