/** Nothing about money is ignored: a body that names an amount a call does not read is refused before anything happens. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { integer } from '../acquirer/payments/input.ts';
import { fractionIn, type MoneyRule, moneyRuleOf } from '../domain/moneyMembers.ts';
import { BridgeError } from '../world/errors.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import type { World } from '../world/world.ts';

/** Checks the routes that move money; members that depend on a sale are checked by its step. */
export function checkMoneyMembers(app: FastifyInstance, world: World): void {
  app.addHook('onRoute', route => {
    const [method = ''] = [route.method].flat();
    const rule = moneyRuleOf(method, route.url);
    if (rule) withCheck(route, request => check(world, request, rule));
  });
}

type Check = (request: FastifyRequest) => void;

function withCheck(route: RouteOptions, check: Check) {
  route.preHandler = [
    (request, _reply, done) => {
      try {
        check(request as FastifyRequest);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    ...[route.preHandler ?? []].flat(),
  ];
}

function check(world: World, request: FastifyRequest, { reads, whole }: MoneyRule) {
  const fraction = fractionIn(request.sent ?? '');
  if (fraction)
    throw new BridgeError('amountFraction', `${fraction} must be a whole number in the smallest currency unit`);
  if (whole === 'sale') return;
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const amounts = whole.map(name => integer(body[name])).filter(amount => amount !== null);
  const [first] = amounts;
  if (whole.includes('reduce_amount_by') && amounts.some(amount => amount !== first))
    throw new BridgeError(
      'amountRefused',
      `reduce_amount_by is ${first}, but amount is ${amounts[1]}; send one of them`,
    );
  refuseIgnoredMoney(body, reads, {
    whole: amounts,
    currency: currencyOf(world, request),
    instead: `this call reads ${whole.join(' and ')}`,
  });
}

/** Currency of the payment that is named, else of the shop. */
function currencyOf(world: World, { principal: { merchant }, params }: FastifyRequest): string {
  const { id } = (params ?? {}) as { id?: string };
  const known = id === undefined ? null : world.payments.idOf(merchant, id);
  const payment = known === null ? null : world.payments.find(merchant, known);
  return payment?.document.currency ?? world.devices.merchant(merchant).currency;
}
