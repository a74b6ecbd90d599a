/** The figures of the tills, as reports ask for them: rows that were added up before, and those of records that were not yet. */
import type { FigureRow, FigureTable } from '../domain/figureRows.ts';
import type { FigureRecord } from '../domain/figures.ts';
import { timestamp } from './clock.ts';

/** The business day, till and store of a row. */
export interface FigurePlace {
  readonly till: string;
  readonly store: string | null;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** A table that is asked for, and its keys that matter: rows that differ in other keys alone may come as one, without these keys. */
export interface FigureRead {
  readonly table: FigureTable;
  readonly keys: readonly string[];
}

export type TakeFigure = (row: FigureRow, place: FigurePlace) => void;

export interface DaysOfFigures {
  readonly merchant: string;
  /** Business days, both included. */
  readonly from: string;
  readonly to: string;
}

/** Records of a till behind `after`, up to `upTo`; each is the number of a record. */
export interface RecordsOfFigures {
  readonly merchant: string;
  readonly till: string;
  readonly after: number;
  readonly upTo: number;
}

/** Both give every record once, and let others have their turn meanwhile. Records in another currency have rows that say so. */
export interface Figures {
  ofDays(question: DaysOfFigures, reads: readonly FigureRead[], take: TakeFigure): Promise<void>;
  ofTill(question: RecordsOfFigures, reads: readonly FigureRead[], take: TakeFigure): Promise<void>;
}

/** A record as it is stored: `at` in ms since 1970, `facts` and `document` are JSON. */
interface StoredTexts {
  readonly at: number;
  readonly facts: string;
  readonly document: string | null;
}

/**
 * A record as figures are made of it. The document is parsed where it is asked for: a record with a damaged one still says what its
 * facts say. Throws where the facts cannot be read.
 */
export function figureRecordOf<Row extends StoredTexts>({ at, facts, document, ...row }: Row) {
  let read: FigureRecord['document'] | undefined;
  return {
    ...row,
    at: timestamp(at),
    facts: JSON.parse(facts) as FigureRecord['facts'],
    get document(): FigureRecord['document'] {
      if (read === undefined) read = document === null ? null : (JSON.parse(document) as FigureRecord['document']);
      return read;
    },
  };
}
