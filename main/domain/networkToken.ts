/** The life of the network token behind a payment container (specification, "Network token status"). */

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

/** Where each status may go. A failed token may be asked for again; an archived one never comes back. */
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

/** Nothing can be paid with these any more. */
export const isArchived = (status: TokenStatusName): boolean => status === 'archivePending' || status === 'archived';
