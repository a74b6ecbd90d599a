/**
 * Rows of one article in several variants become articles of their own. Systems name what they share in the first row alone, and
 * say by a handle which rows belong together.
 */
type Row = Readonly<Record<string, string>>;

const SHARED = ['name', 'name_en', 'group', 'tax', 'unit'] as const;
/** Names that systems give to the only variant. */
const ONLY = /^(default( title)?|regular|standard|normal)$/i;
/** Columns of which a row that is an article has one. */
const OWN = ['number', 'ean', 'price'] as const;
const LONGEST_NUMBER = 50;

const isEmpty = (row: Row, column: string): boolean => (row[column] ?? '') === '';

export class Variants {
  #first: Row = {};

  /** The row as an article; null for one that only adds a further picture or option to the article before it. */
  read(row: Row): Row | null {
    const { handle = '', variant = '' } = row;
    const isFurther = handle !== '' && handle === this.#first.handle;
    if (!isFurther) this.#first = row;
    else if (OWN.every(column => isEmpty(row, column))) return null;
    const shared = isFurther ? this.#shared(row) : {};
    const whole: Row = { ...row, ...shared };
    const kind = ONLY.test(variant) ? '' : variant;
    const isNumbered = OWN.slice(0, 2).some(column => !isEmpty(row, column));
    return {
      ...whole,
      ...(kind === '' || isEmpty(whole, 'name') ? {} : { name: `${whole.name} ${kind}` }),
      ...(isNumbered || handle === '' ? {} : { number: numberOf(handle, kind) }),
    };
  }

  #shared = (row: Row): Row =>
    Object.fromEntries(
      SHARED.filter(column => isEmpty(row, column) && !isEmpty(this.#first, column)).map(column => [
        column,
        this.#first[column] ?? '',
      ]),
    );
}

/** Of an article that has neither number nor code: the same in every file. */
const numberOf = (handle: string, kind: string): string =>
  [handle, kind].filter(Boolean).join('-').replace(/\s+/g, '-').slice(0, LONGEST_NUMBER);
