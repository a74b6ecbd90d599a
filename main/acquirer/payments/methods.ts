/** The payment methods, one line each: who moves the money, where the method may be asked for, and what it needs. */

export type ContainerType = 'bank_account' | 'credit_card' | 'applepay' | 'googlepay' | 'paypal';

export interface PaymentMethod {
  /**
   * `book`: nobody outside is asked. `terminal`: the card terminal. `acquirer`: the payment processor. `chance`: nobody,
   * the ending is drawn, for trying things out. `choice`: the bridge takes the method that fits.
   */
  readonly settledBy: 'book' | 'terminal' | 'acquirer' | 'chance' | 'choice';
  /** prepare/{method}: somebody outside has to authorise first. */
  readonly prepare?: true;
  /** start/{method} without an earlier prepare. */
  readonly start?: true;
  /** The name under which a contract offers it; without one no contract is asked. */
  readonly offeredAs?: string;
  /** What the payment instrument may be; the sale, the body or an existing container must name one. */
  readonly container?: readonly ContainerType[];
  /** Somebody must be billed: a customer's id or contact, in the sale or in the body. */
  readonly customer?: true;
  /** A loyalty card must be presented: it is loaded with what is paid. */
  readonly loadsCard?: true;
  /** Only when the loyalty card covers everything. */
  readonly wantsCovered?: true;
  /** `tid`, `trace` and `cardtype` of a payment made elsewhere must be told. */
  readonly wantsCardFacts?: true;
}

const CARD = ['credit_card', 'applepay', 'googlepay'] as const;
/** The payer finishes on a page of the processor's, so it can only be prepared. */
const redirect = (offeredAs: string) => ({ settledBy: 'acquirer', prepare: true, offeredAs }) as const;

export const methods = {
  cash: { settledBy: 'book', start: true },
  loyalty: { settledBy: 'book', start: true, wantsCovered: true },
  cashless: { settledBy: 'terminal', start: true },
  cashless_direct: { settledBy: 'book', start: true, wantsCardFacts: true },
  debit: { settledBy: 'acquirer', prepare: true, start: true, offeredAs: 'debit', container: ['bank_account'] },
  invoice: { settledBy: 'acquirer', prepare: true, start: true, offeredAs: 'invoice', customer: true },
  prepaid: { settledBy: 'acquirer', prepare: true, start: true, offeredAs: 'prepaid' },
  creditcard: { settledBy: 'acquirer', prepare: true, offeredAs: 'creditcard', container: CARD },
  ccload: { settledBy: 'acquirer', start: true, offeredAs: 'creditcard', container: CARD, loadsCard: true },
  paypal: { ...redirect('paypal'), start: true },
  sofort: redirect('sofort'),
  easycredit: { ...redirect('easycredit'), customer: true },
  giropay: redirect('giropay'),
  eps: redirect('eps'),
  auto: { settledBy: 'choice', start: true },
  demo: { settledBy: 'chance', start: true },
} as const satisfies Readonly<Record<string, PaymentMethod>>;

export type MethodName = keyof typeof methods;

export type NamedMethod = PaymentMethod & { readonly name: MethodName };

/** By path word, whatever its case; null for a method this bridge does not know. */
export function methodOf(word: string): NamedMethod | null {
  const name = word.toLowerCase();
  return Object.hasOwn(methods, name) ? { ...methods[name as MethodName], name: name as MethodName } : null;
}

/**
 * Is this only played, so that no card is charged either? Every payment by chance is, and one with `is_demo`, but for
 * those at a terminal, which is not told and takes the money.
 */
export function isPlayed(document: { readonly is_demo: boolean }, method: string | null): boolean {
  const settledBy = methodOf(method ?? '')?.settledBy;
  return settledBy === 'chance' || (document.is_demo && settledBy !== 'terminal');
}
