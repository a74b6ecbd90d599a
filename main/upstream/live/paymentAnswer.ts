/** How the upstream service shows a payment: inside a Smart Transaction there, or as a Payment Transaction of its own. */
import type { PaymentInstructions } from '../../wire/payments.ts';
import type { AcquirerAnswer } from '../../world/acquirer.ts';
import { upstreamSale } from '../answers.ts';
import type { Json } from '../client.ts';
import { UpstreamError } from '../failures.ts';
import { isDone } from '../replay.ts';

/** `untouched`: no payment was begun. `money`: a transfer is awaited. `gone`: declined, voided or given back. */
export type PaymentCondition = 'untouched' | 'page' | 'money' | 'authorised' | 'taken' | 'gone';

export interface UpstreamPayment {
  readonly condition: PaymentCondition;
  /** PCI_… there; null where the sale names none. */
  readonly payment: string | null;
  /** Amount that a payment has to take, minor units. */
  readonly due: number;
  /** Where the payer has to go; null without a page. */
  readonly page: string | null;
  readonly instructions: PaymentInstructions | null;
  /** The words of the service for its status. */
  readonly status: string;
}

/** Throws `UpstreamError` for what is no Smart Transaction: nobody knows then what became of the payment. */
export function paymentOfSale(shown: Json): UpstreamPayment {
  const remote = upstreamSale(shown);
  const payment = paymentNamed(shown.transactions);
  const page = pageIn(shown.iframe_url);
  const { missing_sum, sum } = membersOf(shown.basket_info);
  return {
    condition: conditionOfSale(shown, payment !== null, page !== null),
    payment,
    due: whole(missing_sum) || whole(sum),
    page,
    instructions: instructionsIn(shown.payment_instructions),
    status: remote.status,
  };
}

function conditionOfSale(shown: Json, hasPayment: boolean, hasPage: boolean): PaymentCondition {
  const remote = upstreamSale(shown);
  // A payment with an instrument that was stored before shows `ok` although it has still to be captured.
  if (isDone(remote)) return remote.receiptNumber !== null || shown.payment_method != null ? 'taken' : 'authorised';
  if (remote.status === 'failed' || remote.status === 'cancelled') return 'gone';
  if (hasPage) return 'page';
  if (remote.status === 'approved') return 'authorised';
  if (remote.status === 'pending') return 'money';
  if (remote.status === 'created' || remote.status === 'processing') return hasPayment ? 'authorised' : 'untouched';
  throw unreadable(remote.status);
}

/** The same of a Payment Transaction. */
export function paymentAlone(shown: Json): UpstreamPayment {
  const page = pageIn(membersOf(shown.redirect_url).iframe_url);
  const details = membersOf(shown.details);
  return {
    condition: conditionAlone(whole(shown.status), whole(details.status_simple), page !== null),
    payment: typeof shown.id === 'string' ? shown.id : null,
    due: whole(shown.amount),
    page,
    instructions: null,
    status: String(shown.status_text ?? shown.status),
  };
}

/** By the simple status of the specification; authorised is also what waits for a transfer. */
const SIMPLE: Readonly<Record<number, PaymentCondition>> = {
  ...{
    0: 'money',
    1: 'taken',
    2: 'authorised',
    3: 'gone',
    4: 'taken',
    5: 'gone',
    6: 'taken',
    7: 'gone',
    8: 'untouched',
  },
  ...{ 9: 'taken', 10: 'money', 14: 'authorised', 15: 'authorised', 16: 'gone' },
};
/** Status ids: created, and waiting for a transfer. */
const CREATED = 1;
const AWAITED: ReadonlySet<number> = new Set([25, 910]);

function conditionAlone(status: number, simple: number, hasPage: boolean): PaymentCondition {
  if (AWAITED.has(status)) return 'money';
  if (status === CREATED || simple === 8) return hasPage ? 'page' : 'money';
  const condition = SIMPLE[simple];
  if (condition === undefined || status === 0) throw unreadable(String(status));
  return condition;
}

/** The account in the answer of getPaymentInstructions, or in a Smart Transaction; null where a member is missing. */
export function instructionsIn(value: unknown): PaymentInstructions | null {
  const { iban, bic, owner, bankname, purpose } = membersOf(value);
  if (typeof iban !== 'string' || typeof purpose !== 'string') return null;
  return { iban, bic: text(bic), owner: text(owner), bankname: text(bankname), purpose };
}

/** The answer for the contract; an authorisation is approved. */
export function answerOf(remote: UpstreamPayment, fallback: string): AcquirerAnswer {
  const given = { authorisation: remote.payment ?? fallback, reason: '', token: null };
  switch (remote.condition) {
    case 'taken':
    case 'authorised':
      return { ...given, approved: true, waits: null, ...instructed(remote) };
    case 'page':
      return { ...given, approved: false, waits: 'payer', ...(remote.page === null ? {} : { page: remote.page }) };
    case 'money':
      return { ...given, approved: false, waits: 'money', ...instructed(remote) };
    case 'gone':
      return declined(`the upstream service shows the payment as ${remote.status}`);
    case 'untouched':
      throw unreadable(remote.status);
  }
}

const instructed = ({ instructions }: UpstreamPayment) => (instructions === null ? {} : { instructions });

export const declined = (reason: string): AcquirerAnswer => ({
  approved: false,
  waits: null,
  authorisation: '',
  reason,
  token: null,
});

/** The newest payment that the sale names. */
function paymentNamed(transactions: unknown): string | null {
  const named = (Array.isArray(transactions) ? (transactions as Json[]) : []).filter(
    ({ object, id }) => object === 'payment.transactions' && typeof id === 'string',
  );
  return (named.at(-1)?.id as string | undefined) ?? null;
}

/** The screen of the payer opens it, so nothing but a web address is taken. */
function pageIn(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return ['http:', 'https:'].includes(new URL(value).protocol) ? value : null;
}

const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const whole = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Number(value) : 0);

/** The service has answered, so the line is up; without a name the error says nothing about what happened to the payment. */
const unreadable = (status: string): UpstreamError =>
  new UpstreamError({
    kind: 'answered',
    texts: {
      de: `Der Dienst zeigt die Zahlung in einem Zustand, den niemand kennt (${status}).`,
      en: `The service shows the payment in a state that nobody knows (${status}).`,
    },
  });
