/** Open baskets: prices and discounts by hand, and baskets that are parked, taken and given up. */
import type { FastifyInstance } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import { requirementOf } from '../../domain/approvalRules.ts';
import { adjust } from '../../sale/adjustments.ts';
import { saleOf } from '../../sale/lookup.ts';
import { park, parkedOf, takeParked } from '../../sale/parked.ts';
import { AdjustmentInput, ParkedList, ParkedView, ParkInput, TakenBasket } from '../../wire/baskets.ts';
import { SmartTransaction } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const PARKED = '/bridge/v1/parked';
const tag = 'Screen';

interface One {
  Params: { id: string };
}

export function parkedRoutes(app: FastifyInstance, { world, approvals }: Services): void {
  app.post<One & { Body: AdjustmentInput }>(
    '/bridge/v1/transactions/:id/adjustments',
    describeRoute(tag, 'A price or a discount by hand, before the sale is paid', SmartTransaction, {
      body: AdjustmentInput,
      description:
        'A discount becomes one coupon line for each line that it takes something off, which names that line (`parent`) and keeps its share: it is never shared anew. Deposits, empties, vouchers, top-ups and tips are left out. A price by hand marks its line with `manual_price`. A cashier needs approval above the limit of the shop, counted over the sale. PUT without such a line takes it away.',
    }),
    async ({ principal, params, body }, reply) =>
      sendJson(
        reply,
        await adjust(
          world,
          principal,
          params.id,
          body,
          need => requirementOf(principal.role, need, approvals.limits) === 'approval',
        ),
      ),
  );

  app.get(PARKED, describeRoute(tag, 'Parked baskets of the shop, oldest first', ParkedList), async ({ principal }) => {
    const data = parkedOf(world, principal.merchant);
    return { count: data.length, data };
  });
  app.post<{ Body: ParkInput }>(
    PARKED,
    describeRoute(tag, 'Park a basket: it waits on the screen of no till', ParkedView, {
      body: ParkInput,
      description:
        'Only before anything of it is paid. Parked, it can be taken or given up and nothing else (405, 1171), also after a restart. `for_till` hands it over to another till; any till of the shop may take it.',
    }),
    async ({ principal, body }) => park(world, principal, body),
  );
  app.post<One>(
    `${PARKED}/:id/take`,
    describeRoute(tag, 'Take a parked basket: exactly one till gets it', TakenBasket, {
      description:
        'It then belongs to this till and this person. Refused while another basket with lines is open here (1173), and where somebody else was quicker (1172). A loyalty card has to be applied again.',
    }),
    async ({ principal, params }) => takeParked(world, principal, params.id),
  );
  app.delete<One>(
    `${PARKED}/:id`,
    describeRoute(tag, 'Give up a parked basket', SmartTransaction),
    async ({ principal, params }, reply) => {
      // A sale of somebody else is answered as one that is not there, before anything is said about it.
      saleOf(world, principal, params.id);
      if (!world.parkedBaskets.find(params.id))
        throw new BridgeError('basketTaken', `the basket ${params.id} is not parked`);
      const cancelled = await flow.cancel(world, principal, params.id, null);
      world.basketParked(principal.merchant, {
        count: world.parkedBaskets.count(principal.merchant),
        sale: params.id,
      });
      return sendJson(reply, cancelled);
    },
  );
}
