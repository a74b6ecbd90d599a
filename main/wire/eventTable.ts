/**
 * Everything that happens, as one table: the events of the stream (`GET /bridge/v1/events`) and those of the pushes. The page
 * `/docs/events`, `/docs/events.json` and the webhooks of the OpenAPI document are made from it.
 */
import { type EventName, events } from './events.ts';
import { pushEvents } from './pushEvents.ts';
import { Notification } from './pushes.ts';

export interface StreamEventRow {
  /** Has an id, and a reader that resumes gets it again. */
  readonly durable: boolean;
  /** The moment at which it is sent, as a clause. */
  readonly en: string;
  readonly de: string;
  /** Shape of the data. */
  readonly schema: object;
  readonly example: object;
}

const STX = 'STX_4QJ0M1V7XW2N5B8K3C6H9D0R4T7Z1A';
const SDV = 'SDV_8B2K6T0W4Y9M1P5R7C3H0N6X2J8V4D';
const PRN = 'PRN_1R5X9C3V7B0N2M6K8J4H1G5F9D3S7A';
const AT = 1_800_000_000_000;

type Row = Omit<StreamEventRow, 'schema' | 'durable'> & { readonly durable?: true };

const rows: Readonly<Record<EventName, Row>> = {
  transaction: {
    durable: true,
    en: 'A sale was added or changed. It carries the whole sale as it is when it is sent; the example is shortened.',
    de: 'Ein Verkauf ist neu oder geändert. Es trägt den ganzen Verkauf, wie er beim Senden ist; das Beispiel ist gekürzt.',
    example: { object: 'smart.transactions', id: STX, type: 'changed', document: { id: STX, status: 'ok' } },
  },
  payment: {
    en: 'A card payment at a terminal moved on; null: it is over. After opening, the running one of the own till.',
    de: 'Eine Kartenzahlung am Terminal ging weiter; null: sie ist vorbei. Nach dem Öffnen die laufende der eigenen Kasse.',
    example: { device: SDV, payment: null },
  },
  terminal: {
    en: 'A terminal has another connection state or condition. After opening, that of the own till.',
    de: 'Ein Terminal hat einen anderen Verbindungszustand. Nach dem Öffnen das der eigenen Kasse.',
    example: { device: SDV, description: 'Terminal 1', state: 'ready', since: AT, reason: null, condition: null },
  },
  search: {
    en: 'A search for terminals moved on.',
    de: 'Eine Suche nach Terminals ging weiter.',
    example: { id: 'S1', running: true, done: 12, of: 254, found: [] },
  },
  dayEnd: {
    en: 'An end-of-day began or ended: read it again.',
    de: 'Ein Kassenschnitt begann oder endete: neu lesen.',
    example: { device: SDV, id: 'D1', state: 'done' },
  },
  queue: {
    en: 'What waits for the upstream service and the back office. Also after opening.',
    de: 'Was auf den Dienst und das Backoffice wartet. Auch nach dem Öffnen.',
    example: {
      ...{ upstream: 'none', waiting: 0, parked: 0, oldest: null, cases: 0 },
      targets: { upstream: null, office: null },
    },
  },
  parked: {
    en: 'A basket was parked, taken or given up.',
    de: 'Ein Korb wurde geparkt, geholt oder aufgegeben.',
    example: { count: 1, sale: STX },
  },
  printer: {
    en: 'A printer is in another condition, or other slips wait for it. Also after opening.',
    de: 'Ein Drucker ist in anderem Zustand, oder andere Belege warten. Auch nach dem Öffnen.',
    example: {
      ...{ printer: PRN, name: 'Bondrucker', state: 'ready', paper_low: false, reason: null, since: AT },
      ...{ waiting: 0, held: 0, oldest: null, drawer_failed: null, tills: [SDV] },
    },
  },
  catalogue: {
    en: 'Articles changed: load them again.',
    de: 'Artikel wurden geändert: neu laden.',
    example: { version: '42' },
  },
  checkins: {
    en: 'Somebody came into the shop or left it: load the list again.',
    de: 'Jemand kam ins Geschäft oder ging: Liste neu laden.',
    example: { target: 'smart.checkins', type: 'changed', data: [{ object: 'smart.checkins', id: 'CHI_…' }] },
  },
  scan: {
    en: 'A serial scanner read a code for a till. Who uses it takes it first.',
    de: 'Ein serieller Scanner las einen Code für eine Kasse. Wer ihn nutzt, nimmt ihn zuerst.',
    example: { id: 'N1', scanner: 'SCN_…', till: 'SDV_…', code: '4000000000017', at: AT },
  },
  scanner: {
    en: 'A serial scanner was plugged in or out, or read something.',
    de: 'Ein serieller Scanner wurde ein- oder ausgesteckt, oder er las etwas.',
    example: { id: 'SCN_…', state: 'ready', reason: null, last: null },
  },
  instruction: {
    en: 'An instruction of a register to the app of the customers.',
    de: 'Eine Anweisung einer Kasse an die App der Kunden.',
    example: { target: 'ident-link', action: 'open', data: null },
  },
  reset: {
    en: 'Events were missed that are no longer kept: load everything again.',
    de: 'Es fehlen Ereignisse, die nicht mehr da sind: alles neu laden.',
    example: {},
  },
};

export const streamEvents = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, { durable: false, ...row, schema: events[name as EventName] }]),
) as Readonly<Record<EventName, StreamEventRow>>;

export const streamEventNames = Object.keys(rows) as EventName[];

/** Body of a push about a paid sale. */
export const pushExample = {
  object: 'event.pushes',
  id: 'evt_0123456789abcdef0123456789abcdef',
  created: '2027-01-15T09:00:00+01:00',
  target: 'smart.transactions',
  type: 'changed',
  event: 'sale.paid',
  data: [{ object: 'smart.transactions', id: STX }],
  status: 'ok',
  outcome: { result: 'paid', final: true, paid: 1234, open: 0, late: false, abort_requested: false, next: null },
} as const;

/** The events of the pushes; each has the same body. */
export const pushEventTable = { events: pushEvents, schema: Notification, example: pushExample } as const;
