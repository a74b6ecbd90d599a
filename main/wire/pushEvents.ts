/**
 * The closed list of what a push may tell: `event` of its body. One row per name, read by the delivery, the page `/docs/events`
 * and the OpenAPI document.
 */

export interface PushEventRow {
  /** Type of the object; `payment.*` stands for the resource of the payment method. */
  readonly target: string;
  readonly type: 'changed' | 'added';
  /** The moment at which it is sent, as a clause. */
  readonly en: string;
  readonly de: string;
}

const sale = (en: string, de: string): PushEventRow => ({ target: 'smart.transactions', type: 'changed', en, de });
const payment = (en: string, de: string): PushEventRow => ({ target: 'payment.*', type: 'changed', en, de });

export const pushEvents = {
  'sale.pending': sale(
    'Money is about to move: a payment or its return was begun, or a transfer is waited for.',
    'Geld ist im Begriff, sich zu bewegen: Eine Zahlung oder ihre Rückgabe hat begonnen, oder auf eine Überweisung wird gewartet.',
  ),
  'sale.paid': sale(
    'The sale is paid. `outcome.late` says that somebody had asked to stop.',
    'Der Verkauf ist bezahlt. `outcome.late` sagt, dass vorher jemand abbrechen wollte.',
  ),
  'sale.secured': sale(
    'The payment is authorised with an instrument known before: the goods may go, and `start` takes the money.',
    'Die Zahlung ist mit einem bekannten Zahlungsmittel autorisiert: Die Ware darf hinaus, und `start` nimmt das Geld.',
  ),
  'sale.declined': sale(
    'The payment was declined; no money moved.',
    'Die Zahlung wurde abgelehnt; es wurde kein Geld bewegt.',
  ),
  'sale.unknown': sale(
    'Nobody knows yet whether money moved. The bridge asks the terminal; another event follows.',
    'Noch weiß niemand, ob sich Geld bewegt hat. Die Bridge fragt das Terminal; ein weiteres Ereignis folgt.',
  ),
  'sale.cancelled': sale(
    'The sale was given up, or all its money went back.',
    'Der Verkauf wurde aufgegeben, oder all sein Geld ging zurück.',
  ),
  'sale.delivered': sale('The goods were shipped or fetched.', 'Die Ware wurde versandt oder abgeholt.'),
  'sale.changed': sale(
    'Another change: a card was applied or taken off, a part was paid, a cancellation was refused, a slip came late.',
    'Eine andere Änderung: Karte angewendet oder entfernt, Teil bezahlt, Stornierung abgelehnt, Beleg kam verspätet.',
  ),
  'operation.changed': {
    target: 'terminal.operations',
    type: 'changed',
    en: 'An operation without a sale (a refund, a tip) is unknown again or waits for a person, was decided, or got a slip after its end.',
    de: 'Ein Vorgang ohne Verkauf (Gutschrift, Trinkgeld) ist wieder unklar oder wartet auf einen Menschen, wurde entschieden oder bekam nach dem Ende einen Beleg.',
  },
  'payment.created': payment('The payment was created.', 'Die Zahlung wurde angelegt.'),
  'payment.proceed': payment('The payment is in progress.', 'Die Zahlung ist in Bearbeitung.'),
  'payment.pending': payment('The payment waits for somebody else.', 'Die Zahlung wartet auf jemand anderen.'),
  'payment.authorized': payment('The amount is held, to be captured.', 'Der Betrag ist vorgemerkt.'),
  'payment.accepted': payment('The money was taken, or was paid out.', 'Das Geld wurde genommen oder ausgezahlt.'),
  'payment.paid': payment('The payment is paid.', 'Die Zahlung ist bezahlt.'),
  'payment.denied': payment(
    'The payment was declined, or the payer gave up.',
    'Die Zahlung wurde abgelehnt, oder der Zahler gab auf.',
  ),
  'payment.void': payment('It was given up before the money was taken.', 'Sie wurde aufgegeben, bevor Geld floss.'),
  'payment.refund': payment('The money was given back.', 'Das Geld wurde zurückgegeben.'),
  'payment.issue': payment('The payment was charged back.', 'Die Zahlung wurde zurückbelastet.'),
  'payment.issue_resolved': payment('The chargeback was resolved.', 'Die Rückbelastung ist geklärt.'),
  'payment.on_hold': payment('The payment is held up.', 'Die Zahlung ist angehalten.'),
  'payment.waiting_for_shipment': payment('The payment waits for the goods.', 'Die Zahlung wartet auf den Versand.'),
  'payment.subscription_approved': payment('A subscription was approved.', 'Ein Abo wurde genehmigt.'),
  'payment.subscription_declined': payment('A subscription was declined.', 'Ein Abo wurde abgelehnt.'),
  'payment.container_authorised': payment('The instrument was proven.', 'Das Zahlungsmittel ist geprüft.'),
  'payment.container_denied': payment('The instrument was declined.', 'Das Zahlungsmittel wurde abgelehnt.'),
  'payment.changed': payment('Any other change of its status.', 'Jede andere Änderung ihres Status.'),
  'subscription.added': {
    target: 'payment.subscriptions',
    type: 'added',
    en: 'A subscription begins.',
    de: 'Ein Abo beginnt.',
  },
  'subscription.changed': {
    target: 'payment.subscriptions',
    type: 'changed',
    en: 'A subscription was billed, suspended or ended.',
    de: 'Ein Abo wurde abgerechnet, angehalten oder beendet.',
  },
  'contract.changed': {
    target: 'general.contracts',
    type: 'changed',
    en: 'A contract was approved or terminated.',
    de: 'Ein Vertrag wurde freigegeben oder beendet.',
  },
  'identification.added': {
    target: 'services.identrequests',
    type: 'added',
    en: 'The identification of a merchant was requested.',
    de: 'Die Identifizierung eines Händlers wurde angefordert.',
  },
  'identification.changed': {
    target: 'services.identrequests',
    type: 'changed',
    en: 'The identification ended: `ok` or `failed`.',
    de: 'Die Identifizierung endete: `ok` oder `failed`.',
  },
  'container.token_changed': {
    target: 'payment.containers',
    type: 'changed',
    en: 'The network token of a stored card has another status.',
    de: 'Das Network-Token einer gespeicherten Karte hat einen anderen Status.',
  },
  'container.mandate_changed': {
    target: 'payment.containers',
    type: 'changed',
    en: 'The mandate of a stored account has another status.',
    de: 'Das Mandat eines gespeicherten Kontos hat einen anderen Status.',
  },
} as const satisfies Readonly<Record<string, PushEventRow>>;

export type PushEventName = keyof typeof pushEvents;
export const pushEventNames = Object.keys(pushEvents) as PushEventName[];

/** The event of a payment by its simple status: `waiting for shipment` is `payment.waiting_for_shipment`. */
export function paymentEvent(simpleStatus: string): PushEventName {
  const name = `payment.${simpleStatus.replaceAll(' ', '_')}`;
  return Object.hasOwn(pushEvents, name) ? (name as PushEventName) : 'payment.changed';
}
