/** General Contracts over HTTP. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  configureCheckout,
  configurePaymentLink,
  configureThirdParty,
  removeThirdParty,
  terminateAgreement,
  thirdPartyOf,
  updateBankAccount,
} from '../../agreements/changes.ts';
import { scheduleRevocation } from '../../agreements/jobs.ts';
import { agreementOf, transferBalance } from '../../agreements/lookup.ts';
import { iframeOptions, methodsFor } from '../../agreements/offers.ts';
import { generalContractQueries } from '../../store/agreements.ts';
import {
  AvailableMethodsInput,
  ContractUpdate,
  GeneralContract,
  IframeOptions,
  PaymentLinkInput,
  ThirdPartyConfiguration,
  ThirdPartyInput,
  TransferBalance,
  UpdateBankAccountInput,
} from '../../wire/agreements.ts';
import { Currency, Result } from '../../wire/shapes.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/api/v2/General/Contracts';
const tag = 'General Contracts';
const resource = {
  path,
  tag,
  object: 'general.contracts',
  item: GeneralContract,
  queries: generalContractQueries,
};

interface ById {
  Params: { id: string };
}

export function generalContractRoutes(app: FastifyInstance, services: Services): void {
  const { agreements } = services.world;
  addListRoute(app, services, resource);
  addReadRoute(app, resource, (merchant, id) =>
    agreements.general.bytes(merchant, id.toLowerCase() === 'me' ? (agreements.generalOf(merchant, id) ?? '') : id),
  );
  configurationRoutes(app, services);
  offerRoutes(app, services);
  accountRoutes(app, services);
  thirdPartyRoutes(app, services);
}

function configurationRoutes(app: FastifyInstance, { world }: Services): void {
  for (const method of ['put', 'patch'] as const)
    app[method]<ById & { Body: ContractUpdate }>(
      `${path}/:id`,
      describeRoute(
        tag,
        method === 'put' ? 'Set the checkout configuration' : 'Change the checkout configuration',
        GeneralContract,
        { body: ContractUpdate },
      ),
      async (request, reply) =>
        sendJson(reply, await configureCheckout(world, request.principal, request.params.id, request.body, method)),
    );

  app.post<ById & { Body: PaymentLinkInput }>(
    `${path}/:id/savePaymentLinkConfiguration`,
    describeRoute(tag, 'Set how the payment link page looks', GeneralContract, { body: PaymentLinkInput }),
    async (request, reply) =>
      sendJson(reply, await configurePaymentLink(world, request.principal, request.params.id, request.body)),
  );
}

/** The page, the currencies and the methods of payment that a contract offers. */
function offerRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<ById>(
    `${path}/:id/IframeOptions`,
    describeRoute(tag, 'How the payment iframe looks (an obsolete interface)', IframeOptions),
    async (request, reply) => sendJson(reply, iframeOptions(world, request.principal, request.params.id)),
  );

  app.get<ById>(
    `${path}/:id/AvailableCurrencies`,
    describeRoute(tag, 'Currencies of the contract', Type.Array(Currency)),
    async (request, reply) =>
      sendJson(reply, agreementOf(world, request.principal, request.params.id).inner.currencies),
  );

  for (const suffix of ['', '/:sale'])
    app.post<{ Params: { id: string; sale?: string }; Body: AvailableMethodsInput }>(
      `${path}/:id/getAvailablePaymentMethods${suffix}`,
      describeRoute(
        tag,
        suffix ? 'Methods a Smart Transaction may be paid with' : 'Methods of the contract for a currency',
        Type.Array(Type.String()),
        { body: AvailableMethodsInput },
      ),
      async (request, reply) =>
        sendJson(
          reply,
          methodsFor(world, request.principal, request.params.id, request.body, request.params.sale ?? null),
        ),
    );
}

/** The account of the merchant, the money that waits for its payout, and the end of the contract. */
function accountRoutes(app: FastifyInstance, { world }: Services): void {
  app.post<ById & { Body: UpdateBankAccountInput }>(
    `${path}/:id/updateBankAccount`,
    describeRoute(tag, 'Set where payouts go', Result, { body: UpdateBankAccountInput }),
    async (request, reply) =>
      sendJson(reply, await updateBankAccount(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById>(
    `${path}/:id/terminate`,
    describeRoute(tag, 'Terminate the contract: from then on it can be read and nothing more', Result),
    async (request, reply) => sendJson(reply, await terminateAgreement(world, request.principal, request.params.id)),
  );

  app.post<ById>(
    `${path}/:id/revokeAccrual`,
    describeRoute(tag, 'Release all transactions of the contract for payout, in the background', Result, {
      response: { 202: Result },
    }),
    async (request, reply) =>
      sendJson(reply.code(202), await scheduleRevocation(world, request.principal, request.params.id)),
  );

  app.get<ById>(
    `${path}/:id/transferBalance`,
    describeRoute(tag, 'What has been taken and not paid out yet, by currency', TransferBalance),
    async (request, reply) => sendJson(reply, transferBalance(world, request.principal, request.params.id)),
  );
}

function thirdPartyRoutes(app: FastifyInstance, { world }: Services) {
  const url = `${path}/:id/ThirdPartyConfiguration`;
  app.get<ById>(
    url,
    describeRoute(tag, "The merchant's accounts at other payment services", ThirdPartyConfiguration),
    async (request, reply) =>
      sendJson(reply, thirdPartyOf(agreementOf(world, request.principal, request.params.id).document)),
  );

  for (const method of ['post', 'put', 'patch'] as const)
    app[method]<ById & { Body: ThirdPartyInput }>(
      url,
      describeRoute(
        tag,
        method === 'patch' ? 'Change what is named' : 'Set the accounts; what is not named goes',
        ThirdPartyConfiguration,
        { body: ThirdPartyInput },
      ),
      async (request, reply) => {
        const way = method === 'patch' ? 'patch' : 'put';
        return sendJson(
          reply,
          await configureThirdParty(world, request.principal, request.params.id, request.body, way),
        );
      },
    );

  app.delete<ById>(
    url,
    describeRoute(tag, 'Remove the accounts; answers what was there', Type.Array(ThirdPartyConfiguration)),
    async (request, reply) => sendJson(reply, await removeThirdParty(world, request.principal, request.params.id)),
  );
}
