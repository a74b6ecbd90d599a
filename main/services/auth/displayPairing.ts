/**
 * Pairs a customer display with a till: somebody who is signed in makes a code, the display sends it and gets a token with the scope
 * `display` alone. A code is good once and for ten minutes, lives in memory only, and the token until the display is removed.
 */
import { customAlphabet } from 'nanoid';
import type { Accounts } from '../../store/accounts.ts';
import type { DisplayRow, DisplayStore } from '../../store/displays.ts';
import type { Clock } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { plainCode } from './deviceGrant.ts';
import type { Guesses } from './guesses.ts';
import type { SignInPlace } from './signInPlaces.ts';

/** Seconds a code is good for. */
export const DISPLAY_CODE_SECONDS = 600;
/** Codes of one shop that wait at a time: the oldest goes first. */
const MOST_CODES = 20;
/** Displays of one shop. */
const MOST_DISPLAYS = 200;

/** Without letters and digits that look alike: 280 thousand million codes, so that guesses need not lock the right one out. */
const newCode = customAlphabet('BCDFGHJKMNPQRSTVWXZ23456789', 8);

/** The facts of the display that a code pairs. */
export type NewDisplay = Pick<DisplayRow, 'merchant' | 'till' | 'name' | 'language' | 'pairedBy'> & {
  /** The second window of the desktop application: it takes the place of the one before. */
  readonly ownWindow: boolean;
};

export interface DisplayPairing {
  /** Gives the code as it is shown. */
  begin(display: NewDisplay): string;
  /** Throws `displayCodeUnknown`, and `loginLocked` for those who guess. */
  pair(code: string, place: SignInPlace): Promise<{ readonly display: DisplayRow; readonly token: string }>;
  /** Ends the right of a display at once; null where there is none. */
  remove(merchant: string, id: string): Promise<DisplayRow | null>;
  /** Another till or language counts from the next look on. */
  changed(): void;
}

export interface PairingParts {
  readonly accounts: Pick<Accounts, 'write'>;
  readonly displays: DisplayStore;
  readonly clock: Clock;
  readonly guesses: Guesses;
  /** Tokens that were good are not any more. */
  ended(): void;
}

interface WaitingCode extends NewDisplay {
  readonly expiresAt: number;
}

export function createDisplayPairing({ accounts, displays, clock, guesses, ended }: PairingParts): DisplayPairing {
  const waiting = new Map<string, WaitingCode>();

  function tidy(merchant: string): void {
    for (const [code, { expiresAt }] of waiting) if (expiresAt <= clock.now()) waiting.delete(code);
    const own = [...waiting].filter(([, one]) => one.merchant === merchant);
    for (const [code] of own.slice(0, Math.max(0, own.length - MOST_CODES + 1))) waiting.delete(code);
  }

  function unusedCode(): string {
    const code = newCode();
    return waiting.has(code) ? unusedCode() : code;
  }

  /** Inside a job. */
  function add({ ownWindow, ...facts }: NewDisplay) {
    if (ownWindow) displays.removeOwnWindows(facts.merchant);
    if (displays.all(facts.merchant).length >= MOST_DISPLAYS)
      throw new BridgeError('tooManyDisplays', `there are ${MOST_DISPLAYS} displays; remove one first`);
    const token = newToken();
    const now = clock.now();
    const display: DisplayRow = {
      ...{ id: newId('DSP'), merchant: facts.merchant, till: facts.till, name: facts.name, language: facts.language },
      ...{ tokenHash: hashToken(token), ownWindow },
      ...{ pairedAt: now, pairedBy: facts.pairedBy, lastSeen: null },
    };
    displays.insert(display);
    return { display, token };
  }

  return {
    begin(display) {
      tidy(display.merchant);
      const code = unusedCode();
      waiting.set(code, { ...display, expiresAt: clock.now() + DISPLAY_CODE_SECONDS * 1000 });
      return `${code.slice(0, 4)}-${code.slice(4)}`;
    },
    async pair(given, place) {
      const target = { what: 'code', who: PAIRING, place } as const;
      const code = plainCode(given);
      const found = waiting.get(code);
      const known = found && found.expiresAt > clock.now() ? found : null;
      const result = await guesses.judge(target, known !== null);
      if (result === 'locked') throw tooManyGuesses(guesses.wait(target));
      // One of two calls with the same code at the same moment gets it.
      if (!known || result !== 'right' || !waiting.delete(code))
        throw new BridgeError('displayCodeUnknown', 'no display waits with this code');
      const paired = await accounts.write(() => add(known));
      if (known.ownWindow) ended();
      return paired;
    },
    async remove(merchant, id) {
      const removed = await accounts.write(() => {
        const row = displays.find(merchant, id);
        if (row) displays.remove(id);
        return row;
      });
      if (removed) ended();
      return removed;
    },
    changed: ended,
  };
}

/** The name under which wrong codes are counted. */
const PAIRING = 'display';

const tooManyGuesses = (retryAfter: number) =>
  new BridgeError('loginLocked', 'too many codes were tried, wait before the next one', { retryAfter });
