/** Makes the stores of the screen. */

import { createApproval } from '../stores/approval.ts';
import { BasketStore } from '../stores/basket.ts';
import { createCatalogue } from '../stores/catalogue.ts';
import { createEntry } from '../stores/entry.ts';
import { createLights } from '../stores/lights.ts';
import { createManagerPage } from '../stores/managerPage.ts';
import { createNotices } from '../stores/notices.ts';
import { createOpenPaymentsStore } from '../stores/openPayments.ts';
import { createScanner } from '../stores/scanner.ts';
import { createSession } from '../stores/session.ts';
import { createSettings } from '../stores/settings.ts';
import { createTill } from '../stores/till.ts';

export type Stores = ReturnType<typeof createStores>;

export interface StoreOptions {
  /** Null where the browser stores nothing. */
  readonly storage: Storage | null;
  readonly preferredLanguage: string;
}

/** `approve` sends an approval to the bridge. */
export function createStores(
  { storage, preferredLanguage }: StoreOptions,
  approve: Parameters<typeof createApproval>[0],
) {
  const settings = createSettings(storage, preferredLanguage);
  const session = createSession();
  return {
    settings,
    session,
    catalogue: createCatalogue(),
    basket: new BasketStore(),
    till: createTill(),
    entry: createEntry(),
    openPayments: createOpenPaymentsStore(),
    lights: createLights(Date.now),
    notices: createNotices(),
    managerPage: createManagerPage(),
    approval: createApproval(approve),
    scanner: createScanner(session, settings),
  };
}
