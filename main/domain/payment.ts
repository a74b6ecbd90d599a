/** The money of a Payment Transaction: possible operations at the acquirer, and the amounts after its answer. Pure. */

/** Operations at the acquirer for one payment. */
export type PaymentMove =
  | 'authorise'
  /** Authorise and capture in one request. */
  | 'sale'
  /** The payer has finished the challenge page; the acquirer continues the payment. */
  | 'confirm'
  | 'capture'
  | 'refund'
  /** Release the held amount. */
  | 'void'
  /** Increase the authorisation. */
  | 'increase'
  /** A transfer has arrived. */
  | 'collect';

export type PaymentStage =
  | 'created'
  /** The payer must pass a challenge page: 3-D Secure, a bank, a wallet. */
  | 'challenged'
  /** Accepted; the transfer of the payer has not arrived. */
  | 'waiting'
  | 'authorised'
  | 'captured'
  | 'denied'
  | 'voided';

export interface PaymentMoney {
  readonly stage: PaymentStage;
  readonly action: 'authorization' | 'sale';
  /** Agreed amount, minor units. */
  readonly amount: number;
  /** Held for the merchant or due from the payer, and not captured. */
  readonly held: number;
  readonly captured: number;
  readonly refunded: number;
}

export type MoveResult = 'approved' | 'declined' | 'payer' | 'money';

export const newMoney = (amount: number, action: PaymentMoney['action']): PaymentMoney => ({
  stage: 'created',
  action,
  amount,
  held: 0,
  captured: 0,
  refunded: 0,
});

/** The maximum amount of a move; null where the stage forbids it. */
export function limitOf(move: PaymentMove, money: PaymentMoney): number | null {
  if (!STAGES[move].includes(money.stage)) return null;
  return LIMITS[move](money);
}

/** True where this move is possible with this amount. A void of 0 ends an authorisation of 0. */
export function movable(move: PaymentMove, money: PaymentMoney, amount: number): boolean {
  const limit = limitOf(move, money);
  if (limit === null || !Number.isSafeInteger(amount) || amount < 0 || amount > limit) return false;
  if (WHOLE.has(move) || money.stage === 'challenged') return amount === limit;
  return amount > 0 || (move === 'void' && limit === 0 && money.stage === 'authorised');
}

/**
 * The money after the answer of the acquirer. A declined move changes nothing, except that a declined first move
 * denies the payment.
 */
export function moved(move: PaymentMove, money: PaymentMoney, amount: number, result: MoveResult): PaymentMoney {
  if (result === 'declined') return WHOLE.has(move) ? { ...money, stage: 'denied', held: 0 } : money;
  if (result === 'payer') return { ...money, stage: 'challenged', held: amount };
  if (result === 'money') return { ...money, stage: 'waiting', held: amount };
  return APPROVED[move](money, amount);
}

/** The amount that the merchant still has, or will have. */
export function leftOf({ stage, amount, held, captured, refunded }: PaymentMoney): number {
  return stage === 'created' ? amount : held + captured - refunded;
}

const STAGES: Readonly<Record<PaymentMove, readonly PaymentStage[]>> = {
  authorise: ['created'],
  sale: ['created'],
  confirm: ['challenged'],
  capture: ['authorised', 'captured'],
  refund: ['captured', 'waiting'],
  void: ['challenged', 'waiting', 'authorised', 'captured'],
  increase: ['authorised'],
  collect: ['waiting'],
};

const LIMITS: Readonly<Record<PaymentMove, (money: PaymentMoney) => number>> = {
  authorise: money => money.amount,
  sale: money => money.amount,
  confirm: money => money.amount,
  capture: money => money.held,
  refund: money => money.captured - money.refunded,
  void: money => money.held,
  increase: money => Number.MAX_SAFE_INTEGER - money.amount,
  collect: money => money.held,
};

/** Moves that begin a payment and concern its whole amount. */
const WHOLE: ReadonlySet<PaymentMove> = new Set(['authorise', 'sale', 'confirm']);

const authorised = (money: PaymentMoney, amount: number): PaymentMoney => ({
  ...money,
  stage: 'authorised',
  held: amount,
});
const taken = (money: PaymentMoney, amount: number): PaymentMoney => ({
  ...money,
  stage: 'captured',
  held: 0,
  captured: amount,
});

const APPROVED: Readonly<Record<PaymentMove, (money: PaymentMoney, amount: number) => PaymentMoney>> = {
  authorise: authorised,
  sale: taken,
  confirm: (money, amount) => (money.action === 'sale' ? taken : authorised)(money, amount),
  capture: (money, amount) => ({
    ...money,
    stage: 'captured',
    held: money.held - amount,
    captured: money.captured + amount,
  }),
  refund: (money, amount) => ({ ...money, refunded: money.refunded + amount }),
  void(money, amount) {
    const held = money.held - amount;
    if (held > 0) return { ...money, held };
    return { ...money, held, stage: money.captured > 0 ? 'captured' : 'voided' };
  },
  increase: (money, amount) => ({ ...money, amount: money.amount + amount, held: money.held + amount }),
  collect(money, amount) {
    const held = money.held - amount;
    return { ...money, held, captured: money.captured + amount, stage: held === 0 ? 'captured' : 'waiting' };
  },
};
