/**
 * The reading of a list, the same for articles, cards, vouchers and people: columns as a person chose them, as chosen for the last file
 * with this head, or guessed; and the facts about the file that the person decides by.
 */
import type { FileChoice } from '../domain/fileChoice.ts';
import type { FileList, ImportChoices } from '../store/importChoices.ts';
import type { FileFacts } from '../wire/listFiles.ts';
import { type CsvFacts, type CsvReading, readCsv } from './csvFile.ts';
import { type CsvColumns, CsvRefusal, type LineProblem } from './fileHead.ts';
import type { DigitChoices } from './listedNumbers.ts';

export interface ListOptions extends Pick<CsvReading, 'cutText' | 'characterSet'> {
  /** Null: as it was chosen for the last file with the same head, else guessed. */
  readonly choice: FileChoice | null;
  readonly digits: DigitChoices;
}

export class ListReading {
  readonly #choices: ImportChoices;
  readonly #merchant: string;
  readonly #list: FileList;
  readonly #options: ListOptions;
  #head: readonly string[] = [];
  #facts: FileFacts = {};

  constructor(choices: ImportChoices, merchant: string, list: FileList, options: ListOptions) {
    this.#choices = choices;
    this.#merchant = merchant;
    this.#list = list;
    this.#options = options;
  }

  /** How the file is read; `opened` hears of its facts before its first line. */
  reading(opened: (facts: FileFacts) => void = () => undefined): CsvReading {
    const { cutText, characterSet = null, choice } = this.#options;
    return {
      ...{ cutText, characterSet },
      choice: head => {
        this.#head = head;
        const kept = this.#choices.find(this.#merchant, this.#list, head);
        this.#facts = { kept: kept !== null && choice === null };
        const { columns = null, values = {} } = choice ?? kept ?? {};
        return { columns: columns ?? kept?.columns ?? null, values };
      },
      opened: facts => {
        this.#facts = { ...this.#facts, ...shownFacts(facts) };
        opened(this.#facts);
      },
    };
  }

  get facts(): FileFacts {
    return this.#facts;
  }

  /** The columns as they were read, for the next file with this head; null where nobody has chosen anything. */
  get chosen(): { readonly head: readonly string[]; readonly choice: FileChoice } | null {
    const { choice } = this.#options;
    return choice === null ? null : { head: this.#head, choice: keptOf(choice, this.#facts) };
  }

  /** Inside a job. */
  keep(): void {
    const { chosen } = this;
    if (chosen) this.#choices.keep(this.#merchant, this.#list, chosen.head, chosen.choice);
  }
}

type Cells = Readonly<Record<string, string>>;

export const withDefaults = (cells: Cells, values: FileChoice['values']): Cells => ({
  ...cells,
  ...Object.fromEntries(Object.entries(values).filter(([column]) => (cells[column] ?? '') === '')),
});

/** Spreadsheets keep a text that looks like a number or a formula with an apostrophe in front, and so do our own exports. */
export const plainCells = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.replace(HELD, '')]));

const HELD = /^'(?=[=+\-@\t＝＋－＠'\d])/;

export interface FaultyLine {
  readonly line: number;
  readonly problems: readonly LineProblem[];
  /** No line of the file can be read. */
  readonly ofFile?: true;
}

export type ListLine = { readonly line: number; readonly cells: Cells } | FaultyLine;

/** The lines of a list, with what was said of the whole file where they say nothing. A file that is refused as a whole gives one problem. */
export async function* listLines(
  source: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
  reading: CsvReading,
): AsyncGenerator<ListLine> {
  let values: FileChoice['values'] = {};
  const choice = (head: readonly string[]): FileChoice => {
    const chosen = reading.choice?.(head) ?? { columns: null, values: {} };
    values = chosen.values;
    return chosen;
  };
  try {
    for await (const read of readCsv(source, columns, { ...reading, choice }))
      yield 'problem' in read
        ? { line: read.line, problems: [read.problem] }
        : { line: read.line, cells: plainCells(withDefaults(read.values, values)) };
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error;
    yield { line: error.line, problems: [{ column: null, texts: error.texts }], ofFile: true };
  }
}

const shownFacts = ({ columns, missing, ...facts }: CsvFacts): FileFacts => ({
  ...facts,
  columns: [...columns],
  missing: [...missing],
  ignored: [...facts.ignored],
});

/** Guesses are kept as well: the next file is read as this one was. */
const keptOf = ({ values }: FileChoice, { columns = [] }: FileFacts): FileChoice => ({
  columns: columns.map(({ becomes }) => becomes ?? ''),
  values,
});
