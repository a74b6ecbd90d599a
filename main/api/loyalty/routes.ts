/** Loyalty over HTTP: groups, cards, customers and bookings; merchant cards are in `merchantCards.ts`. */
import type { FastifyInstance } from 'fastify';
import { wantsPasscode } from '../../domain/loyaltyActions.ts';
import { cardNamed, pinText } from '../../loyalty/cardBookings.ts';
import { createGroup, updateGroup } from '../../loyalty/cardGroups.ts';
import { assignAccount, removeAccount } from '../../loyalty/cardHolders.ts';
import { createCustomer, setPaymentContainer, updateCustomer } from '../../loyalty/customers.ts';
import { bookingQueries, cardQueries, customerQueries, groupQueries } from '../../store/loyaltyQueries.ts';
import {
  AssignInput,
  CardGroup,
  CardGroupInput,
  Customer,
  CustomerInput,
  LoyaltyCard,
  LoyaltyTransaction,
  PasscodeQuestion,
  Result,
} from '../../wire/loyalty.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { merchantCardRoutes } from './merchantCards.ts';

const tag = 'Loyalty';

interface One {
  Params: { id: string };
}

export function loyaltyRoutes(app: FastifyInstance, services: Services): void {
  merchantCardRoutes(app, services);
  cardRoutes(app, services);
  groupRoutes(app, services);
  customerRoutes(app, services);
  const path = '/api/v2/Loyalty/Transactions';
  const bookings = { path, tag, object: 'loyalty.transactions', item: LoyaltyTransaction, queries: bookingQueries };
  addListRoute(app, services, bookings);
  addReadRoute(app, bookings, services.world.loyalty.bookingBytes);
}

function cardRoutes(app: FastifyInstance, services: Services) {
  const { world } = services;
  const path = '/api/v2/Loyalty/Cards';
  const resource = { path, tag, object: 'loyalty.cards', item: LoyaltyCard, queries: cardQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.cards.bytes);

  interface Assignment {
    Params: { id: string; accountId: string };
  }
  app.post<Assignment & { Body: { pin?: string | number | null } | null | undefined }>(
    `${path}/:id/assignUser/:accountId`,
    describeRoute(tag, 'Assign a card to an account; `me` is the own one', Result, { body: AssignInput }),
    async ({ principal, params, body }) => {
      const pin = body?.pin == null ? null : pinText(body.pin);
      const { cardnumber } = await assignAccount(world, principal, params.id, params.accountId);
      const card = world.loyalty.card(principal.merchant, cardnumber);
      if (pin !== null && card) await world.cardCodes.set(principal.merchant, card, 'pin', pin);
      return { result: true };
    },
  );

  app.delete<Assignment>(
    `${path}/:id/assignUser/:accountId`,
    describeRoute(tag, 'Take a card off an account', Result),
    async ({ principal, params }) => {
      await removeAccount(world, principal, params.id, params.accountId);
      return { result: true };
    },
  );
}

function groupRoutes(app: FastifyInstance, services: Services) {
  const { world } = services;
  const path = '/api/v2/Loyalty/Cardgroups';
  const resource = { path, tag, object: 'loyalty.cardgroups', item: CardGroup, queries: groupQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.groups.bytes);

  app.post<{ Body: CardGroupInput }>(
    path,
    describeRoute(tag, 'Create a card group', CardGroup, { body: CardGroupInput }),
    async ({ principal, body }, reply) => sendJson(reply, await createGroup(world, principal, body)),
  );

  app.put<One & { Body: CardGroupInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a card group', CardGroup, { body: CardGroupInput }),
    async ({ principal, params, body }, reply) => sendJson(reply, await updateGroup(world, principal, params.id, body)),
  );

  app.post<One & { Body: PasscodeQuestion }>(
    `${path}/:id/checkPasscodeEnabled`,
    describeRoute(tag, 'Does a card ask for its passcode before an action?', Result, { body: PasscodeQuestion }),
    async ({ principal, body }) => {
      const { merchantcard } = cardNamed(world, principal, 'me', body.cardnumber);
      return { result: wantsPasscode(merchantcard.passcode, body.action) };
    },
  );
}

function customerRoutes(app: FastifyInstance, services: Services) {
  const { world } = services;
  const path = '/api/v2/Loyalty/Customers';
  const resource = { path, tag, object: 'loyalty.customers', item: Customer, queries: customerQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.customers.bytes);

  app.post<{ Body: CustomerInput }>(
    path,
    describeRoute(tag, 'Create a loyalty customer', Customer, { body: CustomerInput }),
    async ({ principal, body }, reply) => sendJson(reply, await createCustomer(world, principal, body)),
  );

  app.put<One & { Body: CustomerInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a loyalty customer', Customer, { body: CustomerInput }),
    async ({ principal, params, body }, reply) =>
      sendJson(reply, await updateCustomer(world, principal, params.id, body)),
  );

  interface Container {
    Params: { id: string; containerId: string };
  }
  app.post<Container>(
    `${path}/:id/paymentContainer/:containerId`,
    describeRoute(tag, 'Assign a payment container to a loyalty customer', Customer),
    async ({ principal, params }, reply) =>
      sendJson(reply, await setPaymentContainer(world, principal, params.id, params.containerId)),
  );
  app.delete<Container>(
    `${path}/:id/paymentContainer/:containerId`,
    describeRoute(tag, 'Detach the payment container of a loyalty customer', Customer),
    async ({ principal, params }, reply) =>
      sendJson(reply, await setPaymentContainer(world, principal, params.id, null)),
  );
}
