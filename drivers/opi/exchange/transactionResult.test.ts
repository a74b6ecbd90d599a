/** Each combination of OverallResult, authorisation and amount, in an answer and in a repetition. */
import { describe, expect, it } from 'vitest';
import { type Element, element } from '../codec/element.ts';
import { message } from '../codec/messages.ts';
import { lastTransactionOf, moneyOutcome, type RequestResult } from './outcome.ts';
import { requests } from './requests.ts';

const CONTEXT = { currency: 'EUR', language: 'en' } as const;
const head = { requestType: 'CardPayment', requestId: '7', workstation: '1' };

const AUTHORISATIONS = {
  code: { ApprovalCode: '123456' },
  'code, action 5': { ApprovalCode: '123456', ActionCode: '5' },
  nothing: {},
  'action 0': { ActionCode: '000' },
  'action 5': { ActionCode: '5' },
  'blank code, action 5': { ApprovalCode: ' ', ActionCode: '5' },
};
type Authorisation = keyof typeof AUTHORISATIONS;
const YES: readonly Authorisation[] = ['code', 'code, action 5'];
const OPEN: readonly Authorisation[] = ['nothing', 'action 0'];
const NO: readonly Authorisation[] = ['action 5', 'blank code, action 5'];

const AMOUNTS = { readable: '12.00', unreadable: 'twelve', none: undefined };
type Amount = keyof typeof AMOUNTS;
const ALL: readonly Amount[] = ['readable', 'unreadable', 'none'];

const tenderOf = (authorisation: Authorisation, amount: Amount): Element =>
  element('Tender', {}, [
    AMOUNTS[amount] === undefined ? undefined : element('TotalAmount', { Currency: 'EUR' }, AMOUNTS[amount]),
    element('Authorisation', { ReceiptNumber: '42', ...AUTHORISATIONS[authorisation] }),
  ]);

const run = (request: RequestResult['request'], result: string, children: readonly Element[]): RequestResult => ({
  request,
  requestId: '7',
  receipts: [],
  ending: { by: 'answer', message: message('CardServiceResponse', head, children, result) },
});

type Ending = 'approved' | 'declined' | 'unknown';
type Case = readonly [
  result: string,
  authorisations: readonly Authorisation[],
  amounts: readonly Amount[],
  ending: Ending,
];

const CASES: readonly Case[] = [
  ['Success', [...YES, ...OPEN], ['readable'], 'approved'],
  ['Success', [...YES, ...OPEN], ['unreadable', 'none'], 'unknown'],
  ['Success', NO, ALL, 'unknown'],
  ['Failure', YES, ALL, 'unknown'],
  ['Failure', [...OPEN, ...NO], ALL, 'declined'],
  ['Aborted', YES, ALL, 'unknown'],
  ['Aborted', [...OPEN, ...NO], ALL, 'declined'],
  ['PartialFailure', [...YES, ...OPEN, ...NO], ALL, 'unknown'],
  ['Perhaps', [...YES, ...OPEN, ...NO], ALL, 'unknown'],
];

const single = (cases: readonly Case[]) =>
  cases.flatMap(([result, authorisations, amounts, ending]) =>
    authorisations.flatMap(authorisation => amounts.map(amount => [result, authorisation, amount, ending] as const)),
  );

const repeatedAs = (children: readonly Element[]): Ending => {
  const last = lastTransactionOf(run(requests.repeatLast, 'Success', children), CONTEXT);
  if (last.kind === 'found') return last.approved ? 'approved' : 'declined';
  expect(last).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
  return 'unknown';
};

describe('an answer and its repetition mean the same', () => {
  it.each(single(CASES))('%s, %s, amount %s: %s', (result, authorisation, amount, ending) => {
    const tender = tenderOf(authorisation, amount);
    const original = element('OriginalHeader', { RequestType: 'CardPayment', RequestID: '6', OverallResult: result });
    expect(moneyOutcome(run(requests.pay, result, [tender]), CONTEXT).kind).toBe(ending);
    expect(repeatedAs([original, tender])).toBe(ending);
  });
});

describe('a repetition without OriginalHeader', () => {
  it.each(
    single([
      ['', YES, ['readable'], 'approved'],
      ['', YES, ['unreadable', 'none'], 'unknown'],
      ['', OPEN, ALL, 'unknown'],
      ['', NO, ALL, 'declined'],
    ]),
  )('%s%s, amount %s: %s', (_, authorisation, amount, ending) => {
    expect(repeatedAs([tenderOf(authorisation, amount)])).toBe(ending);
  });
});

it('names the contradiction, so that no repetition decides', () => {
  const reason = { code: 'contradicted' };
  expect(moneyOutcome(run(requests.pay, 'Success', [tenderOf('action 5', 'readable')]), CONTEXT)).toMatchObject({
    reason,
  });
  expect(moneyOutcome(run(requests.pay, 'Failure', [tenderOf('code', 'readable')]), CONTEXT)).toMatchObject({ reason });
});
