/** General Contracts over HTTP. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  configureCheckout,
  configurePaymentLink,
  configureThirdParty,
  removeThirdParty,
  terminate,
  thirdPartyOf,
  updateBankAccount,
} from '../../contracts/change.ts';
import { iframeOptions, methodsFor } from '../../contracts/offers.ts';
import { contractOf } from '../../contracts/read.ts';
import { promiseRevocation } from '../../contracts/revokeAccruals.ts';
import { transferBalance } from '../../contracts/transferBalance.ts';
import { generalContractQueries } from '../../store/contracts.ts';
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
} from '../../wire/contracts.ts';
import { Currency, Result } from '../../wire/shapes.ts';
import { described, json, listRoute, readRoute } from '../resource.ts';
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
  const { world } = services;
  const { contracts } = world;
  listRoute(app, services, resource);
  readRoute(app, resource, (merchant, id) =>
    contracts.general.bytes(merchant, id.toLowerCase() === 'me' ? (contracts.generalOf(merchant, id) ?? '') : id),
  );

  for (const method of ['put', 'patch'] as const)
    app[method]<ById & { Body: ContractUpdate }>(
      `${path}/:id`,
      described(
        tag,
        method === 'put' ? 'Set the checkout configuration' : 'Change the checkout configuration',
        GeneralContract,
        { body: ContractUpdate },
      ),
      async (request, reply) =>
        json(reply, await configureCheckout(world, request.principal, request.params.id, request.body, method)),
    );

  app.post<ById & { Body: PaymentLinkInput }>(
    `${path}/:id/savePaymentLinkConfiguration`,
    described(tag, 'Set how the payment link page looks', GeneralContract, { body: PaymentLinkInput }),
    async (request, reply) =>
      json(reply, await configurePaymentLink(world, request.principal, request.params.id, request.body)),
  );

  app.get<ById>(
    `${path}/:id/IframeOptions`,
    described(tag, 'How the payment iframe looks (an obsolete interface)', IframeOptions),
    async (request, reply) => json(reply, iframeOptions(world, request.principal, request.params.id)),
  );

  app.get<ById>(
    `${path}/:id/AvailableCurrencies`,
    described(tag, 'Currencies of the contract', Type.Array(Currency)),
    async (request, reply) => json(reply, contractOf(world, request.principal, request.params.id).inner.currencies),
  );

  for (const suffix of ['', '/:sale'])
    app.post<{ Params: { id: string; sale?: string }; Body: AvailableMethodsInput }>(
      `${path}/:id/getAvailablePaymentMethods${suffix}`,
      described(
        tag,
        suffix ? 'Methods a Smart Transaction may be paid with' : 'Methods of the contract for a currency',
        Type.Array(Type.String()),
        { body: AvailableMethodsInput },
      ),
      async (request, reply) =>
        json(reply, methodsFor(world, request.principal, request.params.id, request.body, request.params.sale ?? null)),
    );

  app.post<ById & { Body: UpdateBankAccountInput }>(
    `${path}/:id/updateBankAccount`,
    described(tag, 'Set where payouts go', Result, { body: UpdateBankAccountInput }),
    async (request, reply) =>
      json(reply, await updateBankAccount(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById>(
    `${path}/:id/terminate`,
    described(tag, 'Terminate the contract: from then on it can be read and nothing more', Result),
    async (request, reply) => json(reply, await terminate(world, request.principal, request.params.id)),
  );

  app.post<ById>(
    `${path}/:id/revokeAccrual`,
    described(tag, 'Release all transactions of the contract for payout, in the background', Result, {
      response: { 202: Result },
    }),
    async (request, reply) =>
      json(reply.code(202), await promiseRevocation(world, request.principal, request.params.id)),
  );

  app.get<ById>(
    `${path}/:id/transferBalance`,
    described(tag, 'What has been taken and not paid out yet, by currency', TransferBalance),
    async (request, reply) => json(reply, transferBalance(world, request.principal, request.params.id)),
  );

  thirdPartyRoutes(app, services);
}

function thirdPartyRoutes(app: FastifyInstance, { world }: Services) {
  const url = `${path}/:id/ThirdPartyConfiguration`;
  app.get<ById>(
    url,
    described(tag, "The merchant's accounts at other payment services", ThirdPartyConfiguration),
    async (request, reply) =>
      json(reply, thirdPartyOf(contractOf(world, request.principal, request.params.id).document)),
  );

  for (const method of ['post', 'put', 'patch'] as const)
    app[method]<ById & { Body: ThirdPartyInput }>(
      url,
      described(
        tag,
        method === 'patch' ? 'Change what is named' : 'Set the accounts; what is not named goes',
        ThirdPartyConfiguration,
        { body: ThirdPartyInput },
      ),
      async (request, reply) => {
        const way = method === 'patch' ? 'patch' : 'put';
        return json(reply, await configureThirdParty(world, request.principal, request.params.id, request.body, way));
      },
    );

  app.delete<ById>(
    url,
    described(tag, 'Remove the accounts; answers what was there', Type.Array(ThirdPartyConfiguration)),
    async (request, reply) => json(reply, await removeThirdParty(world, request.principal, request.params.id)),
  );
}
