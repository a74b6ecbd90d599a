/** Cards and vouchers at the counter: what a cashier hands out and takes. */
import type { FastifyInstance } from 'fastify';
import { activateCard, counterGroups, handOutCard, voucherView } from '../../loyalty/counterCards.ts';
import { CounterCard, CounterGroups, NewCounterCard, VoucherView } from '../../wire/counterCards.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Screen';
const path = '/bridge/v1/counter';

export function counterCardRoutes(app: FastifyInstance, { world }: Services): void {
  app.get(
    `${path}/card-groups`,
    describeRoute(tag, 'Groups of which a new card may be, and whether the shop sells vouchers', CounterGroups),
    async ({ principal }) => counterGroups(world, principal.merchant),
  );

  app.post<{ Body: NewCounterCard }>(
    `${path}/cards`,
    describeRoute(tag, 'A new, empty loyalty card', CounterCard, { body: NewCounterCard }),
    async ({ principal, body }) => handOutCard(world, principal, body.cardgroup),
  );

  app.post<{ Params: { cardnumber: string } }>(
    `${path}/cards/:cardnumber/activation`,
    describeRoute(tag, 'An unused card of the stock may be used from now on', CounterCard),
    async ({ principal, params }) => activateCard(world, principal, params.cardnumber),
  );

  app.get<{ Params: { code: string } }>(
    `${path}/vouchers/:code`,
    describeRoute(tag, 'What a code is: a voucher that pays, or a coupon that takes something off', VoucherView),
    async ({ principal, params }) => {
      const found = voucherView(world, principal.merchant, params.code);
      if (!found) throw new BridgeError('voucherUnknown', 'no voucher and no coupon has this code');
      return found;
    },
  );
}
