/**
 * Status ids and simple statuses of Payment Transactions with their texts: one table for answers, lists, the status
 * simulator and the documentation (specification, "Payment Transaction"). Ids from 900 on are the bridge's own.
 */

export const simpleStatuses = {
  0: 'proceed',
  1: 'accepted',
  2: 'authorized',
  3: 'denied',
  4: 'issue',
  5: 'void',
  6: 'issue resolved',
  7: 'refund',
  8: 'created',
  9: 'paid',
  10: 'pending',
  11: 'subscription approved',
  12: 'subscription declined',
  13: 'on hold',
  14: 'waiting for shipment',
  15: 'container authorised',
  16: 'container denied',
  99: 'internal_server_status',
} as const;
export type SimpleStatus = keyof typeof simpleStatuses;

interface StatusRow {
  /** `status_text` on the wire. */
  readonly text: string;
  readonly simple: SimpleStatus;
  /** `status` of the method-specific representation. */
  readonly specific: SpecificStatus;
  readonly en: string;
}

export type SpecificStatus =
  | 'accepted'
  | 'authorized'
  | 'denied'
  | 'issue'
  | 'void'
  | 'issue_resolved'
  | 'refund'
  | 'pending'
  | 'internal_server_status';

const row = (text: string, simple: SimpleStatus, specific: SpecificStatus, en: string): StatusRow => ({
  text,
  simple,
  specific,
  en,
});

export const statuses = {
  1: row('erstellt', 99, 'internal_server_status', 'created; the payer has not finished'),
  6: row('abgeschlossen', 1, 'accepted', 'completed'),
  9: row('vorautorisiert', 2, 'authorized', 'authorised, to be captured'),
  11: row('abgeschlossen (Demo)', 1, 'accepted', 'completed in demo mode'),
  17: row('ausgezahlt', 1, 'accepted', 'paid out to the merchant'),
  25: row('Vorkasse wartend', 2, 'authorized', 'the payer has still to transfer the money'),
  59: row('Zahlung abgebrochen', 3, 'denied', 'the payer gave up'),
  69: row('Rücklastschrift', 4, 'issue', 'charged back'),
  85: row('Rechnungskauf akzeptiert', 1, 'accepted', 'purchase on invoice accepted'),
  103: row('teilweise ausgezahlt', 1, 'accepted', 'partly paid out'),
  111: row('Autorisierung abgeschlossen', 1, 'accepted', 'authorisation completed'),
  115: row('Abo genehmigt', 11, 'accepted', 'subscription approved'),
  900: row('in Bearbeitung', 0, 'internal_server_status', 'in progress'),
  903: row('abgelehnt', 3, 'denied', 'declined'),
  905: row('storniert', 5, 'void', 'given up before it was taken'),
  906: row('Klärung abgeschlossen', 6, 'issue_resolved', 'issue resolved'),
  907: row('erstattet', 7, 'refund', 'given back'),
  908: row('angelegt', 8, 'internal_server_status', 'created'),
  909: row('bezahlt', 9, 'accepted', 'paid'),
  910: row('wartend', 10, 'pending', 'pending'),
  912: row('Abo abgelehnt', 12, 'denied', 'subscription declined'),
  913: row('angehalten', 13, 'issue', 'on hold'),
  914: row('wartet auf Versand', 14, 'authorized', 'waiting for shipment'),
  915: row('Zahlungsmittel geprüft', 15, 'authorized', 'container authorised'),
  916: row('Zahlungsmittel abgelehnt', 16, 'denied', 'container denied'),
} as const satisfies Readonly<Record<number, StatusRow>>;
export type StatusId = keyof typeof statuses;

export const isStatus = (id: number): id is StatusId => Object.hasOwn(statuses, id);

/** The members of a document that show a status. */
export function statusMembers(id: StatusId) {
  const { text, simple } = statuses[id];
  return { status: id, status_text: text, status_simple: simple, status_simple_text: simpleStatuses[simple] };
}
