/** Resources kept as documents, as the steps ask for them. */

/** A resource kept as the text the API answers, with what only the bridge knows beside it. */
export interface Stored<T, Inner> {
  readonly document: T;
  /** For example the full IBAN behind a masked one. Never card data. */
  readonly inner: Inner;
}

export interface Records<T extends { readonly id: string }, Inner = Readonly<Record<string, never>>> {
  /** The stored text as the bytes it is answered with; undefined where this merchant has none. */
  bytes(merchant: string, id: string): Buffer | undefined;
  find(merchant: string, id: string): Stored<T, Inner> | null;
  /** All of a merchant, oldest first: for kinds of which there are few. */
  all(merchant: string): readonly Stored<T, Inner>[];
  // The rest is for use inside `write`.
  insert(merchant: string, document: T, inner?: Inner): void;
  /** In the place before all others of the merchant, and without telling anybody: of what happened long ago. */
  insertFirst(merchant: string, document: T, inner?: Inner): void;
  /** `inner` stays as it is when it is left out. */
  save(merchant: string, document: T, inner?: Inner): void;
  remove(merchant: string, id: string): void;
}
