/**
 * Payment products, and each payment method on the wire: its product ids by use, and the resource with its details
 * (specification, "Payment Transaction"). Product ids from 9000 on are the bridge's own.
 */

interface Product {
  /** Technical name, `product_raw`. */
  readonly raw: string;
  /** Short name, `product`. */
  readonly name: string;
}

export const products = {
  16: { raw: 'PAYMENTGUARANTEE_DEBIT', name: 'Lastschrift' },
  20: { raw: 'DEMO_DEBIT', name: 'Lastschrift (Demo)' },
  21: { raw: 'DEMO_CREDITCARD', name: 'Kreditkarte (Demo)' },
  26: { raw: 'PAYMENTGUARANTEE_CREDITCARD', name: 'Kreditkarte' },
  36: { raw: 'PREPAY', name: 'Vorkasse' },
  50: { raw: 'PREAUTHORISATION_PAYMENTGUARANTEE_DEBIT', name: 'Lastschrift-Vorautorisierung' },
  92: { raw: 'PAYMENTGUARANTEE_CREDITCARD_REFUND', name: 'Erstattung' },
  218: { raw: 'PREAUTORISSATION_PAYMENTGUARANTEE_CREDITCARD', name: 'Kreditkarten-Vorautorisierung' },
  267: { raw: 'INVOICE', name: 'Kauf auf Rechnung' },
  283: { raw: 'PARTIAL_PAYMENT', name: 'Ratenkauf' },
  309: { raw: 'DEBIT_CROWDFUNDING', name: 'Lastschrift' },
  310: { raw: 'PREPAY_CROWDFUNDING', name: 'Vorkasse' },
  311: { raw: 'CREDITCARD_CROWDFUNDING', name: 'Kreditkarte' },
  329: { raw: 'DEMO_INVOICE', name: 'Kauf auf Rechnung (Demo)' },
  397: { raw: 'STAKEHOLDER_PAYMENT', name: 'Stakeholder-Anteil' },
  398: { raw: 'STAKEHOLDER_DEDUCTION', name: 'Stakeholder-Abzug' },
  437: { raw: 'STAKEHOLDER_REFUND', name: 'Stakeholder-Erstattung' },
  438: { raw: 'STAKEHOLDER_RECALL', name: 'Stakeholder-Rückruf' },
  440: { raw: 'PAYPAL', name: 'PayPal' },
  478: { raw: 'PAYPAL_REFUND', name: 'Erstattung' },
  9001: { raw: 'TWINT', name: 'TWINT' },
  9002: { raw: 'SOFORT', name: 'Sofort' },
  9003: { raw: 'GIROPAY', name: 'giropay' },
  9004: { raw: 'EPS', name: 'eps' },
  9010: { raw: 'POS_CARD', name: 'Kartenzahlung' },
  9011: { raw: 'POS_CASH', name: 'Barzahlung' },
  9016: { raw: 'PAYMENTGUARANTEE_DEBIT_REFUND', name: 'Erstattung' },
  9036: { raw: 'PREPAY_REFUND', name: 'Erstattung' },
  9090: { raw: 'REFUND', name: 'Erstattung' },
  9020: { raw: 'PAYOUT', name: 'Auszahlung' },
  9267: { raw: 'INVOICE_REFUND', name: 'Erstattung' },
} as const satisfies Readonly<Record<number, Product>>;
export type ProductId = keyof typeof products;

interface MethodRow {
  /** Object name of the detail representation. */
  readonly object: string;
  /** Word of the path below /Payment/ in lower case; null where only /Payment/Transactions shows it. */
  readonly path: string | null;
  /** `zahlungsmittel_id`. */
  readonly number: number;
  readonly pos?: true;
  readonly product: ProductId;
  readonly preauthorisation?: ProductId;
  readonly crowdfunding?: ProductId;
  readonly demo?: ProductId;
  readonly refund: ProductId;
}

const general = { object: 'payment.transactions', path: null } as const;
const specific = (path: string) => ({ object: `payment.${path}`, path }) as const;

export const paymentMethods = {
  debit: {
    ...specific('svcdebits'),
    number: 1,
    product: 16,
    preauthorisation: 50,
    crowdfunding: 309,
    demo: 20,
    refund: 9016,
  },
  creditcard: {
    ...specific('svccreditcards'),
    number: 2,
    product: 26,
    preauthorisation: 218,
    crowdfunding: 311,
    demo: 21,
    refund: 92,
  },
  prepaid: { ...specific('svcprepays'), number: 3, product: 36, crowdfunding: 310, refund: 9036 },
  invoice: { ...specific('svcinvoices'), number: 4, product: 267, demo: 329, refund: 9267 },
  sofort: { ...specific('svcsofort'), number: 5, product: 9002, refund: 9090 },
  paypal: { ...specific('svcpaypals'), number: 6, product: 440, refund: 478 },
  easycredit: { ...general, number: 7, product: 283, refund: 9090 },
  twint: { ...general, number: 8, product: 9001, refund: 9090 },
  giropay: { ...general, number: 9, product: 9003, refund: 9090 },
  eps: { ...general, number: 10, product: 9004, refund: 9090 },
  payout: { ...specific('svcpayout'), number: 13, product: 9020, refund: 9090 },
  ccload: { ...general, object: 'payment.svccreditcards', number: 2, product: 26, demo: 21, refund: 92 },
  cashless: { ...general, number: 11, pos: true, product: 9010, refund: 9090 },
  cashless_direct: { ...general, number: 11, pos: true, product: 9010, refund: 9090 },
  cash: { ...general, number: 12, pos: true, product: 9011, refund: 9090 },
} as const satisfies Readonly<Record<string, MethodRow>>;
export type PaymentMethodName = keyof typeof paymentMethods;

/** The row of a method, in any case; undefined for a method without Payment Transactions. */
export function methodRow(name: string): MethodRow | undefined {
  const method = name.toLowerCase();
  return Object.hasOwn(paymentMethods, method) ? paymentMethods[method as PaymentMethodName] : undefined;
}

/**
 * True for a method whose money is taken at the counter, by the till or at a terminal; no acquirer knows the payment.
 */
export const isAtCounter = (method: string): boolean => methodRow(method)?.pos === true;

/** The method of a path word below /Payment/ in any case: `Svcprepays`, `svcdebits`. */
export function methodOfPath(pathWord: string): PaymentMethodName | null {
  const path = pathWord.toLowerCase();
  const names = Object.keys(paymentMethods) as PaymentMethodName[];
  return names.find(name => paymentMethods[name].path === path) ?? null;
}

/** The product of a payment, by the way the payment is made. */
export function productOf(
  method: string,
  { accrual, demo, preauthorised }: { accrual: boolean; demo: boolean; preauthorised: boolean },
): ProductId {
  const row = methodRow(method) ?? paymentMethods.twint;
  const { product, crowdfunding, demo: trial, preauthorisation } = row as MethodRow;
  if (demo && trial) return trial;
  if (accrual && crowdfunding) return crowdfunding;
  return (preauthorised ? preauthorisation : undefined) ?? product;
}

/** The product of a refund by this method. */
export const refundProduct = (method: string): ProductId => methodRow(method)?.refund ?? 9090;

export const productMembers = (id: ProductId) => ({
  product_id: id,
  product: products[id].name,
  product_raw: products[id].raw,
});
