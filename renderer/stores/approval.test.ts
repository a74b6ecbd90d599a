/** The approval of a refused call. */

import { describe, expect, it } from 'vitest';
import type { ApprovalInput, Needs } from '../../main/wire/approvals.ts';
import { Refusal, Unreachable } from '../bridge/errors.ts';
import { refusedBody } from '../doubles/refuse.ts';
import { createApproval } from './approval.ts';

const needs: Needs = {
  operation: 'cancelSale',
  object: 'STX_1',
  amount: 99_900,
  currency: 'EUR',
  unit: 'money',
  limit: 0,
  by: 'manager',
  texts: { de: 'Bezahlten Verkauf stornieren', en: 'Cancel a paid sale' },
};
const given = { username: 'manager', pin: '9999', reason: 'Fehlbuchung für Müller' };
const wrongPin = refusedBody({ error_user: 'Die PIN ist falsch. (2023)', code: 2023 });

function setUp(answer: (input: ApprovalInput) => Promise<string>) {
  const inputs: ApprovalInput[] = [];
  const approval = createApproval(async input => {
    inputs.push(input);
    return { approval: await answer(input), expires_at: '' };
  });
  return { approval, inputs };
}

describe('an approval', () => {
  it('is requested with the needs of the refused call, and answered as a header', async () => {
    const { approval, inputs } = setUp(async () => 'secret');
    const allowed = approval.ask(needs);
    expect(approval.getState().needs).toBe(needs);
    await approval.submit(given);
    expect(await allowed).toEqual({ 'X-Approval': 'secret' });
    expect(inputs).toEqual([{ ...given, operation: 'cancelSale', object: 'STX_1', amount: 99_900 }]);
    expect(approval.getState()).toEqual({ needs: null, busy: false, problem: null });
  });

  it.each([
    ['a wrong PIN', () => Promise.reject(new Refusal(403, wrongPin)), 'refused'],
    ['a line that is down', () => Promise.reject(new Unreachable('x')), 'unreachable'],
  ] as const)('stays open after %s, and may be tried again', async (_title, first, kind) => {
    let tries = 0;
    const { approval } = setUp(() => {
      tries += 1;
      return tries === 1 ? first() : Promise.resolve('secret');
    });
    const allowed = approval.ask(needs);
    await approval.submit(given);
    expect(approval.getState()).toMatchObject({ needs, busy: false, problem: { kind } });
    await approval.submit(given);
    expect(await allowed).toEqual({ 'X-Approval': 'secret' });
  });

  it('is sent once, however often the button is pressed', async () => {
    const { approval, inputs } = setUp(async () => 'secret');
    void approval.ask(needs);
    await Promise.all([approval.submit(given), approval.submit(given)]);
    expect(inputs).toHaveLength(1);
  });

  it('stays refused when the dialog is closed, and refuses a second call at once', async () => {
    const { approval } = setUp(async () => 'secret');
    const allowed = approval.ask(needs);
    expect(await approval.ask(needs)).toBeNull();
    approval.cancel();
    expect(await allowed).toBeNull();
    await approval.submit(given);
    expect(approval.getState().needs).toBeNull();
  });

  it('of a signed-in manager is the reason alone, encoded for a header', async () => {
    const { approval, inputs } = setUp(async () => 'secret');
    const allowed = approval.ask({ ...needs, by: 'self' });
    await approval.submit({ username: '', pin: '', reason: given.reason });
    expect(await allowed).toEqual({ 'X-Reason': 'Fehlbuchung%20f%C3%BCr%20M%C3%BCller' });
    expect(inputs).toEqual([]);
  });
});
