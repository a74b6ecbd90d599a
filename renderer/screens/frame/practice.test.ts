/** The running exercise: what it orders, when it judges, and what it says. */

import { expect, test } from 'vitest';
import type { RunningPayment } from '../../../main/wire/events.ts';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import type { App } from '../../app/app.ts';
import { createNotices } from '../../stores/notices.ts';
import { createTill } from '../../stores/till.ts';
import type { Texts } from '../../texts/texts.ts';
import { exercises } from './exercises.ts';
import { beginExercise, practice } from './practice.ts';

test('judges a late approval only once its decision is made, and lets the terminal approve again', async () => {
  const [till, notices] = [createTill(), createNotices()];
  const played: unknown[] = [];
  const client = { ask: async (...call: unknown[]) => void played.push(call[2]) } as unknown as App['client'];
  const said = () => notices.getState().notice?.text({ t: (key: string) => key } as unknown as Texts);
  const sale = (status: string) =>
    ({ id: 'STX_1', status, payment_method: 'cashless', receipt: [{}], outcome: {} }) as unknown as SmartTransaction;

  await beginExercise({ client, till, notices }, exercises.find(({ name }) => name === 'late')!);
  expect(said()).toBe('practice.late.task');
  till.set({ sale: sale('ok'), payment: { step: 'late' } as RunningPayment, stopRequested: true });
  expect([said(), practice.getState().running]).toEqual(['practice.late.task', 'late']);
  till.set({ sale: sale('cancelled'), payment: null });
  expect([said(), practice.getState().running]).toEqual(['practice.late.right', null]);
  expect([...practice.getState().done]).toEqual(['late']);
  expect(played).toEqual([{ behaviour: 'late-approval:8000' }, { behaviour: 'approve' }]);
});
