import { expect, test } from 'vitest';
import type { Operation } from '../../main/api/operations/contract.ts';
import { kindsOf, ofHeld, operationOf, takenBack } from './operationDraft.ts';

const held = { receipt_number: 12, amount: 5000, at: null, operation: null };

test('only what the terminal can do is offered', () => {
  expect(kindsOf(['pay', 'refund'])).toEqual(['refund']);
  expect(kindsOf(['refund', 'preAuthorisation'])).toEqual(['preAuthorisation', 'refund']);
  expect(kindsOf(['pay'])).toEqual([]);
});

test('a refund needs an amount that is one', () => {
  const refund = { kind: 'refund', about: null } as const;
  expect(operationOf(refund, '12,50', 'EUR')).toEqual({ do: 'refund', amount: 1250 });
  for (const text of ['', '0', '0,00', '-5', '1,234', 'five'])
    expect(operationOf(refund, text, 'EUR'), text).toBeNull();
});

test('no more is booked than is on hold; where that is not known, the terminal judges', () => {
  const booking = ofHeld('booking', held);
  expect(operationOf(booking, '50', 'EUR')).toEqual({ do: 'booking', amount: 5000, receipt_number: 12 });
  expect(operationOf(booking, '50,01', 'EUR')).toBeNull();
  const foreign = ofHeld('booking', { ...held, amount: null });
  expect(operationOf(foreign, '99', 'EUR')).toEqual({ do: 'booking', amount: 9900, receipt_number: 12 });
});

test('a release gives back the whole: no amount is sent', () => {
  expect(operationOf(ofHeld('release', held), '', 'EUR')).toEqual({ do: 'release', receipt_number: 12 });
});

test('only what moved money and has a receipt can be taken back', () => {
  expect(takenBack(operation)).toEqual({ kind: 'reversal', about: { receipt: 7, amount: 500 } });
  expect(takenBack({ ...operation, state: 'declined' })).toBeNull();
  expect(takenBack({ ...operation, own_receipt_number: null })).toBeNull();
  expect(takenBack({ ...operation, do: 'preAuthorisation' })).toBeNull();
});

const operation: Operation = {
  id: 'O1',
  device: 'SDV_1',
  till: null,
  do: 'refund',
  amount: 500,
  currency: 'EUR',
  receipt_number: null,
  state: 'approved',
  reason: null,
  decided_by: null,
  own_receipt_number: 7,
  trace_number: null,
  authorisation_code: null,
  card_name: null,
  last_four: null,
  started: '',
  ended: null,
  receipt: [],
};
