/** Purchase prices at the moment of a sale. They stand in the record of the sale alone, and never in its document. */
import type { LineCost } from '../domain/margin.ts';

export interface Costs {
  /** Of an article now, by its number, else by its code; null: not known. */
  ofArticle(merchant: string, number: string, code: string): Omit<LineCost, 'line'> | null;
  /** Those with which the sale was closed. */
  ofSale(sale: string): readonly LineCost[];
}
