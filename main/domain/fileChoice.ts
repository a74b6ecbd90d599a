/** A person's word on a file of a price list. */
export interface FileChoice {
  /** Our column for each of theirs, in their order; empty: it is not read. Null: guessed. */
  readonly columns: readonly string[] | null;
  /** For every line where the file says nothing, by column. */
  readonly values: Readonly<Record<string, string>>;
}
