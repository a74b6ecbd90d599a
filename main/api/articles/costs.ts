/** Purchase prices are for callers who may change articles: nobody else reads them, in no answer. */
import { missingRight, rightOf } from '../../services/auth/rights.ts';
import type { Principal } from '../../world/people.ts';

export const mayKnowCosts = (caller: Pick<Principal, 'scope' | 'role' | 'staff'>): boolean =>
  missingRight(caller, rightOf('PUT', '/bridge/v1/articles/{id}')) === null;
