/**
 * Rows of one article in several variants become articles of their own. Systems name what they share in the first row alone, and say
 * which rows belong together: by a handle that all of them have, or by the number or id of the row that holds what they share.
 */
type Row = Readonly<Record<string, string>>;

const SHARED = ['name', 'name_en', 'group', 'tax', 'unit', 'state'] as const;
/** Columns that a row may also take from the row that it names. */
const OF_PARENT = [...SHARED, 'price'] as const;
/** Names that systems give to the only variant. */
const ONLY = /^(default( title)?|regular|standard|normal)$/i;
/** Columns of which a row that is an article has one. */
const OWN = ['number', 'ean', 'price'] as const;
/** A tax class that is said elsewhere. */
const AS_PARENT = /^parent$/i;
/** Kinds of rows that hold what others share, or that only list others. */
const HOLDER = /^(variable|grouped)\b/i;
const LONGEST_NUMBER = 50;
/** Rows that others may name. More do not stand between an article and its variants. */
const MOST_PARENTS = 10_000;

const isEmpty = (row: Row, column: string): boolean => (row[column] ?? '') === '';
/** Cells of columns that nobody reads keep the name of the file, with their place where it means one of ours. */
const cellsNamed = (row: Row, name: RegExp): readonly string[] =>
  Object.keys(row).flatMap(column => (name.test(column) && row[column] ? [row[column] ?? ''] : []));

export class Variants {
  #first: Row = {};
  readonly #parents = new Map<string, Row>();

  /** The row as an article; null for one that only adds a further picture or option to the article before it, or holds others. */
  read(row: Row): Row | null {
    const { handle = '' } = row;
    const parent = this.#parents.get(handle.replace(/^id:/, ''));
    if (handle === '') this.#remember(row);
    if (isEmpty(row, 'price') && cellsNamed(row, /^typ(?:e)?(?: \d+)?$/).some(kind => HOLDER.test(kind))) return null;
    if (parent) return named(withShared(row, parent, OF_PARENT), handle);
    const isFurther = handle !== '' && handle === this.#first.handle;
    if (!isFurther) this.#first = row;
    else if (OWN.every(column => isEmpty(row, column))) return null;
    return named(isFurther ? withShared(row, this.#first, SHARED) : row, handle);
  }

  #remember(row: Row): void {
    if (this.#parents.size >= MOST_PARENTS) this.#parents.clear();
    for (const own of [...cellsNamed(row, /^id(?: \d+)?$/), row.number ?? ''])
      if (own !== '') this.#parents.set(own, row);
  }
}

const withShared = (row: Row, from: Row, columns: readonly string[]): Row => ({
  ...row,
  ...Object.fromEntries(
    columns
      .filter(column => (isEmpty(row, column) || AS_PARENT.test(row[column] ?? '')) && !isEmpty(from, column))
      .map(column => [column, from[column] ?? '']),
  ),
});

function named(row: Row, handle: string): Row {
  const { variant = '' } = row;
  const kind = ONLY.test(variant) ? '' : variant;
  const isNumbered = OWN.slice(0, 2).some(column => !isEmpty(row, column));
  return {
    ...row,
    ...(kind === '' || isEmpty(row, 'name') ? {} : { name: `${row.name} ${kind}` }),
    ...(isNumbered || handle === '' ? {} : { number: numberOf(handle, kind) }),
  };
}

/** Of an article that has neither number nor code: the same in every file. */
const numberOf = (handle: string, kind: string): string =>
  [handle, kind].filter(Boolean).join('-').replace(/\s+/g, '-').slice(0, LONGEST_NUMBER);
