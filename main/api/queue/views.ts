/** Records and cases of the queue as the API shows them, with words for people. */
import type { Texts } from '../../domain/texts.ts';
import type { CaseRow, QueuedRow } from '../../store/queueLists.ts';
import { caseVersions, correctionNames, corrections, type QueueCaseView, type QueuedRecord } from '../../wire/queue.ts';
import { timestamp } from '../../world/clock.ts';

const titles: Readonly<Record<string, Texts>> = {
  'sale closed': { de: 'Verkauf', en: 'Sale' },
  'sale cancelled': { de: 'Storno', en: 'Cancellation' },
  'sale delivered': { de: 'Übergabe der Ware', en: 'Delivery' },
  'sale unknown': { de: 'Zahlung mit unbekanntem Ausgang', en: 'Payment with an unknown outcome' },
  'sale notPaid': { de: 'Zahlung hat nicht stattgefunden', en: 'Payment did not take place' },
  'sale notReversed': { de: 'Storno hat nicht stattgefunden', en: 'Reversal did not take place' },
  'cardOperation booked': { de: 'Buchung auf Kundenkarte', en: 'Booking on a loyalty card' },
  'cardOperation created': { de: 'Neue Kundenkarte', en: 'New loyalty card' },
  'cardOperation changed': { de: 'Änderung einer Kundenkarte', en: 'Change of a loyalty card' },
  'terminalOperation approved': { de: 'Vorgang am Terminal', en: 'Terminal operation' },
  'terminalOperation declined': { de: 'Abgelehnter Vorgang am Terminal', en: 'Declined terminal operation' },
  'terminalOperation unknown': {
    de: 'Vorgang am Terminal, Ausgang unbekannt',
    en: 'Terminal operation, outcome unknown',
  },
  'dayEnd ended': { de: 'Tagesabschluss', en: 'End-of-day' },
};

/** Kinds of cases that the worker of the upstream service and the link open. */
const cases: Readonly<Record<string, Texts>> = {
  sumDiffers: { de: 'Der Online-Dienst führt eine andere Summe', en: 'The online service holds another sum' },
  cardNotAccepted: {
    de: 'Der Online-Dienst hat die Kundenkarte nicht angenommen',
    en: 'The online service refused the loyalty card',
  },
  cardNumberDiffers: {
    de: 'Der Online-Dienst führt eine andere Kartennummer',
    en: 'The online service holds another card number',
  },
  bonusNotTaken: {
    de: 'Der Bonus wurde beim Online-Dienst nicht abgebucht',
    en: 'The bonus was not taken at the online service',
  },
  noWayUpstream: {
    de: 'Der Online-Dienst nimmt diese Buchung nicht entgegen',
    en: 'The online service has no call for this booking',
  },
  returnsOfDay: {
    de: 'Rückgaben des Tages kennt der Online-Dienst nicht: Sein Umsatz ist um diesen Betrag zu hoch',
    en: 'The online service does not know the returns of the day: its turnover is too high by this amount',
  },
  returnsChargedOfDay: {
    de: 'Rückgaben auf Kundenkarten stehen beim Online-Dienst als bar bezahlte Aufladung: Sein Bargeld ist um diesen Betrag zu hoch',
    en: 'Returns to loyalty cards stand at the online service as top-ups paid in cash: its cash is too high by this amount',
  },
  cancelledUpstream: {
    de: 'Beim Online-Dienst storniert, an der Kasse nicht',
    en: 'Cancelled at the online service and not at the till',
  },
  changedOnBothSides: {
    de: 'Hier und beim Online-Dienst geändert: Welche Fassung gilt?',
    en: 'Changed here and at the service: which version counts?',
  },
  manyVanished: {
    de: 'Beim Online-Dienst fehlt auf einmal vieles; es gilt weiter, was bekannt war',
    en: 'Much is missing at the service at once; what was known still counts',
  },
  notUsable: {
    de: 'Der Online-Dienst führt etwas, womit diese Kasse nicht arbeiten kann; alles andere wurde übernommen',
    en: 'The service holds something that this till cannot use; everything else was taken over',
  },
  balanceOverdrawn: {
    de: 'Die Karte hat weniger Guthaben, als mit ihr bezahlt wurde',
    en: 'The card holds less than was paid with it',
  },
  settingDiffers: {
    de: 'Der Online-Dienst führt andere Angaben zum Geschäft',
    en: 'The service holds other details of the shop',
  },
  currencyDiffers: {
    de: 'Der Vertrag beim Online-Dienst kennt die Währung dieser Kasse nicht',
    en: 'The contract at the service does not know the currency of this till',
  },
  contractEnded: { de: 'Der Vertrag beim Online-Dienst ist beendet', en: 'The contract at the service has ended' },
  clonedTill: {
    de: 'Mit einer Kopie dieser Kasse wird verkauft',
    en: 'Somebody sells with a copy of this till',
  },
  balanceGone: { de: 'Das Guthaben wurde anderswo ausgegeben', en: 'The balance was spent elsewhere' },
};

const titleOf = (known: Readonly<Record<string, Texts>>, name: string): Texts => known[name] ?? { de: name, en: name };

export const recordId = ({ till, epoch, sequence }: Pick<QueuedRow, 'till' | 'epoch' | 'sequence'>): string =>
  `${till}.${epoch}.${sequence}`;

export function recordView(row: QueuedRow): QueuedRecord {
  const { target, state, kind, event, object, till, sequence, business_day, receipt_number, sum, currency, attempts } =
    row;
  return {
    ...{ id: recordId(row), target, state, kind: kind as QueuedRecord['kind'], event, object, till, sequence },
    ...{ business_day, receipt_number, sum, currency, attempts },
    title: titleOf(titles, `${kind} ${event}`),
    at: timestamp(row.at),
    next_try: row.next_at === 0 ? null : timestamp(row.next_at),
    reason: row.reason === null ? null : JSON.parse(row.reason),
    behind: behindOf(row),
    corrections: correctionsOf(row),
  };
}

function behindOf({ behind }: QueuedRow): QueuedRecord['behind'] {
  if (behind === null) return null;
  const { kind, event, receipt_number, reason, ...place } = JSON.parse(behind) as BehindRow;
  return { id: recordId(place), title: titleOf(titles, `${kind} ${event}`), receipt_number, reason };
}

type BehindRow = Pick<QueuedRow, 'till' | 'epoch' | 'sequence' | 'kind' | 'event' | 'receipt_number'> & {
  readonly reason: QueuedRecord['reason'];
};

const CARD_METHODS: ReadonlySet<unknown> = new Set(['cashless', 'cashless_direct']);

/** Only a sale that the upstream service refused has facts that a person may correct; card facts only where a card paid. */
function correctionsOf({ target, kind, facts, correction }: QueuedRow): QueuedRecord['corrections'] {
  if (target !== 'upstream' || kind !== 'sale') return [];
  const known = JSON.parse(facts) as Readonly<Record<string, unknown>>;
  const corrected = JSON.parse(correction ?? '{}') as Readonly<Record<string, unknown>>;
  return correctionNames
    .filter(name => name === 'transaction_ref' || CARD_METHODS.has(known.method))
    .map(name => {
      const value = corrected[name] ?? known[name] ?? null;
      return { name, title: corrections[name], value: value === null ? null : String(value) };
    });
}

/** Kinds of cases of which a person chooses a version. */
const CHOSEN: ReadonlySet<string> = new Set(['changedOnBothSides', 'settingDiffers', 'manyVanished']);

export function caseView(row: CaseRow): QueueCaseView {
  const { id, kind, object, amount, currency, receipt_number, closed_at, closed_by, reason } = row;
  return {
    ...{ id, kind, object, amount, currency, receipt_number },
    title: titleOf(cases, kind),
    versions: closed_at === null && CHOSEN.has(kind) ? [...caseVersions] : [],
    at: timestamp(row.at),
    facts: JSON.parse(row.facts),
    closed: closed_at === null ? null : { at: timestamp(closed_at), by: closed_by ?? '', reason: reason ?? '' },
  };
}
