/** The outcome of every state: paid, not paid, unknown or open, and the next call. */
import { describe, expect, it } from 'vitest';
import { type OutcomeFacts, saleOutcomeOf } from './saleOutcome.ts';
import { executed, type State, transitions, unsettled } from './transaction.ts';

const ID = `STX_${'A'.repeat(30)}`;
const SALE = `/api/v2/Smart/Transactions/${ID}`;
const standing = (state: State, more: Partial<OutcomeFacts> = {}): OutcomeFacts => ({
  id: ID,
  state,
  missing: 700,
  paid: 1000,
  isService: false,
  again: 'start/cashless',
  person: false,
  late: false,
  abortRequested: false,
  undecided: null,
  ...more,
});
const of = (state: State, more: Partial<OutcomeFacts> = {}) => saleOutcomeOf(standing(state, more));
const states = Object.keys(transitions) as State[];

describe('every state', () => {
  it.each([
    ['created', 'open', false, 0, 700],
    ['processing', 'open', false, 0, 700],
    ['preparing', 'unknown', false, null, null],
    ['authorised', 'open', false, 0, 700],
    ['secured', 'open', false, 0, 700],
    ['challenged', 'open', false, 0, 700],
    ['voiding', 'unknown', false, null, null],
    ['paying', 'unknown', false, null, null],
    ['awaiting', 'open', false, 0, 700],
    ['unclear', 'unknown', false, null, null],
    ['closed', 'paid', true, 1000, 0],
    ['failed', 'not_paid', true, 0, 700],
    ['reversing', 'unknown', false, null, null],
    ['reversalUnclear', 'unknown', false, null, null],
    ['cancelled', 'not_paid', true, 0, 0],
  ] as const)('%s is %s', (state, result, final, paid, open) => {
    expect(of(state)).toMatchObject({ result, final, paid, open });
  });

  it('is neither paid nor not paid while an answer is missing, and has no open amount once it is paid', () => {
    for (const state of states) {
      const { result, final, open } = of(state);
      if (unsettled(state)) expect([state, result, final]).toEqual([state, 'unknown', false]);
      if (result === 'paid') expect([executed(state), open]).toEqual([true, 0]);
    }
  });

  it('is not paid for a diagnosis or an end-of-day', () => {
    expect(of('closed', { isService: true })).toMatchObject({
      result: 'not_paid',
      final: true,
      paid: 0,
      open: 0,
      next: null,
    });
  });
});

describe('the next call', () => {
  it.each([
    ['authorised', {}, 'POST', `${SALE}/start`],
    ['processing', { missing: 0 }, 'POST', `${SALE}/start/loyalty`],
    ['challenged', {}, 'GET', SALE],
    ['awaiting', {}, 'GET', SALE],
    ['paying', {}, 'GET', SALE],
    ['unclear', {}, 'GET', SALE],
    ['unclear', { person: true }, 'POST', `/bridge/v1/transactions/${ID}/verdict`],
    ['reversalUnclear', { person: true }, 'POST', `/bridge/v1/transactions/${ID}/verdict`],
    ['failed', {}, 'POST', `${SALE}/start/cashless`],
    ['closed', { undecided: 'late' }, 'POST', '/bridge/v1/till/late'],
  ] as const)('%s %o', (state, more, method, path) => {
    expect(of(state, more).next).toMatchObject({ method, path, why: expect.stringMatching(/\w/) });
  });

  it.each(['created', 'closed', 'cancelled'] as const)('does not exist after %s', state => {
    expect(of(state).next).toBeNull();
  });

  it('is a decision for a paid sale that waits for one, and the result is not final', () => {
    expect(of('closed', { undecided: 'late', late: true })).toMatchObject({ result: 'paid', final: false, late: true });
  });
});
