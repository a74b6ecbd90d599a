/** Which payment methods a contract offers for a currency: some exist in one country only. */

const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  debit: ['EUR'],
  easycredit: ['EUR'],
  eps: ['EUR'],
  giropay: ['EUR'],
  invoice: ['EUR'],
  prepaid: ['EUR'],
  sofort: ['EUR', 'CHF'],
  twint: ['CHF'],
};

export interface AgreedMethods {
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
}

/** In the order of the contract; nothing for a currency the contract does not have. */
export function availableMethods({ methods, currencies }: AgreedMethods, currency: string): readonly string[] {
  if (!currencies.includes(currency)) return [];
  return methods.filter(method => CURRENCIES[method]?.includes(currency) ?? true);
}
