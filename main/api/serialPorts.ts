/** Serial ports of this machine for the settings of scanners and scales: a USB adapter is known by its ids, wherever it is plugged in next time. */
import { listSerialPorts } from '../../drivers/index.ts';

/** JSON of the ids of the USB adapter at a port; null for a plain port. */
export async function adapterAt(port: string): Promise<string | null> {
  const found = (await listSerialPorts()).find(one => one.path === port);
  if (!found?.vendorId) return null;
  const { vendorId, productId, serialNumber } = found;
  return JSON.stringify({ vendorId, ...(productId ? { productId } : {}), ...(serialNumber ? { serialNumber } : {}) });
}
