/** Who else takes money at a terminal. It is asked at pairing and at set-up, and decides how far a verdict may go. */

/**
 * `no`: nobody but the tills of this bridge, whose journal knows everything that is paid there. `tillbridge`: also tills of
 * another Tillbridge. `others`: also other software, or people at the keys of the terminal.
 */
export const SHARED_WITH = ['no', 'tillbridge', 'others'] as const;
export type SharedWith = (typeof SHARED_WITH)[number];

/**
 * What nobody has answered is not known, and counts as shared. So does another Tillbridge: two bridges do not see each
 * other's journals.
 */
export const countsAsShared = (answer: SharedWith | null): boolean => answer !== 'no';

/** Earlier settings say yes or no, and left out they say nothing. */
export function sharingOf(setting: boolean | SharedWith | null | undefined): SharedWith | null {
  if (typeof setting === 'boolean') return setting ? 'others' : 'no';
  return setting ?? null;
}
