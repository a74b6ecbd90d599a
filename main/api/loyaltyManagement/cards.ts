/** Cards for their managers: one by one, corrected, locked, merged, with everything that was booked on them. */
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { correctBalance } from '../../masterData/loyalty/corrections.ts';
import { exportCards } from '../../masterData/loyalty/loyaltyExport.ts';
import { changeCard, createCard, managedCard, setCardLock } from '../../masterData/loyalty/managedCards.ts';
import { mergeCards } from '../../masterData/loyalty/merging.ts';
import { merchantCardQueries } from '../../store/loyaltyQueries.ts';
import { LoyaltyTransaction } from '../../wire/loyalty.ts';
import {
  CardChange,
  CardLock,
  CardUnlock,
  CorrectionInput,
  MadeCard,
  ManagedCard,
  MergeInput,
  NewCard,
} from '../../wire/loyaltyManagement.ts';
import { MerchantCard } from '../../wire/transactions.ts';
import { registerReader, sendTagged } from '../etag.ts';
import { listAnswer, sendList } from '../listFile.ts';
import { change } from '../masterDataChange.ts';
import { addListRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { type One, PATH, TAG } from './programme.ts';

const path = `${PATH}/cards`;
const History = Type.Object({ count: Type.Integer(), data: Type.Array(LoyaltyTransaction) });
const Page = Type.Object({
  count: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '50 when left out' })),
  offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
});

export function managedCardRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts, world } = services;
  const object = 'loyalty.merchantcards';
  addListRoute(app, services, { path, tag: TAG, object, item: MerchantCard, queries: merchantCardQueries });
  const bytesOf = (merchant: string, id: string) =>
    world.loyalty.merchantCard(merchant, id)
      ? Buffer.from(JSON.stringify(managedCard(parts, merchant, id)))
      : undefined;
  registerReader(app, path, { object, bytes: bytesOf });
  app.get(
    `${path}/export`,
    describeRoute(TAG, 'Cards and their balances as a CSV file that imports again unchanged', listAnswer),
    async ({ principal }, reply) => sendList(reply, 'cards', world.clock.now(), exportCards(parts, principal.merchant)),
  );
  app.get<One>(
    `${path}/:id`,
    describeRoute(TAG, 'One card with lock, merges and what expires next', ManagedCard),
    async (request, reply) => {
      const card = managedCard(parts, request.principal.merchant, request.params.id);
      return sendTagged(request, reply, Buffer.from(JSON.stringify(card)));
    },
  );
  app.get<One & { Querystring: Static<typeof Page> }>(
    `${path}/:id/bookings`,
    describeRoute(
      TAG,
      'Everything booked on the card and on the cards that were merged into it, newest first',
      History,
      {
        querystring: Page,
      },
    ),
    async ({ principal, params, query }) => {
      managedCard(parts, principal.merchant, params.id);
      return parts.tables.history(principal.merchant, params.id, Number(query.count ?? 50), Number(query.offset ?? 0));
    },
  );
  app.post<{ Body: NewCard }>(
    path,
    describeRoute(TAG, 'A new card; its code is told here and never again', MadeCard, { body: NewCard }),
    async ({ principal, body }, reply) => {
      const { id, csc } = await change(services, principal, own => createCard(parts, own, body));
      return sendJson(reply, { ...managedCard(parts, principal.merchant, id), csc });
    },
  );
  app.put<One & { Body: CardChange }>(
    `${path}/:id`,
    describeRoute(TAG, 'Changes a card; what is left out stays, and balances are no matter of this call', ManagedCard, {
      body: CardChange,
    }),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => changeCard(parts, own, params.id, body));
      return sendJson(reply, managedCard(parts, principal.merchant, params.id));
    },
  );
  lockRoutes(app, services);
  valueRoutes(app, services);
}

function lockRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts } = services;
  app.post<One & { Body: Static<typeof CardLock> }>(
    `${path}/:id/lock`,
    describeRoute(TAG, 'Locks a card', ManagedCard, { body: CardLock }),
    async ({ principal, params, body }, reply) => {
      const lock = { status: 'locked', reason: body.reason, note: body.note ?? null } as const;
      await change(services, principal, own => setCardLock(parts, own, params.id, lock, lock.note));
      return sendJson(reply, managedCard(parts, principal.merchant, params.id));
    },
  );
  app.post<One & { Body: Static<typeof CardUnlock> }>(
    `${path}/:id/unlock`,
    describeRoute(TAG, 'Unlocks a card, with a reason', ManagedCard, { body: CardUnlock }),
    async ({ principal, params, body }, reply) => {
      const lock = { status: 'unlocked', reason: null, note: null } as const;
      await change(services, principal, own => setCardLock(parts, own, params.id, lock, body.reason));
      return sendJson(reply, managedCard(parts, principal.merchant, params.id));
    },
  );
}

function valueRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts } = services;
  app.post<One & { Body: CorrectionInput }>(
    `${path}/:id/corrections`,
    describeRoute(TAG, 'Corrects the balances by a booking of differences, with a reason', ManagedCard, {
      body: CorrectionInput,
    }),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => correctBalance(parts, own, params.id, body));
      return sendJson(reply, managedCard(parts, principal.merchant, params.id));
    },
  );
  app.post<One & { Body: MergeInput }>(
    `${path}/:id/merge`,
    describeRoute(TAG, 'Merges the card into another one, which is answered', ManagedCard, { body: MergeInput }),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => mergeCards(parts, own, params.id, body));
      return sendJson(reply, managedCard(parts, principal.merchant, body.into));
    },
  );
}
