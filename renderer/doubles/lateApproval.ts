/** A late approval on the screen of a till in memory. */
import type { RunningPayment } from '../../main/wire/events.ts';
import { article } from './goods.ts';
import { running, setUpTill } from './till.ts';

export const late: RunningPayment = { ...running, step: 'late', aborting: true };

/** A sale that was approved although the cashier had asked to stop. */
export async function setUpLate() {
  const parts = setUpTill();
  parts.codes.take(article(1).ean);
  await parts.sync.settled();
  parts.bridge.sales.set('STX_1', { ...parts.bridge.sales.get('STX_1')!, status: 'ok', receipt: [{ type: 'space' }] });
  parts.bridge.payment = late;
  await parts.checkout.onPayment({ device: 'SDV_1', payment: late });
  return parts;
}
