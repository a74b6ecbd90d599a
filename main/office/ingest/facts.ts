/** The tables of facts, and the subject of a row in each. */
import type { FigureTax } from '../../domain/figureLines.ts';
import type { CountedLine, FigureLoyalty, FigureTender, SaleFigures } from '../../domain/figures.ts';
import type { PriceChange } from '../../domain/priceChanges.ts';

export interface DocumentFacts {
  readonly text: string;
  readonly hash: string;
  /** ISO 8601. */
  readonly received: string;
  /** False: the record is kept, and counted by nobody. */
  readonly counted: boolean;
}

/** A line that left a basket unpaid, or a whole basket. */
interface UnpaidLine {
  readonly person: string;
  readonly amount: number;
}

export interface Facts {
  readonly document: DocumentFacts;
  readonly sale: SaleFigures;
  readonly sale_line: CountedLine;
  readonly sale_tax: FigureTax;
  readonly tender: FigureTender;
  readonly loyalty: FigureLoyalty;
  readonly price_change: PriceChange;
  readonly unpaid: UnpaidLine;
  readonly card_operation: unknown;
}

export type FactTable = keyof Facts;
