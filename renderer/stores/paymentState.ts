/** Questions about a payment at a terminal: its subject, its progress, and the till that started it. Pure. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';

/** The payment is approved, and a person has to decide: about a late approval, or about a signature. */
export type PendingDecision = 'late' | 'signature';

/** Id of the sale, or of the operation at the terminal that belongs to no sale. */
export const subjectIdOf = ({ transaction, operation }: RunningPayment): string => transaction ?? operation ?? '';

/** The decision that the payment waits for; null while the terminal works, or when no decision is needed. */
export const pendingDecisionOf = (payment: RunningPayment | null): PendingDecision | null =>
  payment?.step === 'late' || payment?.step === 'signature' ? payment.step : null;

/** True while it is unknown whether money moved. */
export const isOutcomeUnknown = (payment: RunningPayment | null): boolean =>
  payment?.step === 'deciding' || payment?.step === 'person';

/** True while the terminal works on the payment: its outcome is not unknown, and no decision is pending. */
export const isTerminalWorking = (payment: RunningPayment): boolean =>
  !isOutcomeUnknown(payment) && pendingDecisionOf(payment) === null;

/** The till of this screen; null before the bridge has named it. */
interface OwnTill {
  readonly device: TillView['device'] | null;
}

/** True for a payment that another till started. A payment that no till started belongs to every till. */
export const startedAtOtherTill = (
  { device }: OwnTill,
  payment: RunningPayment | null,
): payment is RunningPayment & { readonly till: object } =>
  payment?.till != null && device !== null && payment.till.id !== device.id;

/**
 * True when only another till shows this payment. A payment of the sale on this screen is shown here in any case, because a
 * manager opened the sale to decide about it.
 */
export const belongsToOtherTill = (
  state: OwnTill & { readonly sale: SmartTransaction | null },
  payment: RunningPayment | null,
): payment is RunningPayment & { readonly till: object } =>
  startedAtOtherTill(state, payment) && (payment.transaction === null || payment.transaction !== state.sale?.id);

/** True for a payment that this till started, at whichever terminal. */
export const startedAtThisTill = ({ device }: OwnTill, payment: RunningPayment | null): boolean =>
  payment?.till != null && payment.till.id === device?.id;
