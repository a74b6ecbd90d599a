/**
 * The payment methods, one line each: the party that moves the money, the calls that may name the method, and its
 * inputs.
 */

export type ContainerType = 'bank_account' | 'credit_card' | 'applepay' | 'googlepay' | 'paypal';

export interface PaymentMethod {
  /**
   * `book`: the bridge alone. `terminal`: the card terminal. `acquirer`: the payment processor. `chance`: no party;
   * start/demo takes a random outcome. `choice`: the bridge picks the fitting method.
   */
  readonly settledBy: 'book' | 'terminal' | 'acquirer' | 'chance' | 'choice';
  /** prepare/{method} exists: the processor authorises first. */
  readonly prepare?: true;
  /** start/{method} exists without an earlier prepare. */
  readonly start?: true;
  /** The name of the method in an agreement; a method without this name needs no agreement. */
  readonly offeredAs?: string;
  /** Allowed payment instruments; the sale, the body or an existing container must name one of them. */
  readonly container?: readonly ContainerType[];
  /** A customer must be named by id or contact, in the sale or in the body, or be that of the container. */
  readonly customer?: true;
  /** A loyalty card must be presented; the payment loads the card. */
  readonly loadsCard?: true;
  /** The loyalty card must cover the whole sale. */
  readonly wantsCovered?: true;
  /** The body must hold `tid`, `trace` and `cardtype` of a payment at another terminal. */
  readonly wantsCardFacts?: true;
  /** The body must hold `text`: which voucher it is. */
  readonly wantsText?: true;
}

const CARD = ['credit_card', 'applepay', 'googlepay'] as const;
const direct = (offeredAs: string) => ({ settledBy: 'acquirer', prepare: true, start: true, offeredAs }) as const;
/** The payer finishes on a page of the processor, so the method can only be prepared. */
const redirect = (offeredAs: string) => ({ settledBy: 'acquirer', prepare: true, offeredAs }) as const;

export const methods = {
  cash: { settledBy: 'book', start: true },
  loyalty: { settledBy: 'book', start: true, wantsCovered: true },
  cashless: { settledBy: 'terminal', start: true },
  cashless_direct: { settledBy: 'book', start: true, wantsCardFacts: true },
  voucher: { settledBy: 'book', start: true, wantsText: true },
  debit: { ...direct('debit'), container: ['bank_account'], customer: true },
  invoice: { ...direct('invoice'), customer: true },
  prepaid: direct('prepaid'),
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

/** The method of a path word in any case; null for an unknown method. */
export function methodOf(pathWord: string): NamedMethod | null {
  const name = pathWord.toLowerCase();
  return Object.hasOwn(methods, name) ? { ...methods[name as MethodName], name: name as MethodName } : null;
}

/**
 * True where no real money moves, so no loyalty card is booked and no report counts it: a demo outcome, or a sale with
 * `is_demo`, whose payment is not executed (specification, Smart Transaction).
 */
export function isPlayed(document: { readonly is_demo: boolean }, method: string | null): boolean {
  return document.is_demo || methodOf(method ?? '')?.settledBy === 'chance';
}
