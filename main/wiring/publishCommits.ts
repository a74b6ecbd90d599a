/** From the log of changes to the open screens. */
import { transactionEvent } from '../api/events/routes.ts';
import type { Services } from '../api/services.ts';
import type { Hub } from '../services/push/hub.ts';
import type { EventData } from '../wire/events.ts';

/** What was committed is told to every open screen, with the stored document as it is. */
export function publishCommits({ events, sales }: Services, hub: Hub) {
  events.onCommitted(event => {
    if (!hub.listening(event.merchant)) return;
    if (event.object === 'smart.checkins') hub.publish(event.merchant, 'checkins', checkinsChanged(event.id));
    const document = sales.bytes(event.merchant, event.id)?.toString();
    if (document !== undefined)
      hub.publishText(event.merchant, 'transaction', transactionEvent(event, document), event.seq);
  });
}

const checkinsChanged = (id: string): EventData<'checkins'> => ({
  target: 'smart.checkins',
  type: 'changed',
  data: [{ object: 'smart.checkins', id }],
});
