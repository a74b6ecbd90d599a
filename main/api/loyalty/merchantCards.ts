/** Merchant cards over HTTP: what a card holds, and everything that can be done to one. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { actionNames } from '../../domain/loyaltyActions.ts';
import {
  balanceReceipt,
  changeCard,
  checkCsc,
  checkPasscode,
  lockOf,
  newPasscode,
  setLock,
  validateCard,
} from '../../loyalty/cardAdministration.ts';
import { bookOnCard, cardNamed } from '../../loyalty/cardBookings.ts';
import { changeGroup, registerCustomer, setCustomer } from '../../loyalty/cardHolders.ts';
import { requireOwnMerchant } from '../../loyalty/merchantScope.ts';
import { createCards } from '../../loyalty/newCards.ts';
import { merchantCardQueries } from '../../store/loyaltyQueries.ts';
import { lockReasons } from '../../wire/limits.ts';
import {
  BalanceReceipt,
  CardNamed,
  CardTransaction,
  CardTransactionInput,
  CreateCardsInput,
  CreatedCards,
  CscInput,
  CustomerInput,
  LockInput,
  LockReasons,
  LockStatus,
  MerchantCardInput,
  NewPasscodeInput,
  PinInput,
  ReceiptInput,
  Result,
  TerminalData,
  Validation,
} from '../../wire/loyalty.ts';
import { MerchantCard } from '../../wire/transactions.ts';
import { newCardDigits } from '../../world/ids.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Loyalty';
const path = '/api/v2/Loyalty/MerchantCards';

interface One {
  Params: { id: string };
}
type Named = Static<typeof CardNamed>;

export function merchantCardRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const resource = { path, tag, object: 'loyalty.merchantcards', item: MerchantCard, queries: merchantCardQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.bytes);

  app.put<One & { Body: MerchantCardInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change expiry date, payment container or additional data', MerchantCard, {
      body: MerchantCardInput,
    }),
    async ({ principal, params, body }, reply) => sendJson(reply, await changeCard(world, principal, params.id, body)),
  );

  app.post<One & { Params: { target: string }; Body: CardTransactionInput }>(
    `${path}/:id/transaction/:target`,
    describeRoute(tag, 'Book on a card', CardTransaction, { body: CardTransactionInput }),
    async ({ principal, params, body }, reply) => {
      requireOwnMerchant(principal, body.merchant_id);
      const presented = params.id.toLowerCase() === 'me' ? params.target : params.id;
      cardNamed(world, principal, presented, params.id.toLowerCase() === 'me' ? body.cardnumber : null);
      return sendJson(reply, await bookOnCard(world, principal, params.target, body));
    },
  );

  checkRoutes(app, services);
  lockRoutes(app, services);
  ownerRoutes(app, services);
}

function checkRoutes(app: FastifyInstance, { world }: Services) {
  app.post<One & { Body: Named }>(
    `${path}/:id/validateMerchantcard`,
    describeRoute(tag, 'Is this a card that can be used?', Validation, { body: CardNamed }),
    async ({ principal, params, body }) => validateCard(world, principal, params.id, body?.cardnumber),
  );

  app.post<One & { Body: Static<typeof CscInput> }>(
    `${path}/:id/checkCsc`,
    describeRoute(tag, 'Is this the code printed on the card?', Result, { body: CscInput }),
    async ({ principal, params, body }) => ({
      result: await checkCsc(world, principal, params.id, { cardnumber: body.cardnumber ?? null, code: body.csc }),
    }),
  );

  app.post<One & { Body: Static<typeof PinInput> }>(
    `${path}/:id/checkPasscode`,
    describeRoute(tag, 'Is this the passcode of the card?', Result, { body: PinInput }),
    async ({ principal, params, body }) => ({
      result: await checkPasscode(world, principal, params.id, { cardnumber: body.cardnumber ?? null, code: body.pin }),
    }),
  );

  const renew = async ({
    principal,
    params,
    body,
  }: FastifyRequest<One & { Body: Static<typeof NewPasscodeInput> }>) => {
    requireOwnMerchant(principal, body.merchant);
    const code = body.passcode ?? newCardDigits(4);
    await newPasscode(world, principal, params.id, { cardnumber: body.cardnumber ?? null, code });
    return { result: true };
  };
  for (const action of ['newPasscode', 'resetPasscode'])
    app.post<One & { Body: Static<typeof NewPasscodeInput> }>(
      `${path}/:id/${action}`,
      describeRoute(tag, 'Give the card another passcode', Result, { body: NewPasscodeInput }),
      renew,
    );

  app.post<One & { Body: Static<typeof ReceiptInput> }>(
    `${path}/:id/getCardBalanceReceipt`,
    describeRoute(tag, 'Balance as a slip', BalanceReceipt, { body: ReceiptInput }),
    async ({ principal, params, body }) => balanceReceipt(world, principal, params.id, body?.cardnumber),
  );
}

function lockRoutes(app: FastifyInstance, { world }: Services) {
  for (const [action, status] of [
    ['lock', 'locked'],
    ['unlock', 'unlocked'],
  ] as const)
    app.post<One & { Body: Static<typeof LockInput> }>(
      `${path}/:id/${action}`,
      describeRoute(tag, status === 'locked' ? 'Lock a card' : 'Unlock a card', LockStatus, { body: LockInput }),
      async ({ principal, params, body }) => setLock(world, principal, params.id, status, body ?? {}),
    );

  app.get<One>(`${path}/:id/lock`, describeRoute(tag, 'Is the card locked, and why?', LockStatus), async request =>
    lockOf(world, request.principal, request.params.id),
  );

  app.get<One>(
    `${path}/:id/lockReasons`,
    describeRoute(tag, 'Why cards are locked', LockReasons),
    async () => lockReasons,
  );
}

function ownerRoutes(app: FastifyInstance, { world, devices }: Services) {
  app.post<{ Params: { id: string; cardgroupId: string }; Body: Static<typeof CreateCardsInput> }>(
    `${path}/:id/createMerchantcards/:cardgroupId`,
    describeRoute(tag, 'Create cards; their codes are told here and never again', CreatedCards, {
      body: CreateCardsInput,
    }),
    async ({ principal, params, body }, reply) => {
      requireOwnMerchant(principal, params.id);
      return sendJson(reply, await createCards(world, principal, params.cardgroupId, body));
    },
  );

  app.post<One & { Params: { customerId: string } }>(
    `${path}/:id/setCustomer/:customerId`,
    describeRoute(tag, 'The card belongs to this customer', MerchantCard),
    async ({ principal, params }, reply) =>
      sendJson(reply, await setCustomer(world, principal, params.id, params.customerId)),
  );

  app.post<One & { Body: CustomerInput & { cardnumber?: string } }>(
    `${path}/:id/registerCustomer`,
    describeRoute(tag, 'A new customer gets the card', MerchantCard, { body: CustomerInput }),
    async ({ principal, params, body: { cardnumber, ...customer } }, reply) =>
      sendJson(reply, await registerCustomer(world, principal, params.id, customer, cardnumber)),
  );

  app.put<{ Params: { id: string; cardgroupId: string } }>(
    `${path}/:id/cardgroup/:cardgroupId`,
    describeRoute(tag, 'Move a card to another group', MerchantCard),
    async ({ principal, params }, reply) =>
      sendJson(reply, await changeGroup(world, principal, params.id, params.cardgroupId)),
  );

  app.get<{ Params: { id: string; merchantId: string } }>(
    `${path}/:id/virtualTerminalData/:merchantId`,
    describeRoute(tag, 'What can be booked on the card here', TerminalData),
    async ({ principal, params }) => {
      requireOwnMerchant(principal, params.merchantId);
      const { merchantcard } = cardNamed(world, principal, params.id);
      const till = principal.device === null ? null : devices.find(principal.merchant, principal.device);
      return {
        store: till?.store ? { object: 'general.stores', id: till.store.id } : null,
        tid: till?.tid ?? null,
        actions: actionNames,
        gift_terminal: false,
        amount_split_enabled: true,
        disabled: merchantcard.lock_status === 'locked',
      };
    },
  );
}
