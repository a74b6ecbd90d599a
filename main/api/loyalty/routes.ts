/** Loyalty over HTTP: groups, cards, customers and bookings; merchant cards are in `merchantCards.ts`. */
import type { FastifyInstance } from 'fastify';
import { wantsPasscode } from '../../domain/loyaltyActions.ts';
import { cardNamed, pinText } from '../../loyalty/cardActions.ts';
import { createGroup, updateGroup } from '../../loyalty/cardGroups.ts';
import { createCustomer, setPaymentContainer, updateCustomer } from '../../loyalty/customers.ts';
import { assignAccount, removeAccount } from '../../loyalty/holders.ts';
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
import { described, json, listRoute, readRoute } from '../resource.ts';
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
  listRoute(app, services, bookings);
  readRoute(app, bookings, services.world.loyalty.bookingBytes);
}

function cardRoutes(app: FastifyInstance, services: Services) {
  const { world } = services;
  const path = '/api/v2/Loyalty/Cards';
  const resource = { path, tag, object: 'loyalty.cards', item: LoyaltyCard, queries: cardQueries };
  listRoute(app, services, resource);
  readRoute(app, resource, world.loyalty.cards.bytes);

  interface Assignment {
    Params: { id: string; accountId: string };
  }
  app.post<Assignment & { Body: { pin?: string | number | null } | null | undefined }>(
    `${path}/:id/assignUser/:accountId`,
    described(tag, 'Assign a card to an account; `me` is the own one', Result, { body: AssignInput }),
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
    described(tag, 'Take a card off an account', Result),
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
  listRoute(app, services, resource);
  readRoute(app, resource, world.loyalty.groups.bytes);

  app.post<{ Body: CardGroupInput }>(
    path,
    described(tag, 'Create a card group', CardGroup, { body: CardGroupInput }),
    async ({ principal, body }, reply) => json(reply, await createGroup(world, principal, body)),
  );

  app.put<One & { Body: CardGroupInput }>(
    `${path}/:id`,
    described(tag, 'Change a card group', CardGroup, { body: CardGroupInput }),
    async ({ principal, params, body }, reply) => json(reply, await updateGroup(world, principal, params.id, body)),
  );

  app.post<One & { Body: PasscodeQuestion }>(
    `${path}/:id/checkPasscodeEnabled`,
    described(tag, 'Does a card ask for its passcode before an action?', Result, { body: PasscodeQuestion }),
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
  listRoute(app, services, resource);
  readRoute(app, resource, world.loyalty.customers.bytes);

  app.post<{ Body: CustomerInput }>(
    path,
    described(tag, 'Create a loyalty customer', Customer, { body: CustomerInput }),
    async ({ principal, body }, reply) => json(reply, await createCustomer(world, principal, body)),
  );

  app.put<One & { Body: CustomerInput }>(
    `${path}/:id`,
    described(tag, 'Change a loyalty customer', Customer, { body: CustomerInput }),
    async ({ principal, params, body }, reply) => json(reply, await updateCustomer(world, principal, params.id, body)),
  );

  interface Container {
    Params: { id: string; containerId: string };
  }
  app.post<Container>(
    `${path}/:id/paymentContainer/:containerId`,
    described(tag, 'Assign a payment container to a loyalty customer', Customer),
    async ({ principal, params }, reply) =>
      json(reply, await setPaymentContainer(world, principal, params.id, params.containerId)),
  );
  app.delete<Container>(
    `${path}/:id/paymentContainer/:containerId`,
    described(tag, 'Detach the payment container of a loyalty customer', Customer),
    async ({ principal, params }, reply) => json(reply, await setPaymentContainer(world, principal, params.id, null)),
  );
}
