/** The parts of the store that changes of master data work with. Every change is for use inside a job, and writes its audit entry. */
import type { Accounts } from '../store/accounts.ts';
import type { ArticleStore } from '../store/articles.ts';
import type { DeviceStore } from '../store/devices.ts';
import type { ImportChoices } from '../store/importChoices.ts';
import type { Merchants } from '../store/merchants.ts';
import type { ShopStore } from '../store/shopFacts.ts';
import type { TerminalStore } from '../store/terminals.ts';
import type { Agreements, Shops } from '../world/agreements.ts';
import type { AuditActor, AuditChange, AuditLog } from '../world/audit.ts';
import type { Loyalty } from '../world/loyalty.ts';
import type { Queue } from '../world/queue.ts';

export interface MasterData {
  readonly merchants: Merchants;
  readonly shopStore: ShopStore;
  readonly agreements: Agreements;
  readonly shops: Shops;
  readonly devices: DeviceStore;
  readonly terminals: TerminalStore;
  readonly accounts: Accounts;
  readonly loyalty: Loyalty;
  readonly articles: ArticleStore;
  readonly importChoices: ImportChoices;
  readonly audit: AuditLog;
  /** Records for upstream service, back office and reports. */
  readonly queue: Pick<Queue, 'append'>;
  /** The next number of this counter. */
  nextNumber(counter: string): number;
  /** ms since 1970 */
  now(): number;
}

/** The merchant and the actor of a change, for the audit log. */
export interface Change {
  readonly merchant: string;
  readonly actor: AuditActor;
}

/** The set-up by file or in the browser, before anybody could sign in. */
export const setupActor: AuditActor = { person: null, name: 'setup', till: null };

/** Writes the entry of a change. */
export function audited({ audit }: Pick<MasterData, 'audit'>, { merchant, actor }: Change, change: AuditChange): void {
  audit.append(merchant, actor, change);
}
