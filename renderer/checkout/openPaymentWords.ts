/** Sentences about an open payment beside the sale on the screen. Loaded with the first one: most days have none. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { PendingDecision } from '../stores/paymentState.ts';
import type { TextKey } from '../texts/de.ts';
// Loading that file adds its sentences to those of every screen.
import '../texts/pages/openPayments.ts';
import type { openPaymentTexts } from '../texts/pages/openPayments.ts';
import type { Texts, TextsOf } from '../texts/texts.ts';

type Sentence = (texts: Texts) => string;

/** A payment that was called not paid before, by a person or by the bridge, is announced as paid after all. */
const ANNOUNCED = {
  stopped: 'stopped',
  lineBroke: 'lineBroke',
  decided: 'decided',
  denied: 'decided',
  surplus: 'surplus',
  takenBack: 'takenBack',
  twice: 'twice',
  foreign: 'foreign',
  contradicted: 'contradicted',
} as const satisfies Record<NonNullable<RunningPayment['lateBecause']>, string>;

/** The payment waits for this decision of a person. */
export const waits = (payment: RunningPayment, decision: PendingDecision): Sentence =>
  sentence(
    decision === 'late'
      ? `waiting.announce.${ANNOUNCED[payment.lateBecause ?? 'lineBroke']}`
      : 'waiting.announce.signature',
    payment,
  );

/** The payment is open no more. */
export const cleared = (payment: RunningPayment, result: 'paid' | 'takenBack' | 'notPaid' | 'operation'): Sentence =>
  sentence(`cleared.${result}`, payment);

const sentence =
  (key: keyof typeof openPaymentTexts, { amount, startedAt }: RunningPayment): Sentence =>
  texts => {
    const { t, money, time } = texts as TextsOf<TextKey | keyof typeof openPaymentTexts>;
    return t(key, { amount: money(amount), time: time(startedAt) });
  };
