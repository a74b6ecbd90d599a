/** Takes the records of a sale, or of another object, out of the books, and lets them count again. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { SetAsideAnswer, SetAsideInput } from '../../../wire/office/sales.ts';
import { setAside, storeOfObject, takeBack } from '../../ingest/setAside.ts';
import { change, type Reading } from '../people/signedIn.ts';

const tag = 'Sales';

export function registerSetAside(app: FastifyInstance, reading: Reading): void {
  app.post(
    '/office/v1/records/:id/set-aside',
    describeRoute(tag, 'Take the records of an object out of the books', SetAsideAnswer, {
      description:
        'They stay as they were received and count in no figure any more, also when a day is made anew. The reason and the person stand in the audit log.',
      body: SetAsideInput,
    }),
    async request => {
      const { id: object } = request.params as { id: string };
      const { reason } = request.body as SetAsideInput;
      const { stores, person } = request.person;
      return change(reading, request, 'recordsSetAside', async sql => {
        const store = await storeOfObject(sql, stores, object);
        const records = await setAside(sql, { store, object }, { person, at: reading.clock.now(), reason });
        return { answer: { records }, facts: { of: object, store, records, reason } };
      });
    },
  );

  app.post(
    '/office/v1/records/:id/take-back',
    describeRoute(tag, 'Let the records of an object count again', SetAsideAnswer, {
      description: 'The reason and the person stand in the audit log.',
      body: SetAsideInput,
    }),
    async request => {
      const { id: object } = request.params as { id: string };
      const { reason } = request.body as SetAsideInput;
      return change(reading, request, 'recordsTakenBack', async sql => {
        const store = await storeOfObject(sql, request.person.stores, object);
        const records = await takeBack(sql, { store, object });
        return { answer: { records }, facts: { of: object, store, records, reason } };
      });
    },
  );
}
