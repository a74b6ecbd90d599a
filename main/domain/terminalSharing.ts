/** The other users of a terminal: asked at pairing and at set-up, and deciding how far a reconciliation may go. */

/**
 * `no`: only the tills of this bridge, whose journal has every payment there. `tillbridge`: also tills of another Tillbridge.
 * `others`: also other software, or people at the keys of the terminal.
 */
export const SHARED_WITH = ['no', 'tillbridge', 'others'] as const;
export type SharedWith = (typeof SHARED_WITH)[number];

/** An unanswered question counts as shared. So does another Tillbridge: two bridges do not see each other's journals. */
export const countsAsShared = (answer: SharedWith | null): boolean => answer !== 'no';

/** Earlier settings say yes or no; a setting that is left out says nothing. */
export function sharingOf(setting: boolean | SharedWith | null | undefined): SharedWith | null {
  if (typeof setting === 'boolean') return setting ? 'others' : 'no';
  return setting ?? null;
}
