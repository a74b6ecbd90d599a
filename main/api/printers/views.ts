/** Printers as the API answers them. */
import { printerPlace } from '../../../drivers/index.ts';
import type { PrinterStatus as QueueStatus } from '../../printing/printQueue.ts';
import type { PrinterRow, PrinterStore } from '../../store/printers.ts';
import type { PrintJobRow } from '../../store/printJobs.ts';
import type { Printer, PrinterStatus, PrintJob } from '../../wire/printers.ts';
import { timestamp } from '../../world/clock.ts';

type Tills = Pick<PrinterStore, 'tills'>;

/** The condition of a printer as an event and in every answer. */
export function printerStatus({ tills }: Tills, row: PrinterRow, status: QueueStatus | null): PrinterStatus {
  return {
    printer: row.id,
    name: row.name,
    state: status?.state ?? 'unknown',
    paper_low: status?.paperLow ?? false,
    reason: status?.reason ?? null,
    since: status?.since ?? row.created,
    waiting: status?.waiting ?? 0,
    held: status?.held ?? 0,
    oldest: status?.oldest ?? null,
    drawer_failed: status?.drawerFailedAt ?? null,
    tills: tills(row.merchant).flatMap(({ till, printer }) => (printer === row.id ? [till] : [])),
  };
}

export function printerView(tills: Tills, row: PrinterRow, status: QueueStatus | null): Printer {
  const { id, name, connection, columns, model, codePage, cut, code, drawer, logo } = row;
  return {
    ...{
      id,
      name,
      connection: connection as Printer['connection'],
      model,
      code_page: codePage,
      cut,
      code,
      drawer,
      logo,
    },
    columns: columns as Printer['columns'],
    place: printerPlace(connection),
    status: printerStatus(tills, row, status),
  };
}

export const jobView = ({
  number,
  kind,
  sale,
  slip,
  copy,
  state,
  mayBeDouble,
  created,
  ended,
}: PrintJobRow): PrintJob => ({
  ...{ id: number, kind, sale, slip, copy, state, may_be_double: mayBeDouble },
  created: timestamp(created),
  ended: ended === null ? null : timestamp(ended),
});
