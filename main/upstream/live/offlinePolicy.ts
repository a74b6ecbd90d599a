/** The amount that a loyalty card may pay while the upstream service is not reachable, and its notice for the cashier. Pure. */
import { formatAmount } from '../../domain/money.ts';
import type { CardNotice } from '../../world/cardAuthority.ts';

/** `upstream.offline` of the configuration. */
export interface OfflinePolicy {
  readonly redeem: CardNotice['redeem'];
  /** With `amount`: per card and day at this bridge, minor units. */
  readonly amount: number;
  /** With `lastBalance`: an older balance pays nothing. */
  readonly maxAgeHours: number;
}

export interface OfflineFacts {
  /** Paid by the card today without the service, minor units. */
  readonly spentToday: number;
  /** Last reading of its balance at the service, ms since 1970; null: never. */
  readonly readAt: number | null;
  readonly now: number;
  readonly currency: string;
}

const HOUR = 3_600_000;

/** The notice with the limit that it announces. */
export function offlineNotice(policy: OfflinePolicy, facts: OfflineFacts): CardNotice {
  const { redeem } = policy;
  if (redeem === 'amount') return ofAmount(Math.max(0, policy.amount - facts.spentToday), facts);
  if (redeem === 'lastBalance') return ofLastBalance(policy, facts);
  return { redeem, limit: 0, texts: REFUSED };
}

const REFUSED = {
  de: 'Der Dienst ist nicht erreichbar: Die Kundenkarte sammelt, bezahlt aber nichts.',
  en: 'The service cannot be reached: the loyalty card collects, and pays nothing.',
};

function ofAmount(limit: number, { currency }: OfflineFacts): CardNotice {
  if (limit === 0)
    return {
      redeem: 'amount',
      limit,
      texts: {
        de: 'Der Dienst ist nicht erreichbar, und die Kundenkarte hat heute schon so viel bezahlt, wie ohne ihn erlaubt ist. Sie sammelt nur.',
        en: 'The service cannot be reached, and the loyalty card has paid today as much as is allowed without it. It only collects.',
      },
    };
  return {
    redeem: 'amount',
    limit,
    texts: {
      de: `Der Dienst ist nicht erreichbar: Die Kundenkarte zahlt höchstens ${formatAmount(limit, currency, 'de')}.`,
      en: `The service cannot be reached: the loyalty card pays ${formatAmount(limit, currency, 'en')} at most.`,
    },
  };
}

function ofLastBalance({ maxAgeHours }: OfflinePolicy, { readAt, now }: OfflineFacts): CardNotice {
  const age = readAt === null ? Number.POSITIVE_INFINITY : Math.max(0, now - readAt);
  if (age > maxAgeHours * HOUR)
    return {
      redeem: 'lastBalance',
      limit: 0,
      texts: {
        de: 'Der Dienst ist nicht erreichbar, und das Guthaben der Kundenkarte ist hier zu alt oder unbekannt. Sie sammelt nur.',
        en: 'The service cannot be reached, and the balance of the loyalty card is too old here or not known. It only collects.',
      },
    };
  const hours = Math.floor(age / HOUR);
  return {
    redeem: 'lastBalance',
    limit: null,
    texts: {
      de: `Der Dienst ist nicht erreichbar: Es gilt das Guthaben, das vor ${hours < 1 ? 'weniger als einer Stunde' : `${hours} Stunden`} gelesen wurde.`,
      en: `The service cannot be reached: the balance counts that was read ${hours < 1 ? 'less than an hour' : `${hours} hours`} ago.`,
    },
  };
}
