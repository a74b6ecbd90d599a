/** Subscriptions and plans on disk. */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { Plan, Subscription } from '../wire/subscriptions.ts';
import type { SubscriptionInner, Subscriptions } from '../world/subscriptions.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** Fields that a list of subscriptions finds by index. */
export const subscriptionQueries = {
  table: 'subscription',
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    'plan.id': { type: 'id', column: 'query_plan' },
    'customer.id': { type: 'id', column: 'query_customer' },
    'smart_transaction.id': { type: 'id', column: 'query_sale' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of plans finds by index. */
export const planQueries = {
  table: 'plan',
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    currency: { type: 'text', column: 'query_currency' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export function createSubscriptions(db: Database, events: ChangeLog): Subscriptions {
  const byNumber = db.prepare<string>('SELECT id FROM subscription WHERE merchant = ? AND told = ?').pluck();
  const due = db.prepare<{ merchant: string; id: string }>(
    'SELECT merchant, id FROM subscription WHERE due <= ? ORDER BY due, number',
  );
  return {
    ...createRecords<Subscription, SubscriptionInner>(db, events, {
      object: 'payment.subscriptions',
      queries: subscriptionQueries,
    }),
    plans: createRecords<Plan>(db, events, { object: 'payment.plans', queries: planQueries }),
    idOf: (merchant, named) => (typeof named === 'number' ? (byNumber.get(merchant, named) ?? null) : named),
    due: now => due.all(now),
  };
}
