/** `/office/v1/merchant` and `/office/v1/stores/{id}`: the chain changes names, currency and time zones. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { MerchantChange, StoreChange } from '../../../wire/office/people.ts';
import { Result } from '../../../wire/shapes.ts';
import { changeMerchant, changeStore } from '../../people/shopFacts.ts';
import { change, type Reading } from './signedIn.ts';

const tag = 'Places';

export function registerShop(app: FastifyInstance, reading: Reading): void {
  app.patch(
    '/office/v1/merchant',
    describeRoute(tag, 'Change the merchant', Result, {
      description:
        'Name (also in DSFinV-K), currency of the reports, and time zone of days that several stores share. Figures in another currency stand in no report.',
      body: MerchantChange,
    }),
    async request => {
      const wanted = request.body as MerchantChange;
      const { merchant } = request.person;
      return change(reading, request, 'merchantChanged', async sql => {
        await changeMerchant(sql, merchant, wanted);
        return { answer: { result: true }, facts: { of: merchant, ...wanted } };
      });
    },
  );

  app.patch(
    '/office/v1/stores/:id',
    describeRoute(tag, 'Change a store', Result, {
      description:
        'Name and time zone. A zone that a person has set is changed by no till any more; hours of earlier days are counted anew within minutes.',
      body: StoreChange,
    }),
    async request => {
      const wanted = request.body as StoreChange;
      const { id } = request.params as { id: string };
      return change(reading, request, 'storeChanged', async sql => {
        await changeStore(sql, request.person.merchant, id, wanted);
        return { answer: { result: true }, facts: { of: id, ...wanted } };
      });
    },
  );
}
