/** Serial ports of this machine for the settings of printers, scanners and scales: a USB adapter is known by its ids, wherever it is plugged in next time. */
import { listSerialPorts, type PrinterConnection as StoredConnection } from '../../drivers/index.ts';
import type { PrinterConnection } from '../wire/printers.ts';

/** The connection of a printer with the USB adapter at its port. One that is unplugged stays known at the port where it was. */
export async function withAdapter(
  connection: PrinterConnection,
  before?: StoredConnection,
): Promise<PrinterConnection> {
  if (connection.type !== 'serial') return connection;
  const { device: _, ...plain } = connection;
  const found = await adapterAt(plain.path);
  const known = before?.type === 'serial' && before.path === plain.path ? before.device : undefined;
  const device = found === null ? known : JSON.parse(found);
  return { ...plain, ...(device && { device }) };
}

/** JSON of the ids of the USB adapter at a port; null for a plain port. */
export async function adapterAt(port: string): Promise<string | null> {
  const found = (await listSerialPorts()).find(one => one.path === port);
  if (!found?.vendorId) return null;
  const { vendorId, productId, serialNumber } = found;
  return JSON.stringify({ vendorId, ...(productId ? { productId } : {}), ...(serialNumber ? { serialNumber } : {}) });
}
