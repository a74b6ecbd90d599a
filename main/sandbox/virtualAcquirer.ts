/**
 * The simulated acquirer. It keeps its own books, so that a repeated key is booked once, and decides by the published
 * test data and by its books.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { composeIBAN } from 'ibantools';
import { collectingAccount } from '../demo/collectingAccount.ts';
import type { Account } from '../domain/bankDetails.ts';
import { movable, moved, newMoney, type PaymentMoney, type PaymentMove } from '../domain/payment.ts';
import { type Acquirer, type AcquirerAnswer, type AcquirerRequest, resultOf } from '../world/acquirer.ts';
import { type Behaviour, behaviourOf } from './testData.ts';

export interface BookEntry {
  readonly key: string;
  /** Key of the first entry of the payment; its own key for the first entry. */
  readonly original: string;
  readonly kind: PaymentMove;
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly answer: AcquirerAnswer;
}

export interface AcquirerBooks {
  find(key: string): BookEntry | null;
  /** All entries of one payment, oldest first. */
  account(original: string): readonly BookEntry[];
  /** Books the answer of `decide` under this key, or returns the booked answer of the key. */
  book(key: string, decide: () => Omit<BookEntry, 'key'>): Promise<AcquirerAnswer>;
}

/** Duration of the slow test data, ms. */
const SLOW = 4000;

/** Bank code of the pay-in accounts; no bank has it. */
const BANK_CODE = '99990000';

const payInAccount = (contract: number, owner: string): Account => ({
  iban: composeIBAN({ countryCode: 'DE', bban: `${BANK_CODE}${String(contract).padStart(10, '0')}` }) ?? '',
  bic: 'TILBDEFFXXX',
  owner,
  bankname: 'Tillbridge',
});

export function createVirtualAcquirer(books: AcquirerBooks, newAuthorisation: () => string): Acquirer {
  const ask = (kind: PaymentMove) => async (request: AcquirerRequest) => {
    const known = books.find(request.key);
    if (known) return known.answer;
    const behaviour = behaviourOf(request.instrument, request.amount);
    if (behaviour === 'slow' && BEGINS.has(kind)) await pause(SLOW);
    return books.book(request.key, () => {
      const original = request.original ?? request.key;
      const { method, amount, currency } = request;
      const verdict = decide(kind, request, books.account(original));
      const answer = { waits: null, reason: '', token: null, ...verdict, authorisation: newAuthorisation() };
      return { original, kind, method, amount, currency, answer };
    });
  };
  return {
    serves: () => true,
    account: collectingAccount,
    payInAccount,
    identified: async () => true,
    authorise: ask('authorise'),
    sale: ask('sale'),
    confirm: ask('confirm'),
    capture: ask('capture'),
    refund: ask('refund'),
    void: ask('void'),
    increase: ask('increase'),
    collect: ask('collect'),
    lookUp: async key => books.find(key)?.answer ?? null,
    async token({ instrument, archive }) {
      if (archive) return 'archived';
      const behaviour = behaviourOf(instrument, 0);
      return behaviour === 'tokenFailed' || behaviour === 'tokenRevoked' ? 'failed' : 'active';
    },
  };
}

/** The money of a payment, computed from its entries. */
export function moneyOf(account: readonly BookEntry[]): PaymentMoney {
  const [first] = account;
  const action = first?.kind === 'authorise' ? 'authorization' : 'sale';
  return account.reduce(
    (money, { kind, amount, answer }) => moved(kind, money, amount, resultOf(answer)),
    newMoney(first?.amount ?? 0, action),
  );
}

type AcquirerDecision = Pick<AcquirerAnswer, 'approved'> & Partial<Omit<AcquirerAnswer, 'approved' | 'authorisation'>>;

const BEGINS: ReadonlySet<PaymentMove> = new Set(['authorise', 'sale']);

const declined = (reason: string): AcquirerDecision => ({ approved: false, reason });

function decide(kind: PaymentMove, request: AcquirerRequest, account: readonly BookEntry[]): AcquirerDecision {
  const behaviour = behaviourOf(request.instrument, request.amount);
  if (BEGINS.has(kind)) return begun(request, behaviour);
  if (account.length === 0) return declined('the payment is not known here');
  if (!movable(kind, moneyOf(account), request.amount)) return declined(`the books do not allow this ${kind}`);
  if (kind === 'confirm') return confirmed(request, behaviour);
  if (kind === 'capture' && behaviour === 'captureRefused') return declined('the capture is refused');
  if (kind === 'refund' && behaviour === 'refundRefused') return declined('the refund is refused');
  return { approved: true };
}

const ISSUER = 'declined by the issuer';

/** Methods whose payer finishes on a page of the processor, unless an instrument is stored. */
const PAGES: ReadonlySet<string> = new Set([
  'creditcard',
  'debit',
  'paypal',
  'sofort',
  'easycredit',
  'giropay',
  'eps',
  'twint',
]);

function begun(request: AcquirerRequest, behaviour: Behaviour): AcquirerDecision {
  const { method, instrument, recurring } = request;
  if (behaviour === 'declined') return declined(ISSUER);
  if (method === 'prepaid' || method === 'payout') return { approved: false, waits: 'money' };
  const stored = recurring?.type === 'mit';
  const strong = behaviour === 'challenge' || behaviour === 'softDecline';
  const page = strong || (!instrument && PAGES.has(method));
  if (page && !stored) return { approved: false, waits: 'payer' };
  return { approved: true, token: tokenOf(request, behaviour) };
}

function confirmed(request: AcquirerRequest, behaviour: Behaviour): AcquirerDecision {
  if (request.payer === 'refused') return declined('refused by the payer');
  if (request.payer === 'timeout') return declined('the payer did not finish in time');
  return { approved: true, token: tokenOf(request, behaviour) };
}

function tokenOf({ requestToken }: AcquirerRequest, behaviour: Behaviour): AcquirerAnswer['token'] {
  if (!requestToken) return null;
  return behaviour === 'tokenFailed' ? 'failed' : 'requested';
}
