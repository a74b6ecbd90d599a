/** The end of a sale says whether the choice in an exercise was right. */

import { expect, test } from 'vitest';
import type { SmartTransaction } from '../../../main/wire/transactions.ts';
import { type ExerciseName, exercises, judge, type Verdict } from './exercises.ts';

const sale = (status: string, method: string | null, receipt: readonly unknown[] = [{}]) =>
  ({ status, payment_method: method, receipt, outcome: {} }) as unknown as SmartTransaction;

const rows: readonly (readonly [ExerciseName, SmartTransaction, boolean, Verdict | null])[] = [
  ['decline', sale('failed', null), false, null],
  ['decline', sale('ok', 'cash'), false, 'right'],
  ['decline', sale('ok', 'cashless'), false, 'again'],
  ['cut', sale('pending', 'cashless'), false, null],
  ['cut', sale('ok', 'cashless'), false, 'right'],
  ['cut', sale('ok', 'cash'), false, 'wrong'],
  ['late', sale('processing', null), true, null],
  ['late', sale('cancelled', 'cashless'), true, 'right'],
  ['late', sale('ok', 'cashless'), true, 'wrong'],
  ['late', sale('ok', 'cashless'), false, 'again'],
  ['signature', sale('cancelled', 'cashless'), false, 'right'],
  ['signature', sale('failed', 'cashless'), false, 'right'],
  ['signature', sale('ok', 'cashless'), false, 'wrong'],
  ['signature', sale('ok', 'cash'), false, 'again'],
];

test.each(rows)('%s %j, stopped: %s → %s', (name, document, stopped, verdict) => {
  expect(judge(exercises.find(one => one.name === name)!, document, stopped)).toBe(verdict);
});
