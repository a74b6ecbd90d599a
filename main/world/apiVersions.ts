/**
 * The dated versions of the API, newest first, with every change: from this table come the header `Tillbridge-Version`, the
 * page `/docs/changelog`, and the headers of what is deprecated. What may change, and what never does: docs/compatibility.md.
 */

interface Texts {
  readonly de: string;
  readonly en: string;
}

interface Change {
  readonly kind: 'added' | 'changed' | 'deprecated' | 'removed';
  readonly what: Texts;
  /** As in the description, for example `POST /api/v2/Smart/Transactions`; empty: every operation. */
  readonly operations: readonly string[];
  /** The task of a client; null: nothing. */
  readonly migration: Texts | null;
  /** Replacement of operations that are deprecated as a whole. */
  readonly replacedBy?: Replacement;
}

interface Replacement {
  /** Path of the resource to use instead. */
  readonly successor: string;
  /** Day (YYYY-MM-DD) from which the operations may be gone; null: not decided. */
  readonly sunset: string | null;
}

export interface ApiVersion {
  /** YYYY-MM-DD, the name of the version. */
  readonly date: string;
  readonly changes: readonly Change[];
}

const CONTRACTS = '/api/v2/Payment/Contracts';
const SALES = '/api/v2/Smart/Transactions';

export const apiVersions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    date: '2026-11-25',
    changes: [
      {
        kind: 'added',
        what: {
          en: 'Dated versions: header Tillbridge-Version in every answer, and in a request that names one; this page, and the same as JSON.',
          de: 'Versionen mit Datum: Kopfzeile Tillbridge-Version in jeder Antwort und in einer Anfrage, die eine nennt; diese Seite, auch als JSON.',
        },
        operations: [],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Idempotency-Key counts for cash movements, counts, drawer openings, Z reports, ends of days, parked baskets, invoices, new cards, vouchers, campaigns and customers, returns and their pay-out, parts of a sale and corrections of cards, too, and whatever slashes the address has; it was passed over there.',
          de: 'Idempotency-Key zählt auch bei Ein- und Auszahlungen, Zählungen, Schubladenöffnungen, Z-Berichten, Kassenschnitten, geparkten Körben, Rechnungen, neuen Karten, Gutscheinen, Aktionen und Kunden, Rückgaben und deren Auszahlung, Teilen eines Verkaufs und Korrekturen von Karten, und wie viele Schrägstriche die Adresse auch hat; dort wurde er übergangen.',
        },
        operations: [
          'POST /bridge/v1/cash-movements',
          'POST /bridge/v1/drawer-openings',
          'POST /bridge/v1/shifts',
          'POST /bridge/v1/shifts/count',
          'POST /bridge/v1/shifts/{id}/close',
          'POST /bridge/v1/shifts/{id}/hand-over',
          'POST /bridge/v1/shifts/{id}/recount',
          'POST /bridge/v1/z-reports',
          'POST /bridge/v1/terminals/{device}/day-end',
          'POST /bridge/v1/parked',
          'POST /bridge/v1/parked/{id}/take',
          'POST /bridge/v1/returns',
          'POST /bridge/v1/returns/{id}/pay-out',
          'POST /bridge/v1/sales/{id}/invoices',
          'POST /bridge/v1/counter/cards',
          'POST /bridge/v1/loyalty/cards',
          'POST /bridge/v1/loyalty/cards/{id}/corrections',
          'POST /bridge/v1/loyalty/campaigns',
          'POST /bridge/v1/loyalty/customers',
          'POST /bridge/v1/loyalty/batches/range',
          'POST /bridge/v1/loyalty/vouchers',
          'POST /bridge/v1/loyalty/vouchers/many',
        ],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Strictness: setting strict and header Tillbridge-Strict (off, misspelt, all) name unknown members in Tillbridge-Unknown-Members and refuse them with 1175. Off in a shop; a demo begins with misspelt.',
          de: 'Strenge: Einstellung strict und Kopfzeile Tillbridge-Strict (off, misspelt, all) nennen unbekannte Felder in Tillbridge-Unknown-Members und lehnen sie mit 1175 ab. Im Geschäft aus; eine Demo beginnt mit misspelt.',
        },
        operations: [],
        migration: {
          en: 'None in a shop. A test against the demo that sends a misspelt member is refused: correct the member, or send Tillbridge-Strict: off.',
          de: 'Im Geschäft nichts. Ein Test gegen die Demo mit einem verschriebenen Feld wird abgelehnt: Feld berichtigen oder Tillbridge-Strict: off senden.',
        },
      },
      {
        kind: 'added',
        what: {
          en: 'Pushes are signed by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) with a secret of the client, which is rotated with an overlap, and say event, status and payments besides outcome.',
          de: 'Pushes sind nach Standard Webhooks signiert (webhook-id, webhook-timestamp, webhook-signature) mit einem Schlüssel des Clients, der überlappend erneuert wird, und nennen event, status und payments neben outcome.',
        },
        operations: [
          'GET /bridge/v1/clients/{id}/push-secret',
          'POST /bridge/v1/clients/{id}/push-secret',
          'DELETE /bridge/v1/clients/{id}/push-secret',
        ],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Receivers of every push of a merchant for a while; the event stream takes events and sale; the trace of a terminal as a stream. /docs/events describes every event.',
          de: 'Empfänger aller Pushes eines Händlers für eine Weile; der Ereignisstrom nimmt events und sale; der Mitschnitt eines Terminals als Strom. /docs/events beschreibt jedes Ereignis.',
        },
        operations: [
          'POST /bridge/v1/pushes/receivers',
          'GET /bridge/v1/events',
          'GET /bridge/v1/terminals/{device}/trace/events',
        ],
        migration: null,
      },
      {
        kind: 'changed',
        what: {
          en: 'Every operation has its own right. A client with the scope smart alone sells; terminals, back office, drawer, decisions about money, schedules, network search, audit, approvals, pushes, traces and requests of others need manage.',
          de: 'Jeder Aufruf hat sein eigenes Recht. Ein Zugang mit dem Scope smart allein verkauft; Terminals, Backoffice, Schublade, Entscheidungen über Geld, Zeitpläne, Suche im Netz, Änderungsprotokoll, Freigaben, Pushes, Mitschnitte und Anfragen anderer verlangen manage.',
        },
        operations: [],
        migration: {
          en: 'None for selling. A client that looks after the shop gets the scope manage: PUT /bridge/v1/clients/{id}. docs/rights.md names the right of every operation.',
          de: 'Zum Verkaufen nichts. Ein Zugang, der den Laden pflegt, bekommt den Scope manage: PUT /bridge/v1/clients/{id}. docs/rights.md nennt das Recht jedes Aufrufs.',
        },
      },
      {
        kind: 'changed',
        what: {
          en: 'A body that names a member or field twice in one place is refused (1001); the last one counted, also of an amount. An Idempotency-Key of a person who is signed in is hers alone.',
          de: 'Ein Rumpf, der ein Feld an einer Stelle zweimal nennt, wird abgelehnt (1001); bisher zählte das letzte, auch bei einem Betrag. Ein Idempotency-Key einer angemeldeten Person gehört ihr allein.',
        },
        operations: [],
        migration: {
          en: 'None where JSON is written by a library.',
          de: 'Nichts, wo eine Bibliothek das JSON schreibt.',
        },
      },
      {
        kind: 'changed',
        what: {
          en: 'A push address that cannot work is refused when it is named (1178); before, each push to it was refused later. A sale whose outcome becomes unknown is pushed, too.',
          de: 'Eine Push-Adresse, die nicht gehen kann, wird bei der Angabe abgelehnt (1178); bisher scheiterte später jeder Push dorthin. Auch ein Verkauf mit unbekanntem Ausgang wird gemeldet.',
        },
        operations: [`POST ${SALES}`, 'POST /api/v2/Payment/Transactions', 'POST /api/v2/Payment/Containers'],
        migration: {
          en: 'Send a URL with http or https, or none. Private receivers are named in the setting push.allow, as before.',
          de: 'Eine URL mit http oder https senden oder keine. Private Empfänger stehen wie bisher in der Einstellung push.allow.',
        },
      },
      {
        kind: 'added',
        what: {
          en: 'Lines by weight or measure: basket.products[].measure {value, decimals, unit, priceOne}; the bridge works out priceOne of the line and answers quantity 1.',
          de: 'Positionen nach Gewicht oder Maß: basket.products[].measure {value, decimals, unit, priceOne}; die Bridge rechnet priceOne der Position aus und antwortet mit quantity 1.',
        },
        operations: [`POST ${SALES}`, `PUT ${SALES}/{id}`],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'A part of a weighed or measured line comes back: lines[].measure {value, decimals} of a return; returnable says by measure how much was sold, has come back and is left. Without a receipt articles[].measure {value, decimals, unit, priceOne} is a weight with the price of one unit. The article of a scale label names itself without the weight (carried.desc, carried.descEn).',
          de: 'Ein Teil einer gewogenen oder gemessenen Position kommt zurück: lines[].measure {value, decimals} einer Rückgabe; returnable sagt nach Maß, wie viel verkauft wurde, zurück und noch da ist. Ohne Bon ist articles[].measure {value, decimals, unit, priceOne} ein Gewicht mit dem Preis einer Einheit. Der Artikel eines Waagen-Etiketts nennt seinen Namen ohne Gewicht (carried.desc, carried.descEn).',
        },
        operations: [
          'GET /bridge/v1/sales/{id}/returnable',
          'POST /bridge/v1/returns/preview',
          'POST /bridge/v1/returns',
          'GET /bridge/v1/articles/{id}',
        ],
        migration: null,
      },
      {
        kind: 'changed',
        what: {
          en: 'Turnover by article and group: goods by weight or measure count in measure (ten-thousandths of unit) and no longer as pieces in quantity; the name of an article does not carry the weight of a pack.',
          de: 'Umsatz nach Artikel und Warengruppe: Ware nach Gewicht oder Maß zählt in measure (Zehntausendstel von unit) und nicht mehr als Stück in quantity; der Name eines Artikels enthält nicht das Gewicht einer Packung.',
        },
        operations: ['GET /bridge/v1/reports/{name}'],
        migration: {
          en: 'Read measure and unit where a shop sells by weight.',
          de: 'measure und unit lesen, wo ein Geschäft nach Gewicht verkauft.',
        },
      },
      {
        kind: 'added',
        what: {
          en: 'Texts in two languages: basket.products[].desc_en of a line, nameEn of campaigns and coupons (nameByTaxEn for tax rates), name_en of benefits.near. English screens, displays and receipts show them; desc and name stay as they are.',
          de: 'Texte in zwei Sprachen: basket.products[].desc_en einer Position, nameEn von Aktionen und Coupons (nameByTaxEn für Steuersätze), name_en von benefits.near. Englische Bildschirme, Anzeigen und Belege zeigen sie; desc und name bleiben, wie sie sind.',
        },
        operations: [
          `POST ${SALES}`,
          `PUT ${SALES}/{id}`,
          'POST /bridge/v1/loyalty/campaigns',
          'POST /bridge/v1/loyalty/vouchers',
        ],
        migration: {
          en: 'None in a shop. A test against the demo that sends an article with descEn as a line is refused as misspelt: send desc_en, or leave it out.',
          de: 'Im Geschäft nichts. Ein Test gegen die Demo, der einen Artikel mit descEn als Position sendet, wird als verschrieben abgelehnt: desc_en senden oder weglassen.',
        },
      },
      {
        kind: 'added',
        what: {
          en: 'Tax rates with up to two decimals (8.1), as a number or as text: lines of sales, articles, article files, tax rates of the shop. Whole rates stay whole numbers.',
          de: 'Steuersätze mit bis zu zwei Nachkommastellen (8.1), als Zahl oder Text: Positionen, Artikel, Artikeldateien, Steuersätze des Geschäfts. Ganze Sätze bleiben ganze Zahlen.',
        },
        operations: [`POST ${SALES}`, `PUT ${SALES}/{id}`, 'PUT /bridge/v1/tax-rates', 'POST /bridge/v1/articles'],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'payments of a sale, in answers, refusals and events: every payment with method, amount, card, numbers of the terminal and status.',
          de: 'payments eines Verkaufs, in Antworten, Ablehnungen und Ereignissen: jede Zahlung mit Methode, Betrag, Karte, Nummern des Terminals und Status.',
        },
        operations: [`GET ${SALES}/{id}`, `POST ${SALES}/{id}/start/{method}`],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Refusals say who has to mend the request (fault, now in every one), cause, cure and doc_url; header X-Support-Id of every answer; an unknown path names the closest route, a wrong method the right ones (Allow).',
          de: 'Ablehnungen sagen, wer etwas ändern muss (fault, jetzt in jeder), cause, cure und doc_url; Kopfzeile X-Support-Id jeder Antwort; ein unbekannter Pfad nennt den nächsten, eine falsche Methode die richtigen (Allow).',
        },
        operations: [],
        migration: null,
      },
      {
        kind: 'changed',
        what: {
          en: 'Refusals that shared 1003 have codes of their own where the cause is another: verdicts (1185), hand-over (1186), receipts (1187), diagnosis and end-of-day (1188), card bookings (5090, 5091), payment means and mandates (1241 to 1245), payments (1246 to 1249), subscriptions (1250 to 1253), back office and upstream service (1254 to 1259), lines that discharge a card (1159), a sale changed meanwhile (1189). 1003 stays for the states of a sale.',
          de: 'Ablehnungen mit 1003 haben eigene Codes, wo die Ursache eine andere ist: Urteile (1185), Warenausgabe (1186), Belege (1187), Diagnose und Kassenschnitt (1188), Kartenbuchungen (5090, 5091), Zahlungsmittel und Mandate (1241 bis 1245), Zahlungen (1246 bis 1249), Abonnements (1250 bis 1253), Zentrale und Online-Dienst (1254 bis 1259), Positionen, die eine Karte entladen (1159), ein inzwischen geänderter Verkauf (1189). 1003 bleibt für die Zustände eines Verkaufs.',
        },
        operations: [],
        migration: {
          en: 'None for a client that decides by status and fault, which stay. One that compares the code with 1003 outside of sales adds the new ones.',
          de: 'Nichts für einen Client, der nach Status und fault entscheidet; beide bleiben. Wer den Code außerhalb von Verkäufen mit 1003 vergleicht, ergänzt die neuen.',
        },
      },
      {
        kind: 'changed',
        what: {
          en: 'A demo refuses a basket_info.sum that the lines do not add up to (1158, setting strictSums; Tillbridge-Strict: off lifts it for one request). A shop charges it as before and marks the sale by sum_differs.',
          de: 'Eine Demo lehnt basket_info.sum ab, wenn es nicht die Summe der Positionen ist (1158, Einstellung strictSums; Tillbridge-Strict: off hebt das für eine Anfrage auf). Ein Geschäft verlangt die gesendete Summe wie bisher und kennzeichnet den Verkauf mit sum_differs.',
        },
        operations: [`POST ${SALES}`, `PUT ${SALES}/{id}`],
        migration: {
          en: 'None in a shop. In a test against the demo leave the sum out, or make discounts lines with a negative priceOne.',
          de: 'Im Geschäft nichts. In einem Test gegen die Demo die Summe weglassen oder Rabatte als Positionen mit negativem priceOne senden.',
        },
      },
      {
        kind: 'changed',
        what: {
          en: 'An aggregate whose group and sum stand in the same list adds each element to its own group: tenders.amount by tenders.method.',
          de: 'Ein aggregate, dessen Gruppe und Summe in derselben Liste stehen, zählt jedes Element zu seiner eigenen Gruppe: tenders.amount nach tenders.method.',
        },
        operations: [`GET ${SALES}`],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Prefer: respond-async on calls that wait for a terminal: 202 at once with the sale, Location and Preference-Applied; Prefer: wait=N bounds the wait.',
          de: 'Prefer: respond-async bei Aufrufen, die auf ein Terminal warten: sofort 202 mit dem Verkauf, Location und Preference-Applied; Prefer: wait=N begrenzt das Warten.',
        },
        operations: [`POST ${SALES}/{id}/start/{method}`, `POST ${SALES}/{id}/cancel`],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'prompt_code beside the words of a running card payment (presentCard, enterPin, …), in events and on customer displays.',
          de: 'prompt_code neben den Worten einer laufenden Kartenzahlung (presentCard, enterPin, …), in Ereignissen und auf Kundenanzeigen.',
        },
        operations: ['GET /bridge/v1/events'],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'Push notifications can be signed (webhook-id, webhook-timestamp, webhook-signature) and say how the money stands; an unusable url_push is refused at creation.',
          de: 'Push-Nachrichten können unterschrieben sein (webhook-id, webhook-timestamp, webhook-signature) und sagen, wie das Geld steht; ein unbrauchbares url_push wird beim Anlegen abgelehnt.',
        },
        operations: [`POST ${SALES}`],
        migration: null,
      },
      {
        kind: 'changed',
        what: {
          en: 'The header Deprecation has the form of RFC 9745, a date such as @1795478400 in place of true; Link names this page as rel="deprecation" beside the successor.',
          de: 'Die Kopfzeile Deprecation hat die Form von RFC 9745, ein Datum wie @1795478400 statt true; Link nennt diese Seite als rel="deprecation" neben dem Nachfolger.',
        },
        operations: [`GET ${CONTRACTS}`],
        migration: {
          en: 'Only where a client compares the value: any value means deprecated.',
          de: 'Nur, wo ein Client den Wert vergleicht: jeder Wert heißt veraltet.',
        },
      },
    ],
  },
  {
    date: '2026-11-24',
    changes: [
      {
        kind: 'added',
        what: {
          en: 'First dated version: everything that the description shows without another date.',
          de: 'Erste Version mit Datum: alles, was die Beschreibung ohne anderes Datum zeigt.',
        },
        operations: [],
        migration: null,
      },
      {
        kind: 'added',
        what: {
          en: 'outcome in every answer, refusal, push and event about a sale: paid, not paid, unknown or open, final or not, and the next call.',
          de: 'outcome in jeder Antwort, Ablehnung, Push-Nachricht und jedem Ereignis zu einem Verkauf: bezahlt, nicht bezahlt, unbekannt oder offen, endgültig oder nicht, und der nächste Aufruf.',
        },
        operations: [`POST ${SALES}/{id}/start/{method}`, `GET ${SALES}/{id}`],
        migration: null,
      },
      {
        kind: 'deprecated',
        what: {
          en: 'Payment Contracts, the older name of General Contracts: reading and changing them. Making new ones (clone, requestId) stays.',
          de: 'Payment Contracts, der ältere Name von General Contracts: Lesen und Ändern. Neue anlegen (clone, requestId) bleibt.',
        },
        operations: [
          `GET ${CONTRACTS}`,
          `GET ${CONTRACTS}/{id}`,
          `GET ${CONTRACTS}/{id}/paymentMethods`,
          `POST ${CONTRACTS}/{id}/revokeAccrual`,
          `POST ${CONTRACTS}/{id}/updateBankAccount`,
        ],
        migration: {
          en: 'Use the operations of the same name below /api/v2/General/Contracts.',
          de: 'Die gleichnamigen Aufrufe unter /api/v2/General/Contracts verwenden.',
        },
        replacedBy: { successor: '/api/v2/General/Contracts', sunset: null },
      },
      {
        kind: 'deprecated',
        what: {
          en: 'The member url_push of clone.',
          de: 'Das Feld url_push von clone.',
        },
        operations: [`POST ${CONTRACTS}/{id}/clone`],
        migration: {
          en: 'Send application_context.return_urls.url_push with each sale.',
          de: 'application_context.return_urls.url_push mit jedem Verkauf senden.',
        },
      },
    ],
  },
];

/** The version of a request that names none. */
export const newestVersion = apiVersions[0].date;

export const isKnownVersion = (date: string): boolean => apiVersions.some(version => version.date === date);

/** Headers of every answer of an operation that is deprecated; values as RFC 9745, RFC 8594 and RFC 8288 write them. */
export interface DeprecationHeaders {
  readonly deprecation: string;
  readonly link: string;
  readonly sunset?: string;
}

/** By operation, such as `GET /api/v2/Payment/Contracts/{id}`. */
export function deprecationHeaders(versions: readonly ApiVersion[]): ReadonlyMap<string, DeprecationHeaders> {
  return new Map(
    versions.flatMap(({ date, changes }) =>
      changes.flatMap(({ operations, replacedBy }) =>
        replacedBy ? operations.map(operation => [operation, headersOf(date, replacedBy)] as const) : [],
      ),
    ),
  );
}

const headersOf = (date: string, { successor, sunset }: Replacement): DeprecationHeaders => ({
  deprecation: `@${Date.parse(date) / 1000}`,
  link: `<${successor}>; rel="successor-version", </docs/changelog#${date}>; rel="deprecation"; type="text/html"`,
  ...(sunset === null ? {} : { sunset: new Date(sunset).toUTCString() }),
});
