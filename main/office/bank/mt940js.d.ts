/** The members of mt940js that are used; the package has no types of its own. */
declare module 'mt940js' {
  interface Transaction {
    /** Major units, negative for a debit. */
    readonly amount: number;
    readonly currency: string;
    /** Value date. */
    readonly date: Date;
    /** Day of booking, in the year of the value date. */
    readonly entryDate: Date | '';
    readonly details: string;
    /** Sub-fields of tag 86 by their number. */
    readonly structuredDetails?: Readonly<Record<string, string>>;
  }
  export class Parser {
    parse(text: string): readonly { readonly transactions: readonly Transaction[] }[];
  }
}
