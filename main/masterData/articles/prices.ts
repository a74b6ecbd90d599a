/** Prices with the day from which each holds. What has begun stays as it was; the day of today may still be changed. Pure. */
import type { DatedPrice } from '../../wire/articles.ts';
import { faultAt } from './articleFault.ts';
import { checkPrice, dayOf } from './articleFields.ts';
import { priceOn } from './offer.ts';

const MOST_PLANNED = 50;
/** Days that are kept; older ones stand in the audit log. */
const MOST_KEPT = 200;

interface Wanted {
  /** From today on. */
  readonly price?: number | undefined;
  readonly prices?: readonly DatedPrice[] | undefined;
}

/** The prices of an article after a change; `before` empty: it is new. Throws `ArticleFault`. */
export function changedPrices(before: readonly DatedPrice[], wanted: Wanted, today: string): readonly DatedPrice[] {
  const kept = wanted.prices === undefined ? before : replaced(before, wanted.prices, today);
  if (wanted.price === undefined) return kept;
  const price = checkPrice(wanted.price);
  const now = priceOn(kept, today);
  if (now === price) return kept;
  // The first price holds from the beginning, also beside those that are planned.
  if (now === null) return limited([...kept, { price, validFrom: null }]);
  return limited([...kept.filter(({ validFrom }) => validFrom !== today), { price, validFrom: today }]);
}

function replaced(before: readonly DatedPrice[], wanted: readonly DatedPrice[], today: string): readonly DatedPrice[] {
  const checked = wanted.map(({ price, validFrom }, index) => ({
    price: checkPrice(price, `prices[${index}].price`),
    validFrom: validFrom === null ? null : dayOf(validFrom, `prices[${index}].validFrom`),
  }));
  for (const [index, { validFrom }] of checked.entries())
    if (checked.findIndex(one => one.validFrom === validFrom) < index)
      throw faultAt(
        `prices[${index}].validFrom`,
        validFrom === null ? 'Zwei Preise gelten von Anfang an.' : `Vom ${validFrom} an gelten zwei Preise.`,
        validFrom === null ? 'Two prices hold from the beginning.' : `Two prices hold from ${validFrom} on.`,
      );
  const begun = ({ validFrom }: DatedPrice) => validFrom === null || validFrom < today;
  for (const [index, one] of checked.entries())
    if (before.length > 0 && begun(one) && !before.some(known => same(known, one)))
      throw faultAt(
        `prices[${index}].validFrom`,
        'Ein Preis kann nicht in der Vergangenheit beginnen.',
        'A price cannot begin in the past.',
      );
  if (checked.filter(one => one.validFrom !== null && one.validFrom > today).length > MOST_PLANNED)
    throw faultAt(
      'prices',
      `Mehr als ${MOST_PLANNED} Preise sind geplant.`,
      `More than ${MOST_PLANNED} prices are planned.`,
    );
  const history = before.filter(begun);
  const later = checked.filter(one => before.length === 0 || !begun(one));
  const todays = before.filter(({ validFrom }) => validFrom === today);
  // A price of today goes only when another one takes its place: what was sold today was sold at it.
  const isReplaced = later.some(({ validFrom }) => validFrom === today);
  return limited([...history, ...(isReplaced ? [] : todays), ...later]);
}

const same = (a: DatedPrice, b: DatedPrice): boolean => a.price === b.price && a.validFrom === b.validFrom;

function limited(prices: readonly DatedPrice[]): readonly DatedPrice[] {
  const sorted = prices.toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1));
  return sorted.length > MOST_KEPT ? sorted.slice(-MOST_KEPT) : sorted;
}
