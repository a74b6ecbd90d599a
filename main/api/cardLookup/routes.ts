/** Loyalty card lookup for the screen. */
import type { FastifyInstance } from 'fastify';
import { expiryNotice } from '../../sale/balanceExpiry.ts';
import { refusalOfCard } from '../../sale/idents.ts';
import { CardView } from '../../wire/cardLookup.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

export function cardRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Params: { cardnumber: string } }>(
    '/bridge/v1/cards/:cardnumber',
    describeRoute('Screen', 'A loyalty card with its balances', CardView),
    async ({ principal, params }): Promise<CardView> => {
      await world.cardAuthority.meet(
        principal.merchant,
        [{ type: 'card', value: params.cardnumber }],
        performance.now(),
      );
      const found = world.loyalty.card(principal.merchant, params.cardnumber);
      if (!found) throw new BridgeError('cardUnknown', `no card has the number ${params.cardnumber}`);
      const refusal = refusalOfCard(found, world.clock.now());
      return {
        merchantcard: found.merchantcard,
        refusal: refusal === 'unknown' ? null : refusal,
        ...(found.isVoucher ? { voucher: true } : {}),
        expiring: expiryNotice(world, principal.merchant, found),
      };
    },
  );
}
