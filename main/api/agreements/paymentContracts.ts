/** Payment Contracts over HTTP, the older name of a contract: reading and changing them is deprecated, making new ones is not. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { updateBankAccount } from '../../agreements/changes.ts';
import { scheduleRevocation } from '../../agreements/jobs.ts';
import { agreementOf } from '../../agreements/lookup.ts';
import { cloneAgreement, requestAgreement } from '../../agreements/onboarding.ts';
import { identRequestQueries, paymentContractQueries } from '../../store/agreements.ts';
import {
  BankDetailsInput,
  CloneInput,
  IdentRequest,
  NewContract,
  PaymentContract,
  RequestIdInput,
} from '../../wire/agreements.ts';
import { Result } from '../../wire/shapes.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/api/v2/Payment/Contracts';
const tag = 'Payment Contracts';
const resource = {
  path,
  tag,
  object: 'payment.contracts',
  item: PaymentContract,
  queries: paymentContractQueries,
};

interface ById {
  Params: { id: string };
}

export async function paymentContractRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { world } = services;

  deprecatedRoutes(app, services);

  app.post<ById & { Body: CloneInput }>(
    `${path}/:id/clone`,
    describeRoute(
      tag,
      'A contract for a new project of the same merchant, without identification; `url_push` will go',
      NewContract,
      { body: CloneInput },
    ),
    async (request, reply) =>
      sendJson(reply, await cloneAgreement(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById & { Body: RequestIdInput }>(
    `${path}/:id/requestId`,
    describeRoute(tag, 'A new contract; starts the identification of the merchant', NewContract, {
      body: RequestIdInput,
    }),
    async (request, reply) =>
      sendJson(reply, await requestAgreement(world, request.principal, request.params.id, request.body)),
  );
}

/** The table of versions calls them deprecated: their answers say so in headers, and their descriptions too. */
function deprecatedRoutes(app: FastifyInstance, services: Services) {
  const { world } = services;
  const { agreements: contracts } = world;
  addListRoute(app, services, resource);
  addReadRoute(app, resource, (merchant, id) => {
    const general = contracts.generalOf(merchant, id);
    const contract = general === null ? null : contracts.general.find(merchant, general);
    return contract ? contracts.payment.bytes(merchant, contract.document.contract.id) : undefined;
  });

  app.get<ById>(
    `${path}/:id/paymentMethods`,
    describeRoute(tag, 'Payment methods of the contract', Type.Array(Type.String())),
    async (request, reply) => sendJson(reply, agreementOf(world, request.principal, request.params.id).inner.methods),
  );

  app.post<ById>(
    `${path}/:id/revokeAccrual`,
    describeRoute(tag, 'Release all transactions of the contract for payout, in the background', Result, {
      response: { 202: Result },
    }),
    async (request, reply) =>
      sendJson(reply.code(202), await scheduleRevocation(world, request.principal, request.params.id)),
  );

  app.post<ById & { Body: BankDetailsInput }>(
    `${path}/:id/updateBankAccount`,
    describeRoute(tag, 'Set where payouts go', Result, { body: BankDetailsInput }),
    async (request, reply) =>
      sendJson(reply, await updateBankAccount(world, request.principal, request.params.id, request.body)),
  );
}

/** Identifications of merchants, which requestId makes and pushes with the target `services.identrequests` name. */
const identifications = {
  path: '/api/v2/Services/Identrequests',
  tag: 'Identifications',
  object: 'services.identrequests',
  item: IdentRequest,
  queries: identRequestQueries,
};

export function identRequestRoutes(app: FastifyInstance, services: Services): void {
  addListRoute(app, services, identifications);
  addReadRoute(app, identifications, services.world.agreements.identRequests.bytes);
}
