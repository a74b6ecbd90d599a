/** Each sale against the book, both ways: what the till says was paid is booked, and nothing else is. */
import type { Facts, Finding } from './judge.ts';
import { moneyOf } from './knowledge.ts';

export interface SaleFacts {
  readonly id: string;
  readonly amount: number;
  readonly state: string;
  /** The outcome that the till answers at the end. Null: the sale is gone. */
  readonly outcome: { readonly result: string; readonly paid: number | null } | null;
}

/** An answer that the cashier got about a sale. */
export interface Answer {
  readonly sale: string;
  readonly result: string;
  readonly isFinal: boolean;
  /** The sale was published again after this answer. */
  isOutdated: boolean;
}

export function aboutSale(facts: Facts, sale: SaleFacts): readonly Finding[] {
  const { intents, decisions, answers } = facts;
  const { id, state, amount, outcome } = sale;
  const ours = intents.filter(intent => intent.sale === id);
  const isOpen = ours.some(one => decisions.includes(one.id) || one.state === 'unknown' || one.state === 'open');
  const findings: Finding[] = [];
  const last = answers.findLast(one => one.sale === id);
  if (last?.isFinal && last.result === 'not_paid' && state === 'closed' && !last.isOutdated)
    findings.push({ kind: 'verdictChanged', text: `${id} became paid, and nobody learned it` });
  if (isOpen) return findings;
  const money = moneyOf(facts, ours);
  const held = outcome?.paid === money.known ? money.known : money.held;
  const text = `${id} is ${state}, ${outcome?.result} ${outcome?.paid}: the book holds ${held} of ${amount}`;
  if (held > amount) findings.push({ kind: 'chargedTwice', text });
  else if (outcome?.result === 'unknown') findings.push({ kind: 'stuck', text });
  else if (outcome?.paid !== held || (outcome.result === 'paid') !== (held === amount))
    findings.push({ kind: 'wrongSale', text });
  return findings;
}
