/** Money moved at a terminal without a sale, and the journal of the commands and answers of a terminal. */
import type { FastifyInstance } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import {
  decideOperationById,
  documentOf,
  listOperations,
  openPreAuthorisations,
  readOperation,
} from '../../terminal/payment/operationViews.ts';
import { deviceNamed } from '../../terminal/setup/terminalView.ts';
import {
  OpenPreAuthorisationList,
  Operation,
  OperationInput,
  OperationList,
  OperationVerdict,
  PageQuery,
  TerminalJournal,
} from '../../wire/operations.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { RowPage } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { registerReader } from '../etag.ts';
import { describeRoute, describeWaitingRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals/:device';
const operations = `${path}/operations`;
const tag = 'Terminal operations';

interface At {
  Params: { device: string };
}
interface One {
  Params: { device: string; id: string };
}

export function operationRoutes(app: FastifyInstance, { world }: Services): void {
  registerReader(app, operations, {
    object: 'terminal.operations',
    bytes(merchant, id) {
      const intent = world.intents.operation(merchant, id);
      return intent ? Buffer.from(JSON.stringify(documentOf(world, intent))) : undefined;
    },
  });
  runAndDecideRoutes(app, world);
  terminalRecordRoutes(app, world);
}

function slotNamed(world: World, principal: Principal, named: string): TerminalSlot {
  const slot = world.devices.slot(deviceNamed(world, principal, named));
  if (!slot) throw new BridgeError('noDevice', `no terminal is connected for ${named}`);
  return slot;
}

function runAndDecideRoutes(app: FastifyInstance, world: World): void {
  // A cashier needs the approval of a manager for it, see `domain/valueGiven.ts`.
  app.post<At & { Body: OperationInput }>(
    operations,
    describeWaitingRoute(tag, 'Move money at the terminal; answers when the terminal is done', Operation, {
      body: OperationInput,
      description: 'What stays unknown is decided by its `…/verdict`. While it works, `state` is open.',
    }),
    async ({ principal, params, body }) =>
      flow.operate(world, principal, slotNamed(world, principal, params.device), body),
  );

  app.get<At & { Querystring: PageQuery }>(
    operations,
    describeRoute(tag, 'Operations of a terminal, newest first', OperationList, { querystring: PageQuery }),
    async ({ principal, params, query }) =>
      listOperations(world, principal, deviceNamed(world, principal, params.device), pageOf(query)),
  );

  app.get<One>(`${operations}/:id`, describeRoute(tag, 'One operation', Operation), async request =>
    readOperation(
      world,
      request.principal,
      deviceNamed(world, request.principal, request.params.device),
      request.params.id,
    ),
  );

  app.post<One & { Body: OperationVerdict }>(
    `${operations}/:id/verdict`,
    describeRoute(tag, 'A person decides whether money moved, where the terminal could not tell', Operation, {
      body: OperationVerdict,
    }),
    async ({ principal, params, body }) =>
      decideOperationById(world, principal, deviceNamed(world, principal, params.device), params.id, decisionIn(body)),
  );
}

/** The pre-authorisations and the journal of a terminal. */
function terminalRecordRoutes(app: FastifyInstance, world: World): void {
  app.get<At>(
    `${path}/pre-authorisations`,
    describeRoute(tag, 'Open pre-authorisations, asked at the terminal', OpenPreAuthorisationList),
    async ({ principal, params }) => openPreAuthorisations(world, slotNamed(world, principal, params.device)),
  );

  app.get<At & { Querystring: PageQuery }>(
    `${path}/journal`,
    describeRoute(tag, 'What the terminal was asked and told, and what was decided; newest first', TerminalJournal, {
      querystring: PageQuery,
    }),
    async ({ principal, params, query }) =>
      journalPage(world, principal.merchant, deviceNamed(world, principal, params.device), pageOf(query)),
  );
}

function journalPage(
  { intents }: Pick<World, 'intents'>,
  merchant: string,
  device: string,
  page: RowPage,
): TerminalJournal {
  const { count, rows } = intents.journal.page(merchant, device, page);
  const data = rows.map(({ number, at, kind, intent, data }) => {
    const transaction = intents.get(intent)?.sale ?? null;
    return { number, at: timestamp(at), kind, intent, transaction, data };
  });
  return { count, data };
}

const decisionIn = ({ paid, receipt_number, reason }: OperationVerdict) => ({
  happened: paid,
  receipt: receipt_number,
  why: reason?.trim(),
});

const MOST = 200;

const pageOf = ({ count = '50', offset = '0' }: PageQuery): RowPage => ({
  count: Math.min(Number(count), MOST),
  offset: Number(offset),
});
