/** Carries a plan out in one commit: all of it, or nothing. */
import type { MasterData } from '../masterData/masterData.ts';
import { setupActor } from '../masterData/masterData.ts';
import { createShop } from '../masterData/shop.ts';
import type { AuditActor } from '../world/audit.ts';
import type { PlanBook } from './planBook.ts';
import { SetupRefusal, type SetupSource } from './setupFile.ts';

/** Inside a job. Gives the id of the merchant. Throws `SetupRefusal` for a plan with faults. */
export function applyPlan(
  data: MasterData,
  plan: Pick<PlanBook, 'changes' | 'faults'>,
  { parts }: SetupSource,
  actor: AuditActor = setupActor,
): string {
  if (plan.faults.length > 0) throw new SetupRefusal(plan.faults);
  const merchant = data.merchants.firstMerchant()?.id ?? makeShop(data, parts, actor);
  const applying = { data, change: { merchant, actor }, terminals: new Map(), cardGroups: new Map() };
  for (const { job } of plan.changes) job(applying);
  return merchant;
}

function makeShop(data: MasterData, { shop, loyalty }: SetupSource['parts'], actor: AuditActor): string {
  if (shop === undefined) throw new Error('a plan without faults has a shop');
  return createShop(data, actor, { ...shop, ...(loyalty === undefined ? {} : { loyalty }) });
}
