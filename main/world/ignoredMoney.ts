/** The refusals about amounts that a call would ignore. */
import { ignoredMoney, type MoneyFacts, type MoneyMember, moneyMembers } from '../domain/moneyMembers.ts';
import type { NextCall } from '../domain/saleOutcome.ts';
import { BridgeError, type ErrorKey } from './errors.ts';

interface Facts extends MoneyFacts {
  /** The call to use instead, for developers. */
  readonly instead: string;
  readonly next?: NextCall | null;
}

const KEYS: Readonly<Record<MoneyMember['role'], ErrorKey>> = {
  amount: 'amountRefused',
  extra: 'amountUnused',
  currency: 'currencyRefused',
};

/** Throws `amountRefused`, `amountUnused` or `currencyRefused` for the first member that means something else. */
export function refuseIgnoredMoney(body: unknown, reads: readonly string[], facts: Facts, inside = ''): void {
  const member = ignoredMoney(moneyMembers(body, reads, inside), facts);
  if (!member) return;
  const { path, role, value } = member;
  const extra = { member: path, ...(facts.next === undefined ? {} : { next: facts.next }) };
  throw new BridgeError(KEYS[role], `${path} is ${JSON.stringify(value)}, but ${wanted(role, facts)}`, { extra });
}

function wanted(role: MoneyMember['role'], { whole, currency, instead }: Facts): string {
  if (role === 'currency') return `the currency is ${currency}`;
  if (role === 'extra') return `nothing would be added or taken off by it; ${instead}`;
  return whole.length > 0 ? `the whole is ${whole.join(' or ')}; ${instead}` : instead;
}
