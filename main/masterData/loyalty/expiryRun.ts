/** Lets balances expire at the beginning of the business day, card by card in small commits; a start of the program catches up. */
import { setImmediate as turn } from 'node:timers/promises';
import { expireBalances, hasExpired } from '../../sale/balanceExpiry.ts';
import type { LoyaltyParts } from './parts.ts';

/** Cards that are looked at between two turns of the event loop. */
const PART = 100;

export interface ExpiryRun {
  /** Begins a run where a business day has begun that was not looked at, unless one is under way. */
  look(): void;
  stop(): Promise<void>;
}

export function createExpiryRun(parts: LoyaltyParts): ExpiryRun {
  let work: Promise<void> | null = null;
  let isStopped = false;
  return {
    look() {
      work ??= run(parts, () => isStopped)
        .catch(error => parts.world.log('error', 'balances did not expire', { error: String(error) }))
        .finally(() => {
          work = null;
        });
    },
    async stop() {
      isStopped = true;
      await work;
    },
  };
}

async function run(parts: LoyaltyParts, isStopped: () => boolean): Promise<void> {
  if (parts.world.cardAuthority.owner !== 'shop') return;
  for (const merchant of parts.tables.merchantsWithGroups()) {
    const groups = parts.world.loyalty.groups.all(merchant).filter(({ document }) => document.balance_expiry);
    if (groups.length === 0) continue;
    const day = parts.world.businessDay(merchant, parts.world.clock.now());
    const before = parts.tables.expiredTo(merchant);
    if (before !== null && before >= day) continue;
    for (const { document } of groups) await runGroup(parts, merchant, document.id, isStopped);
    if (isStopped()) return;
    await parts.world.ledger.write(() => parts.tables.keepExpiredTo(merchant, day));
  }
}

async function runGroup(parts: LoyaltyParts, merchant: string, group: string, isStopped: () => boolean): Promise<void> {
  const { loyalty, ledger } = parts.world;
  for (let after = 0; !isStopped(); ) {
    const cards = loyalty.cardsOfGroup(group, after, PART);
    // Most cards have nothing that expires today: only the others are worth a commit.
    const due = cards.filter(({ id }) => hasExpired(parts.world, merchant, loyalty.merchantCard(merchant, id)));
    if (due.length > 0)
      await ledger.write(() => {
        for (const { id } of due) expireBalances(parts.world, merchant, loyalty.merchantCard(merchant, id));
      });
    const last = cards.at(-1);
    if (!last || cards.length < PART) return;
    after = last.number;
    await turn();
  }
}
