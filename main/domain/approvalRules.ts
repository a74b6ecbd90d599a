/**
 * Operations that give money or value away, as one table: which kind of gift each is, what a cashier may do alone, and
 * what she needs above that. Limits are for persons. A cash register that signed in as an API client is the authority
 * over its own sales and is not limited here. Pure.
 */

export interface ValueKindRow {
  /** Limit for a cashier without approval, unless the shop sets another; null is without limit. */
  readonly limit: number | null;
  /** A manager must give a reason. */
  readonly reason: boolean;
  /** Minor units of the currency, or a count of points. */
  readonly unit: 'money' | 'points' | 'none';
  readonly de: string;
  readonly en: string;
}

const row = (limit: number | null, reason: boolean, de: string, en: string, unit: ValueKindRow['unit'] = 'money') => ({
  limit,
  reason,
  unit,
  de,
  en,
});

export const valueKinds = {
  cardLoad: row(0, true, 'Kundenkarte ohne Verkauf aufladen', 'Load a loyalty card without a sale'),
  cardPoints: row(0, true, 'Punkte ohne Verkauf gutschreiben', 'Give points without a sale', 'points'),
  cardCorrection: row(0, true, 'Guthaben einer Kundenkarte korrigieren', 'Correct the balance of a loyalty card'),
  cardAccess: row(
    0,
    true,
    'Kundenkarte entsperren, verlängern oder mit neuem Passwort versehen',
    'Unlock a loyalty card, extend it or give it another passcode',
  ),
  voucher: row(0, true, 'Gutschein ausstellen', 'Issue a voucher'),
  // Cash leaves the drawer.
  cardPayOut: row(0, true, 'Guthaben einer Kundenkarte auszahlen', 'Pay out the balance of a loyalty card'),
  // A receipt proves what was paid; larger values are looked at twice.
  returnGoods: row(5000, false, 'Ware mit Bon zurücknehmen', 'Take goods back with a receipt'),
  returnWithoutReceipt: row(0, true, 'Ware ohne Bon zurücknehmen', 'Take goods back without a receipt'),
  // Bottles are counted by one person; a whole car full of crates is looked at by two.
  emptiesPaidOut: row(5000, false, 'Leergut auszahlen', 'Pay out for empties'),
  cashForOther: row(0, true, 'Bar auszahlen, was nicht bar bezahlt wurde', 'Pay out in cash what was not paid in cash'),
  cancelSale: row(0, true, 'Bezahlten Verkauf stornieren', 'Cancel a paid sale'),
  // Cash registers with their own terminal report their payments this way; a shop without such registers sets 0.
  paidElsewhere: row(
    null,
    true,
    'Verkauf als anderswo mit Karte bezahlt abschließen',
    'Close a sale as paid by card elsewhere',
  ),
  // Nobody but the person says that the voucher is worth it; larger ones are looked at twice.
  foreignVoucher: row(5000, false, 'Fremden Gutschein annehmen', 'Take a voucher of somebody else'),
  // Together with what else was given by hand in the same sale.
  priceChange: row(500, true, 'Preis von Hand senken', 'Lower a price by hand'),
  // A customer who is charged more than the shelf says complains to the manager.
  priceRaise: row(500, true, 'Preis von Hand erhöhen', 'Raise a price by hand'),
  lineDiscount: row(500, true, 'Rabatt auf eine Position', 'Discount on a line'),
  basketDiscount: row(500, true, 'Rabatt auf den Warenkorb', 'Discount on the basket'),
  // The money goes back to the customer's own card, so small amounts need no manager.
  takeBack: row(5000, false, 'Kartenzahlung zurückgeben', 'Take a card payment back'),
  terminalRefund: row(0, true, 'Gutschrift am Terminal', 'Refund at the terminal'),
  terminalReversal: row(0, true, 'Storno am Terminal', 'Reversal at the terminal'),
  terminalOperation: row(0, false, 'Terminalvorgang ohne Verkauf', 'Terminal operation without a sale'),
  refundPayment: row(0, true, 'Zahlung erstatten', 'Refund a payment'),
  assignTransfer: row(0, true, 'Überweisung einer Zahlung zuordnen', 'Assign a transfer to a payment'),
  releasePayout: row(0, false, 'Auszahlungssperre aufheben', 'Lift the lock for payout'),
  payout: row(0, true, 'Auszahlung', 'Payout'),
  // Small expenses are paid from the drawer all day; what goes to the safe is looked at by two.
  cashOut: row(5000, false, 'Bargeld entnehmen', 'Take cash out'),
  // Recounting needs approval, because repeated counting can hide a difference.
  cashRecount: row(0, false, 'Bargeld nachzählen', 'Count cash again', 'none'),
  // A discarded record never reaches the head office.
  queueDecision: row(0, true, 'Datensätze für die Zentrale klären', 'Decide about records for the head office', 'none'),
  // Without a sale nobody can say what the drawer was opened for, but the person.
  openDrawer: row(0, true, 'Schublade ohne Verkauf öffnen', 'Open the drawer without a sale', 'none'),
  // Outside the kiosk a person can use the whole machine.
  kioskExit: row(0, false, 'Kiosk verlassen', 'Leave the kiosk', 'none'),
} as const satisfies Record<string, ValueKindRow>;

export type ValueKind = keyof typeof valueKinds;
export const valueKindNames = Object.keys(valueKinds) as ValueKind[];

/** Limits for cashiers by kind; null is without limit. */
export type Limits = Readonly<Record<ValueKind, number | null>>;

export const defaultLimits: Limits = Object.fromEntries(
  valueKindNames.map(kind => [kind, valueKinds[kind].limit]),
) as Record<ValueKind, number | null>;

/** The value that one call gives away. */
export interface ApprovalNeed {
  readonly operation: ValueKind;
  /** Id of the object: a sale, a card, a payment, or a receipt at a terminal. */
  readonly object: string;
  /** Null for an unknown amount, such as a receipt of another till; it counts as more than every limit. */
  readonly amount: number | null;
}

export type Requirement = 'none' | 'reason' | 'approval';

/** The requirement for a person with this role; `role` null is an API client. */
export function requirementOf(role: string | null, { operation, amount }: ApprovalNeed, limits: Limits): Requirement {
  if (role === null || amount === 0) return 'none';
  if (role === 'manager' || role === 'integrator') return valueKinds[operation].reason ? 'reason' : 'none';
  const limit = limits[operation];
  return limit === null || (amount !== null && amount <= limit) ? 'none' : 'approval';
}

/** An approval of a manager, with the person it was given to. */
export interface ApprovedNeed extends ApprovalNeed {
  readonly merchant: string;
  /** USR_… of the requester. */
  readonly requester: string;
  /** The sign-in of the requester. */
  readonly session: string;
  readonly till: string | null;
  readonly expiresAt: number;
}

/** The call that uses an approval. */
export interface ApprovalUse extends Omit<ApprovedNeed, 'expiresAt'> {
  readonly now: number;
}

/** The reason for which an approval does not cover this call; null where it does. */
export function approvalRefusal(approved: ApprovedNeed, use: ApprovalUse): string | null {
  if (use.now >= approved.expiresAt) return 'the approval has expired';
  if (approved.merchant !== use.merchant || approved.requester !== use.requester || approved.session !== use.session)
    return 'the approval was given to somebody else';
  if (approved.till !== use.till) return 'the approval was given at another till';
  if (approved.operation !== use.operation)
    return `the approval is for ${approved.operation}, and this is ${use.operation}`;
  if (approved.object !== use.object) return `the approval is for ${approved.object}, and this is about ${use.object}`;
  if (approved.amount === null)
    return use.amount === null ? null : `the approval is for an amount that nobody knows, and this is ${use.amount}`;
  if (use.amount === null) return `the approval is for ${approved.amount}, and the amount of this call is not known`;
  return use.amount <= approved.amount ? null : `the approval is for ${approved.amount}, and this is ${use.amount}`;
}

/** Kinds of value that a call may give away, by rule. */
export const valueRules = {
  cardBooking: ['cardLoad', 'cardPoints', 'cardCorrection'],
  cardChange: ['cardAccess'],
  cardAdjustment: ['cardCorrection', 'cardLoad', 'cardPoints'],
  voucherGift: ['voucher'],
  cardFile: ['cardLoad', 'voucher'],
  cardAccess: ['cardAccess'],
  saleEnding: ['cancelSale'],
  saleByReceipt: ['cancelSale'],
  basketAdjustment: ['priceChange', 'priceRaise', 'lineDiscount', 'basketDiscount'],
  goodsReturn: ['returnGoods', 'returnWithoutReceipt'],
  payOut: ['cashForOther', 'emptiesPaidOut'],
  partCash: ['cashForOther'],
  saleStart: ['paidElsewhere', 'foreignVoucher', 'cardLoad', 'cardPayOut'],
  latePayment: ['takeBack'],
  terminalOperation: ['terminalRefund', 'terminalReversal', 'terminalOperation'],
  paymentCancel: ['refundPayment'],
  transferAssigned: ['assignTransfer'],
  payoutRelease: ['releasePayout'],
  payoutMade: ['payout'],
  queueDecision: ['queueDecision'],
  drawerOpening: ['openDrawer'],
  cashMovement: ['cashOut'],
  cashRecount: ['cashRecount'],
  kioskExit: ['kioskExit'],
} as const satisfies Record<string, readonly ValueKind[]>;

export type ValueRule = keyof typeof valueRules;

const api = '/api/v2';
const cards = `${api}/Loyalty/MerchantCards/{id}`;
const sales = `${api}/Smart/Transactions`;
const payments = `${api}/Payment/Transactions/{id}`;
const bridge = '/bridge/v1';
const loyalty = `${bridge}/loyalty`;

/** Resources of single payment methods; all have the same calls. */
const METHODS = ['Svcprepays', 'Svcdebits', 'Svccreditcards', 'Svcinvoices', 'Svcsofort', 'Svcpaypals', 'Svcpayout'];

const gives = {
  [`POST ${cards}/transaction/{target}`]: 'cardBooking',
  [`PUT ${cards}`]: 'cardChange',
  [`POST ${cards}/unlock`]: 'cardAccess',
  [`POST ${cards}/newPasscode`]: 'cardAccess',
  [`POST ${cards}/resetPasscode`]: 'cardAccess',
  [`POST ${loyalty}/cards/{id}/corrections`]: 'cardAdjustment',
  [`POST ${loyalty}/cards/{id}/unlock`]: 'cardAccess',
  [`POST ${loyalty}/batches/{id}/apply`]: 'cardFile',
  [`PUT ${loyalty}/vouchers/{id}`]: 'voucherGift',
  [`POST ${loyalty}/vouchers`]: 'voucherGift',
  [`POST ${loyalty}/vouchers/many`]: 'voucherGift',
  [`POST ${sales}/{id}/cancel`]: 'saleEnding',
  [`POST ${sales}/{id}/abort`]: 'saleEnding',
  [`POST ${sales}/{id}/canceltrx`]: 'saleByReceipt',
  [`POST ${sales}/{id}/start/{method}`]: 'saleStart',
  [`POST ${bridge}/transactions/{id}/adjustments`]: 'basketAdjustment',
  [`POST ${bridge}/returns`]: 'goodsReturn',
  [`POST ${bridge}/returns/{id}/pay-out`]: 'payOut',
  [`POST ${bridge}/transactions/{id}/parts/{part}/cash-back`]: 'partCash',
  [`POST ${bridge}/till/late`]: 'latePayment',
  [`POST ${bridge}/terminals/{device}/operations`]: 'terminalOperation',
  [`POST ${payments}/cancel`]: 'paymentCancel',
  [`POST ${payments}/revokeAccrual`]: 'payoutRelease',
  [`POST ${payments}/assignPayment/{accounting}`]: 'transferAssigned',
  [`POST ${payments}/assignTransferBalance`]: 'transferAssigned',
  ...Object.fromEntries(
    METHODS.flatMap(word => [
      [`POST ${api}/Payment/${word}/{id}/cancel`, 'paymentCancel'],
      [`PUT ${api}/Payment/${word}/{id}/accrual`, 'payoutRelease'],
    ]),
  ),
  [`POST ${api}/Payment/Svcpayout`]: 'payoutMade',
  [`POST ${api}/Payment/Svcpayout/me/PayoutWithoutCustomer`]: 'payoutMade',
  [`POST ${bridge}/queue/records/{id}/retry`]: 'queueDecision',
  [`POST ${bridge}/queue/records/{id}/discard`]: 'queueDecision',
  [`POST ${bridge}/queue/records/{id}/correct`]: 'queueDecision',
  [`POST ${bridge}/queue/cases/{id}/close`]: 'queueDecision',
  [`POST ${bridge}/queue/cases/{id}/choose`]: 'queueDecision',
  [`POST ${bridge}/drawer-openings`]: 'drawerOpening',
  [`POST ${bridge}/cash-movements`]: 'cashMovement',
  [`POST ${bridge}/shifts/{id}/recount`]: 'cashRecount',
  [`POST ${bridge}/kiosk/exit`]: 'kioskExit',
} as const satisfies Record<string, ValueRule>;

const inSmallLetters = new Map<string, ValueRule>(
  Object.entries(gives).map(([operation, rule]) => [operation.toLowerCase(), rule]),
);

/** Operations that give value away, such as `POST /api/v2/Smart/Transactions/{id}/cancel`. */
export const givingOperations: readonly string[] = Object.keys(gives);

/**
 * The rule of an operation that gives value away, such as `POST` and `/api/v2/Smart/Transactions/:id/cancel`, or with `{id}`;
 * null for any other operation. Who may call it at all is said in `services/auth/rightsTable.ts`.
 */
export const ruleOf = (method: string, path: string): ValueRule | null =>
  inSmallLetters.get(`${method} ${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`.toLowerCase()) ?? null;
