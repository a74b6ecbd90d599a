/** The ways to a printer, one row each. */

import { type LineOptions, linePrinter } from './linePrinter.ts';
import type { PrinterConnection, ReceiptPrinter } from './printer.ts';
import { systemPrinter } from './systemPrinter.ts';

export type { LineOptions } from './linePrinter.ts';
export { listSystemPrinters } from './systemPrinter.ts';

/** Opens nothing yet: each operation opens its own line. */
export function openPrinter(connection: PrinterConnection, options: LineOptions = {}): ReceiptPrinter {
  return connection.type === 'system' ? systemPrinter(connection.name) : linePrinter(connection, options);
}

/** The place of a printer as people read it. */
export function printerPlace(connection: PrinterConnection): string {
  switch (connection.type) {
    case 'tcp':
      return `${connection.host}:${connection.port}`;
    case 'serial':
      return connection.path;
    case 'system':
      return connection.name;
  }
}
