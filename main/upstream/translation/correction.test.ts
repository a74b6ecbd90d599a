import { expect, it } from 'vitest';
import type { SaleDocument } from '../../world/sales.ts';
import { corrected } from './correction.ts';
import { startOf } from './methods.ts';

const document = {
  transactionRef: 'bad',
  card_payment: { tid: '60001234', trace: 1, cardtype: 'unknown' },
} as SaleDocument;
const terminal = { terminalId: '60001234', traceNumber: 1001, cardName: 'Hauskarte' };

it('leaves a sale as it is where nothing was corrected', () => {
  expect(corrected({ document, terminal }, {})).toEqual({ document, terminal });
  const cash = { transactionRef: 'a' } as SaleDocument;
  expect(corrected({ document: cash, terminal: null }, { trace: 1 })).toEqual({ document: cash, terminal: null });
});

it('replaces the reference, the kind of card and the trace, wherever the card was taken', () => {
  const sent = corrected({ document, terminal }, { transaction_ref: 'good', card_type: 'girocard', trace: 17 });
  expect(sent.document).toMatchObject({
    transactionRef: 'good',
    card_payment: { tid: '60001234', trace: 17, cardtype: 'girocard' },
  });
  expect(sent.terminal).toEqual({ ...terminal, cardName: 'girocard', traceNumber: 17 });
});

it('lets a payment pass whose kind of card the specification does not name', () => {
  const start = (facts: typeof terminal | null) =>
    startOf({ method: 'cashless', cardPayment: null, terminal: facts, cardTypes: {} });
  expect(start(terminal)).toEqual({ ok: false, reason: 'cardTypeUnknown' });
  const sent = corrected({ document, terminal }, { card_type: 'girocard' });
  expect(startOf({ method: 'cashless', cardPayment: null, terminal: sent.terminal, cardTypes: {} })).toMatchObject({
    ok: true,
    start: { body: { cardtype: 'girocard', trace: 1001 } },
  });
});
