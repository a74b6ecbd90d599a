/** The notification that a sale has another status (specification, "Push URL"). */
import { nonEmptyText } from '../acquirer/payments/input.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { SavedStep } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';

/** The push address of a sale; objects made for the sale inherit it. */
export const pushUrlOf = ({ application_context }: SaleDocument): string | null =>
  nonEmptyText(application_context?.return_urls?.url_push);

/** Inside the job of the step. A delivery is pushed even where it keeps the status. */
export function queueStatusPush(
  world: Pick<World, 'pushes'>,
  { merchant, id, document }: Sale,
  { input, before }: SavedStep,
): void {
  if (document.status === before.document.status && input !== 'deliver') return;
  const url = pushUrlOf(document);
  if (url) world.pushes.queue({ merchant, url, target: 'smart.transactions', type: 'changed', id });
}
