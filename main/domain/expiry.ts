/** Is a thing over that was given out for a time: a token, a code, a link? Pure; times in ms since 1970. */

export interface Term {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A clock that is put right by the network or by hand goes back by less than this. */
export const SET_BACK = 3_600_000;

/**
 * Over once its time has passed, and also where it was given out by a clock that was far ahead: its end would lie years away.
 * By a clock that is in doubt itself (`isDoubted`) the second is not judged, so that a clock at 1970 signs nobody out.
 */
export const isOver = ({ issuedAt, expiresAt }: Term, now: number, isDoubted: () => boolean = never): boolean =>
  now >= expiresAt || (issuedAt > now + SET_BACK && !isDoubted());

const never = () => false;
