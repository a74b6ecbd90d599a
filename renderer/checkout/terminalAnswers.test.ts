/** Answers to questions of the terminal, and asking the terminal for an outcome. */

import { expect, test } from 'vitest';
import { question, running, setUpTill } from '../doubles/till.ts';

test('answers a question once', async () => {
  const { checkout, bridge, till, screen } = setUpTill();
  bridge.payment = { ...running, step: 'question', question };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  expect(screen()).toBe('question');
  await Promise.all([checkout.answer({ answer: 'yes' }), checkout.answer({ answer: 'no' })]);
  await checkout.answer({ answer: 'no' });
  expect(bridge.calls.filter(call => call === 'answer')).toHaveLength(1);
  expect(till.getState().reply).toEqual({ question: 'Q1', state: 'sent', problem: null });
});

test('reports an answer that came too late or did not arrive', async () => {
  const { checkout, bridge, till } = setUpTill();
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'question', question } });
  bridge.fault = 'away';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'unreachable' } });
  bridge.fault = 'none';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'refused' } });
});

test('asks the terminal once at a time, and reports a refusal', async () => {
  const { checkout, bridge, till, message } = setUpTill();
  await Promise.all([checkout.askAgain(), checkout.askAgain()]);
  expect([bridge.calls, till.getState().askingTerminal]).toEqual([['recover'], false]);
  bridge.fault = 'away';
  await checkout.askAgain();
  expect(message()).toContain('is not answering');
});
