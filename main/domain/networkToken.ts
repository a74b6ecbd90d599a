/** States of the network token of a payment container (specification, "Network token status"). */

export const tokenStatuses = [
  'not requested',
  'requested',
  'inquiry',
  'active',
  'failed',
  'archivePending',
  'archived',
] as const;
export type TokenStatusName = (typeof tokenStatuses)[number];

/** The next states of each status. A failed token can be requested again; an archived token never comes back. */
const NEXT = {
  'not requested': ['requested', 'failed', 'archivePending'],
  requested: ['inquiry', 'active', 'failed', 'archivePending'],
  inquiry: ['active', 'failed', 'archivePending'],
  active: ['inquiry', 'failed', 'archivePending'],
  failed: ['requested', 'archivePending'],
  archivePending: ['archived'],
  archived: [],
} as const satisfies Record<TokenStatusName, readonly TokenStatusName[]>;

export const mayBecome = (from: TokenStatusName, to: TokenStatusName): boolean =>
  (NEXT[from] as readonly TokenStatusName[]).includes(to);

/** True for a container that can no longer be used. */
export const isArchived = (status: TokenStatusName): boolean => status === 'archivePending' || status === 'archived';
