/** The till at which a sale is cancelled: its drawer and its printer give back, wherever the sale was sold. */
import type { Sale } from './sales.ts';

export const tillOfCancellation = ({ till, document }: Pick<Sale, 'till' | 'document'>): string | null =>
  document.cancellation?.till ?? till;
