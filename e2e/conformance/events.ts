/** Conformance of push notifications: what is sent, to whom, when it is repeated and when it is given up. */
import type { Row } from './row.ts';

const DELIVERY = 'main/services/push/delivery.test.ts';
const SENDING = 'main/services/push/send.test.ts';
const SCHEDULE = 'main/services/push/schedule.test.ts';
const ADDRESSES = 'main/services/push/addresses.test.ts';
const LOG = 'main/api/pushes/pushes.test.ts';
const SALES = 'main/sale/delivery.test.ts';
const SUBSCRIPTIONS = 'main/api/subscriptions/subscriptions.test.ts';

const BODY = 'sends exactly the body of the specification';
const REPEATED = 'any other status is repeated at growing intervals until a 2xx comes';
const DISCARDED = 'is discarded after 24 hours and shown as such';
const SLOW = 'a slow receiver is set aside for minutes while others flow';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const convention = row('Conventions');
const event = row('Events');
const limit = row('Limits');

export const eventsRows: readonly Row[] = [
  convention('evt_: identifiers of push events', DELIVERY, BODY),
  event(
    'the service sends an HTTP POST with a JSON body',
    SENDING,
    'is a POST of JSON with the headers receivers know',
  ),
  event('object is always event.pushes', DELIVERY, BODY),
  event('id is the push event with the prefix evt_', DELIVERY, BODY),
  event('created is the time of the event, a timestamp with a UTC offset', DELIVERY, BODY),
  event('target is the object type of the changed object', DELIVERY, BODY),
  event(
    'type is changed, added or display',
    'main/api/conventions.test.ts',
    'notifications are of the types changed, added and display',
  ),
  event('type changed where something became different', DELIVERY, BODY),
  event('type added where something is new', SUBSCRIPTIONS, 'tells the push address of the sale of the subscription'),
  event('data holds related objects, normally one, each with object (same as target) and id', DELIVERY, BODY),
  event('the notification carries no details', DELIVERY, BODY),
  event(
    'url_push of a Smart Transaction is application_context.return_urls.url_push',
    SALES,
    'tells every change of the status on the wire',
  ),
  event('url_push is forwarded to objects created during the life cycle', SALES, 'is forwarded to the Payment'),
  event(
    'Subscription payment or refund transaction created: the push address of the sale is told',
    SUBSCRIPTIONS,
    'tells the push address of the sale of the subscription and of its payments',
  ),
  event('any HTTP status 200 to 299 acknowledges', SENDING, 'status %i acknowledges'),
  event('any other status causes repetition', DELIVERY, REPEATED),
  event('a redirect is any other status and is not followed', SENDING, 'status %i does not'),
  event('a short response body in any format is kept for troubleshooting', SENDING, 'keeps the beginning of what'),
  event('repetition at increasing intervals', DELIVERY, REPEATED),
  event('repetition ends after 24 hours, then the notification is discarded', DELIVERY, DISCARDED),
  event('the time of repetition may be two days', SCHEDULE, 'goes on for two days where the horizon says so'),
  event('the receiver must process an event in less than 30 seconds', SENDING, 'no answer within the limit is slow'),
  event('the domain of a slow receiver is blacklisted for minutes and its other events are delayed', DELIVERY, SLOW),
  event('delivery at least once: what was under way is sent again after a restart', DELIVERY, 'what was under way'),
  event('delivery at least once: a kill loses none', LOG, 'a kill in the middle of deliveries loses none'),
  event('the order of the notifications about one object is kept', DELIVERY, 'keeps the order of the notifications'),
  event('certificates of receivers are verified', SENDING, 'a certificate nobody vouches for is not trusted'),
  event('receivers on addresses that are not public are refused', ADDRESSES, 'refuses %s'),
  limit('push retry horizon: 24 hours, or two days by configuration', DELIVERY, DISCARDED),
  limit('push processing time: under 30 seconds', DELIVERY, SLOW),
];
