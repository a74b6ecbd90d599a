/** Proving that somebody holds a loyalty card: its passcode, the code printed on it, its pin. Guessing gets slower. */

import { afterFailure, blocked } from '../../domain/lockout.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardCode, CardCodes, CardRecord, Loyalty } from '../../world/loyalty.ts';
import { hashToken, type Pins, plainPins } from '../../world/secrets.ts';
import type { World } from '../../world/world.ts';

type Surroundings = Pick<World, 'ledger' | 'clock'> & {
  readonly loyalty: Pick<Loyalty, 'secrets' | 'keepSecrets'>;
  readonly pins?: Pins;
};

export function createCardCodes({ ledger, clock, loyalty, pins = plainPins }: Surroundings): CardCodes {
  async function matches(card: CardRecord, kind: CardCode, code: string, stored: string | undefined): Promise<boolean> {
    if (stored === undefined) return false;
    return kind === 'csc' ? cscHash(card, code) === stored : pins.matches(code, stored);
  }

  return {
    cscHash,
    async proves(merchant, card, kind, code) {
      const { id } = card.merchantcard;
      const secrets = loyalty.secrets(merchant, id);
      const now = clock.now();
      const misses = secrets.misses ?? null;
      if (misses && blocked(misses, now)) throw tooManyCodes(id, misses.blockedUntil - now);
      const right = await matches(card, kind, code, secrets[kind]);
      if (right && !secrets.misses) return true;
      await ledger.write(() => {
        const { misses, ...present } = loyalty.secrets(merchant, id);
        const failed = right ? {} : { misses: afterFailure(misses ?? null, clock.now()) };
        loyalty.keepSecrets(merchant, id, { ...present, ...failed });
      });
      return right;
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

const tooManyCodes = (card: string, wait: number) =>
  new BridgeError('passcodeBlocked', `too many wrong codes for the card ${card}`, {
    retryAfter: Math.ceil(wait / 1000),
  });

/** With the card's own id, so that equal codes of two cards do not look alike. */
const cscHash = (card: CardRecord, csc: string): string => hashToken(`${card.merchantcard.card.id} ${csc}`);
