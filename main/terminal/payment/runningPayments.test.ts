/** The view of a running command and the replies of the till, where the terminal asks a second question during the first. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../drivers/terminal.ts';
import type { InitialPaymentView } from '../../world/running.ts';
import { createRunningPayments } from './runningPayments.ts';

const DEVICE = 'SDV_terminal';
const payment = {
  ...{ transaction: 'STX_sale', operation: null, kind: 'payment', device: DEVICE },
  ...{ till: null, amount: 1000, currency: 'EUR', startedAt: 0 },
  lateBecause: null,
} satisfies InitialPaymentView;
const asking = (text: string): Question => ({ kind: 'signature', text, timeout: 60_000 });

/** A command whose first question is open. */
function asked() {
  const running = createRunningPayments(
    () => undefined,
    () => 0,
  );
  const run = running.begin('MRC_shop', null, payment);
  run.progress({ step: 'prompt', code: 1, texts: { de: 'Karte bitte', en: 'Card please' } });
  const closed = new AbortController();
  const first = run.ask(asking('first?'), 0, closed.signal);
  return { running, run, first, closed };
}

describe('a second question of the terminal', () => {
  it.each([
    ['that comes with the end of the first', true],
    ['over the first, which is still open', false],
  ])('%s is shown and can be answered', async (_how, closes) => {
    const { running, run, first, closed } = asked();
    if (closes) closed.abort();
    const second = run.ask(asking('second?'), 0, new AbortController().signal);
    closed.abort();
    expect(await first).toEqual({ kind: 'none' });
    const shown = running.view(DEVICE);
    expect(shown).toMatchObject({ step: 'question', question: { text: 'second?' } });
    expect(running.answer(DEVICE, shown?.question?.id ?? '', { kind: 'yes' })).toBe(true);
    expect(await second).toEqual({ kind: 'yes' });
    expect(running.view(DEVICE)).toMatchObject({ step: 'prompt', question: null });
  });

  it('that stays unanswered, too, restores the view before both', async () => {
    const { running, run, first, closed } = asked();
    closed.abort();
    const closedToo = new AbortController();
    const second = run.ask(asking('second?'), 0, closedToo.signal);
    await first;
    closedToo.abort();
    expect(await second).toEqual({ kind: 'none' });
    expect(running.view(DEVICE)).toMatchObject({ step: 'prompt', question: null });
  });
});

describe('goods that are to be handed over', () => {
  it('while the end of a question is still on its way are waited for', async () => {
    const { running, run, first, closed } = asked();
    closed.abort();
    const goods = run.handOver(60_000);
    await first;
    expect(running.view(DEVICE)).toMatchObject({ step: 'handOver', question: null });
    expect(running.handedOver(DEVICE, { kind: 'done' })).toBe(true);
    expect(await goods).toEqual({ kind: 'done' });
    expect(running.view(DEVICE)).toMatchObject({ step: 'prompt', question: null });
  });
});

it('every stop reaches the terminal: the first stop may have been refused', () => {
  const { running, run } = asked();
  let aborts = 0;
  run.signal.addEventListener('abort', () => aborts++);
  expect([running.abort(DEVICE), aborts]).toEqual([true, 1]);
  run.progress({ step: 'abortRefused' });
  expect([running.abort(DEVICE), aborts]).toEqual([true, 2]);
  expect(running.view(DEVICE)).toMatchObject({ aborting: true });
});
