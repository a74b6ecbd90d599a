/** The payment methods the bridge settles, one line each: who moves the money, and what the method asks of the sale. */

export interface PaymentMethod {
  /** `book`: nobody outside is asked. `terminal`: the card terminal. `acquirer`: the payment processor. */
  readonly settledBy: 'book' | 'terminal' | 'acquirer';
  /** Only when the loyalty card covers everything. */
  readonly wantsCovered?: true;
  /** What the container must hold, unless the sale knows one already. */
  readonly container?: 'bank_account';
}

const methods: Readonly<Record<string, PaymentMethod>> = {
  cash: { settledBy: 'book' },
  loyalty: { settledBy: 'book', wantsCovered: true },
  cashless: { settledBy: 'terminal' },
  debit: { settledBy: 'acquirer', container: 'bank_account' },
};

/** By path word, whatever its case; null for a method this bridge does not offer. */
export function methodOf(word: string): (PaymentMethod & { readonly name: string }) | null {
  const name = word.toLowerCase();
  return Object.hasOwn(methods, name) ? { ...methods[name]!, name } : null;
}
