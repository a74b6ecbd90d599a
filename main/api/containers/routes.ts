/** Payment containers (`/Payment/Containers`): stored payment instruments (specification, "Payment Containers"). */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { checkIban } from '../../domain/bank.ts';
import { containerQueries } from '../../store/wallet.ts';
import { archiveContainer, createContainer, deleteContainer, updateContainer } from '../../wallet/containers.ts';
import { openMandate, returnMandate } from '../../wallet/mandates.ts';
import {
  IbanAnswer,
  IbanInput,
  MandateAnswer,
  MandateInput,
  PaymentContainer,
  PaymentContainerInput,
  PaymentContainerUpdate,
  UploadMandateAnswer,
  UploadMandateInput,
} from '../../wire/containers.ts';
import { Result } from '../../wire/shapes.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson, sendText } from '../resource.ts';
import type { Services } from '../services.ts';
import { formPath } from './mandateForms.ts';

const resource = {
  path: '/api/v2/Payment/Containers',
  tag: 'Payment Containers',
  object: 'payment.containers',
  item: PaymentContainer,
  queries: containerQueries,
} as const;
const { path, tag } = resource;

interface One {
  Params: { id: string };
}

export function containerRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  const { write } = world.ledger;

  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.wallet.containers.bytes);

  app.post<{ Body: PaymentContainerInput }>(
    path,
    describeRoute(tag, 'Store a payment instrument; the same one of a customer is stored once', PaymentContainer, {
      body: PaymentContainerInput,
    }),
    async ({ principal, body }, reply) =>
      sendJson(reply, await write(() => createContainer(world, principal.merchant, body))),
  );

  app.put<One & { Body: PaymentContainerUpdate }>(
    `${path}/:id`,
    describeRoute(tag, 'Change what is said of an instrument, not the instrument', PaymentContainer, {
      body: PaymentContainerUpdate,
    }),
    async ({ principal, params, body }, reply) =>
      sendJson(reply, await write(() => updateContainer(world, principal.merchant, params.id, body))),
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(tag, 'Forget an instrument: one that was paid with keeps its id only', Type.Array(PaymentContainer)),
    async ({ principal, params }, reply) => {
      const deleted = await write(() => deleteContainer(world, principal.merchant, params.id));
      return sendText(reply, JSON.stringify([deleted]));
    },
  );

  app.put<One>(
    `${path}/:id/archive`,
    describeRoute(tag, 'Archive an instrument; its network token is given back in the background', Result),
    async ({ principal, params }, reply) => {
      await write(() => archiveContainer(world, principal.merchant, params.id));
      return sendJson(reply, { result: true });
    },
  );

  app.post<One & { Body: MandateInput }>(
    `${path}/:id/mandate`,
    describeRoute(tag, 'Make the form of a business-to-business mandate', MandateAnswer, { body: MandateInput }),
    async ({ principal, params, body }, reply) => {
      const secret = await write(() => openMandate(world, principal.merchant, params.id, body.customer_id));
      return sendJson(reply, { mandate_url: `${world.address()}${formPath(secret)}` });
    },
  );

  app.post<One & { Body: UploadMandateInput }>(
    `${path}/:id/Uploadmandate`,
    describeRoute(tag, 'Send back the signed form', UploadMandateAnswer, { body: UploadMandateInput }),
    async ({ principal, params, body }, reply) => {
      const issue = await write(() => returnMandate(world, principal.merchant, params.id, body.document_id));
      return sendJson(reply, { service_issue_id: issue });
    },
  );

  app.post<{ Body: IbanInput }>(
    `${path}/me/validateSingleIban`,
    describeRoute(tag, 'Check an IBAN', IbanAnswer, { body: IbanInput }),
    async ({ body }, reply) =>
      sendJson(reply, { id: body.id == null ? null : Number(body.id), ...checkIban(body.iban) }),
  );
}
