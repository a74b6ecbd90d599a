/** Shifts, movements of cash and openings of the drawer. */
import type { FastifyInstance } from 'fastify';
import { expectedNow, moveCash, openDrawer } from '../../cash/movements.ts';
import { type CashPerson, cashTill } from '../../cash/place.ts';
import { closeShift, countAlone, handOver, openShift, recount } from '../../cash/shifts.ts';
import { movedSinceCount } from '../../domain/cashBook.ts';
import { denominationsOf } from '../../domain/currencies.ts';
import { insideOf } from '../../services/auth/signInPlaces.ts';
import {
  CashMovement,
  CashShift,
  CountAnswer,
  CountInput,
  CurrentShift,
  DrawerOpened,
  DrawerOpeningInput,
  ExpectedCash,
  HandOverInput,
  MovementInput,
  MovementList,
  ShiftList,
  TillQuery,
} from '../../wire/cash.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError, TokenRefusal } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Cash';
const shifts = '/bridge/v1/shifts';
const movements = '/bridge/v1/cash-movements';

interface One {
  Params: { id: string };
}

export function cashRoutes(app: FastifyInstance, services: Services): void {
  readRoutes(app, services);
  countRoutes(app, services);
  movementRoutes(app, services);
}

const PAGE = 30;
export const pageOf = ({ count }: TillQuery): number => Math.min(Math.max(Number(count ?? PAGE), 1), 200);

function readRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Querystring: TillQuery }>(
    `${shifts}/current`,
    describeRoute(tag, 'The open shift of a till, and what is to be counted', CurrentShift, { querystring: TillQuery }),
    async ({ principal, query }): Promise<CurrentShift> => {
      const till = cashTill(world, principal, query.till);
      const { currency } = world.devices.merchant(principal.merchant);
      const last = world.cashBook.lastCount(till);
      const since = world.cashBook.since(till);
      return {
        ...{ till, currency, denominations: [...denominationsOf(currency)] },
        shift: blind(principal, world.cashBook.openShift(till)),
        last_count: last ? timestamp(last.at) : null,
        moved_since_count: movedSinceCount(since, since.moved),
      };
    },
  );
  app.get<{ Querystring: TillQuery }>(
    shifts,
    describeRoute(tag, 'Shifts with their counts, the newest first', ShiftList, { querystring: TillQuery }),
    async ({ principal: { merchant }, query }) => ({
      data: [...world.cashBook.shifts(merchant, query.till ?? null, pageOf(query))],
    }),
  );
  app.get<One>(
    `${shifts}/:id`,
    describeRoute(tag, 'One shift', CashShift),
    async ({ principal: { merchant }, params: { id } }) => orNotFound(world.cashBook.shift(merchant, id), 'shift', id),
  );
}

/** The float is what the next count begins with: a cashier sees neither it nor what was expected. */
function blind({ role }: Principal, shift: CashShift | null): CashShift | null {
  if (!shift || role !== 'cashier') return shift;
  const hidden = { ...shift.opening, pieces: [], expected: null, difference: null };
  return { ...shift, opening: hidden };
}

function countRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  app.post<{ Body: CountInput }>(
    shifts,
    describeRoute(tag, 'Open a shift with the counted float', CountAnswer, { body: CountInput }),
    ({ principal, body }) => openShift(world, principal, body),
  );
  app.post<{ Body: CountInput }>(
    `${shifts}/count`,
    describeRoute(tag, 'Count the cash of a till without an open shift', CountAnswer, { body: CountInput }),
    ({ principal, body }) => countAlone(world, principal, body),
  );
  app.post<One & { Body: CountInput }>(
    `${shifts}/:id/close`,
    describeRoute(tag, 'Close a shift with a blind count; the answer says what was expected', CountAnswer, {
      body: CountInput,
    }),
    ({ principal, params, body }) => closeShift(world, principal, params.id, body.pieces),
  );
  app.post<One & { Body: HandOverInput }>(
    `${shifts}/:id/hand-over`,
    describeRoute(tag, 'Hand the till over with one count; the next person gives the own PIN', CountAnswer, {
      body: HandOverInput,
    }),
    async ({ principal, params, body: { pieces, username, pin } }) => {
      const to = await receiver(services, principal, username, pin);
      return handOver(world, principal, params.id, { pieces, to });
    },
  );
  app.post<One & { Body: CountInput }>(
    `${shifts}/:id/recount`,
    describeRoute(tag, 'Count the cash of a closed shift again, by right and with a reason', CountAnswer, {
      body: CountInput,
    }),
    ({ principal, params, body }) => recount(world, principal, params.id, body),
  );
}

/** The person who takes the till over: it has to be herself who says so. */
async function receiver(
  { person }: Pick<Services, 'person'>,
  { merchant, device }: Principal,
  username: string,
  pin: string,
): Promise<CashPerson> {
  const found = await person(username, pin, merchant, insideOf(device)).catch(error => {
    if (!(error instanceof TokenRefusal)) throw error;
    if (error.key === 'userLocked') throw new BridgeError('loginLocked', `too many PINs of ${username}; nothing moved`);
    if (error.key === 'userBlocked')
      throw new BridgeError('personLocked', `${username} is locked and takes over nothing`);
    if (error.key === 'pinChangeNeeded')
      throw new BridgeError('pinChangeNeeded', `${username} must choose a PIN at a sign-in first`);
    throw new BridgeError('receiverRefused', 'username or PIN of the person who takes over is wrong');
  });
  if (found.role === 'readOnly' || found.role === 'backoffice')
    throw new BridgeError('receiverRefused', `${username} is a ${found.role} and takes over no till`);
  return { id: found.id, name: found.name };
}

function movementRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Querystring: TillQuery }>(
    movements,
    describeRoute(tag, 'Cash put in and taken out, the newest first', MovementList, { querystring: TillQuery }),
    async ({ principal: { merchant }, query }) => ({
      data: [...world.cashBook.movements(merchant, query.till ?? null, pageOf(query))],
    }),
  );
  app.post<{ Body: MovementInput }>(
    movements,
    describeRoute(tag, 'Put cash in or take it out, with a reason and a slip', CashMovement, { body: MovementInput }),
    ({ principal, body }) => moveCash(world, principal, body),
  );
  app.get<{ Querystring: TillQuery }>(
    `${movements}/expected`,
    describeRoute(tag, 'What the drawer holds now', ExpectedCash, { querystring: TillQuery }),
    async ({ principal, query }) => expectedNow(world, principal, query.till),
  );
  app.post<{ Body: DrawerOpeningInput }>(
    '/bridge/v1/drawer-openings',
    describeRoute(tag, 'Open the drawer without a sale; the opening is counted with its reason', DrawerOpened, {
      body: DrawerOpeningInput,
    }),
    ({ principal, body }) => openDrawer(world, principal, body),
  );
}
