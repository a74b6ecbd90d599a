/** A printer as the form holds it: every field a text, and the way to the printer chosen. */

import type { Printer, PrinterChanges } from '../../../main/wire/printers.ts';

export interface PrinterDraft {
  readonly name: string;
  readonly way: 'tcp' | 'serial' | 'system';
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly baudRate: string;
  readonly queue: string;
  readonly columns: string;
  readonly model: string;
  readonly page: string;
  readonly cut: string;
  readonly code: string;
  /** Empty: no drawer. */
  readonly drawer: string;
  readonly logo: boolean;
}

export const NEW_DRAFT: PrinterDraft = {
  ...{ name: '', way: 'tcp', host: '', port: '9100', path: '', baudRate: '9600', queue: '' },
  ...{ columns: '42', model: 'epson', page: 'auto', cut: 'partial', code: 'qr', drawer: '0', logo: true },
};

export function draftOf({ connection, ...printer }: Printer): PrinterDraft {
  return {
    ...NEW_DRAFT,
    name: printer.name,
    way: connection.type,
    ...(connection.type === 'tcp' ? { host: connection.host, port: String(connection.port) } : {}),
    ...(connection.type === 'serial' ? { path: connection.path, baudRate: String(connection.baudRate ?? 9600) } : {}),
    ...(connection.type === 'system' ? { queue: connection.name } : {}),
    ...{ columns: String(printer.columns), model: printer.model, page: printer.code_page, cut: printer.cut },
    ...{ code: printer.code, drawer: printer.drawer === null ? '' : String(printer.drawer), logo: printer.logo },
  };
}

/** True where the bridge would take it: a name, and a place. */
export function isComplete({ name, way, host, port, path, queue }: PrinterDraft): boolean {
  const places = { tcp: host.trim() !== '' && /^\d{1,5}$/.test(port), serial: path !== '', system: queue !== '' };
  return name.trim() !== '' && places[way];
}

/** The body of the call; the bridge checks every member. */
export function changesOf(draft: PrinterDraft): PrinterChanges {
  const { way, host, port, path, baudRate, queue, name, columns, model, page, cut, code, drawer, logo } = draft;
  const connections = {
    tcp: { type: 'tcp', host: host.trim(), port: Number(port) },
    serial: { type: 'serial', path, baudRate: Number(baudRate) },
    system: { type: 'system', name: queue },
  } as const;
  return {
    ...{ name: name.trim(), connection: connections[way], model, code_page: page, cut, code, logo },
    ...{ columns: Number(columns), drawer: drawer === '' ? null : Number(drawer) },
  } as PrinterChanges;
}
