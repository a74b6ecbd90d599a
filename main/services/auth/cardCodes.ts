/** Proving that somebody holds a loyalty card: its passcode, the code printed on it, its pin. Guessing gets slower. */

import { afterHit, afterMiss, allowances, type Failures, secondsLeft, standingOf } from '../../domain/lockout.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardCode, CardCodes, CardRecord, Loyalty } from '../../world/loyalty.ts';
import { hashToken, secretMatches } from '../../world/secrets.ts';
import { createSerialQueue } from '../../world/serialQueue.ts';
import type { World } from '../../world/world.ts';
import { type Pins, plainPins } from './pins.ts';

type Surroundings = Pick<World, 'ledger' | 'clock'> & {
  readonly loyalty: Pick<Loyalty, 'secrets' | 'keepSecrets'>;
  readonly pins?: Pins;
};

/** Guesses at one card at all places together: its codes are as short as PINs. */
const ALLOWANCE = allowances.staff.here;

export function createCardCodes({ ledger, clock, loyalty, pins = plainPins }: Surroundings): CardCodes {
  const serially = createSerialQueue();

  async function matches(card: CardRecord, kind: CardCode, code: string, stored: string | undefined): Promise<boolean> {
    if (stored === undefined) return false;
    return kind === 'csc' ? secretMatches(cscText(card, code), stored) : pins.matches(code, stored);
  }

  /** Inside a job. */
  function keepMisses(merchant: string, id: string, failures: Failures | null): void {
    const { misses: _, ...present } = loyalty.secrets(merchant, id);
    loyalty.keepSecrets(merchant, id, { ...present, ...(failures ? { misses: failures } : {}) });
  }

  /** Counts the guess on disk before it is compared. Throws `passcodeBlocked` where it is not compared. */
  function begin(merchant: string, id: string) {
    return ledger.write(() => {
      const { misses = null, ...secrets } = loyalty.secrets(merchant, id);
      const standing = standingOf(misses, clock.now(), ALLOWANCE);
      if (standing === 'closed') throw tooManyCodes(id, secondsLeft(misses, clock.now()));
      const counted = afterMiss(misses, clock.now(), ALLOWANCE);
      keepMisses(merchant, id, counted);
      return { misses, secrets, standing, counted };
    });
  }

  return {
    cscHash,
    proves(merchant, card, kind, code) {
      const { id } = card.merchantcard;
      return serially(`${merchant} ${id}`, async () => {
        const { misses, secrets, standing, counted } = await begin(merchant, id);
        if (await matches(card, kind, code, secrets[kind])) {
          await ledger.write(() => keepMisses(merchant, id, misses && afterHit(misses, ALLOWANCE)));
          return true;
        }
        if (standing === 'open') return false;
        throw tooManyCodes(id, secondsLeft(counted, clock.now()));
      });
    },
    async set(merchant, card, kind, code) {
      const hash = await pins.hash(code);
      await ledger.write(() => {
        const { misses: _, ...present } = loyalty.secrets(merchant, card.merchantcard.id);
        loyalty.keepSecrets(merchant, card.merchantcard.id, { ...present, [kind]: hash });
      });
    },
  };
}

const tooManyCodes = (card: string, retryAfter: number) =>
  new BridgeError('passcodeBlocked', `too many wrong codes for the card ${card}`, { retryAfter });

/** Text of a code with the card's own id, so that equal codes of two cards do not look alike. */
const cscText = (card: CardRecord, csc: string): string => `${card.merchantcard.card.id} ${csc}`;
const cscHash = (card: CardRecord, csc: string): string => hashToken(cscText(card, csc));
