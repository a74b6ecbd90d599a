/**
 * The loyalty programme for its managers, below `/bridge/v1/loyalty`. Changes write the audit log in their commit; `If-Match` guards
 * against lost updates. What a register does with a card is in `api/loyalty`.
 */
import type { FastifyInstance } from 'fastify';
import { orderVouchers } from '../../masterData/loyalty/batches.ts';
import { changeGroup, createGroup } from '../../masterData/loyalty/cardGroups.ts';
import {
  anonymiseCustomer,
  changeCustomer,
  createCustomer,
  deleteCustomer,
} from '../../masterData/loyalty/customers.ts';
import { exportVouchers } from '../../masterData/loyalty/loyaltyExport.ts';
import { changeVoucher, createVoucher, setVoucherLock } from '../../masterData/loyalty/vouchers.ts';
import { groupSettingsQueries, voucherQueries } from '../../store/loyaltyManagement.ts';
import { customerQueries } from '../../store/loyaltyQueries.ts';
import { Customer, type CustomerInput } from '../../wire/loyalty.ts';
import {
  Batch,
  CardGroupChange,
  CardGroupSettings,
  CustomerChange,
  Deleted,
  ManyVouchers,
  NewVoucher,
  Voucher,
  VoucherChange,
  VoucherLock,
} from '../../wire/loyaltyManagement.ts';
import { listAnswer, sendList } from '../listFile.ts';
import { change } from '../masterDataChange.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { batchRoutes } from './batches.ts';
import { campaignRoutes } from './campaigns.ts';
import { managedCardRoutes } from './cards.ts';
import { type One, PATH, TAG } from './programme.ts';

export function loyaltyManagementRoutes(app: FastifyInstance, services: Services): void {
  groupRoutes(app, services);
  managedCardRoutes(app, services);
  customerRoutes(app, services);
  campaignRoutes(app, services);
  voucherRoutes(app, services);
  batchRoutes(app, services);
}

function groupRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts } = services;
  const path = `${PATH}/card-groups`;
  const object = 'loyalty.cardgroups';
  const resource = { path, tag: TAG, object, item: CardGroupSettings, queries: groupSettingsQueries };
  const { groupBytes } = parts.tables;
  addListRoute(app, services, resource);
  addReadRoute(app, resource, groupBytes);
  app.post<{ Body: CardGroupChange }>(
    path,
    describeRoute(TAG, 'A new card group', CardGroupSettings, { body: CardGroupChange }),
    async ({ principal, body }, reply) => {
      const id = await change(services, principal, own => createGroup(parts, own, body));
      return sendJson(reply, orNotFound(groupBytes(principal.merchant, id), object, id));
    },
  );
  app.put<One & { Body: CardGroupChange }>(
    `${path}/:id`,
    describeRoute(TAG, 'Changes a card group; what is left out stays', CardGroupSettings, { body: CardGroupChange }),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => changeGroup(parts, own, params.id, body));
      return sendJson(reply, orNotFound(groupBytes(principal.merchant, params.id), object, params.id));
    },
  );
}

function customerRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts, world } = services;
  const path = `${PATH}/customers`;
  const resource = { path, tag: TAG, object: 'loyalty.customers', item: Customer, queries: customerQueries };
  addListRoute(app, services, resource);
  addReadRoute(app, resource, world.loyalty.customers.bytes);
  app.post<{ Body: CustomerInput }>(
    path,
    describeRoute(TAG, 'A new customer', Customer, { body: CustomerChange }),
    async ({ principal, body }, reply) =>
      sendJson(reply, await change(services, principal, own => createCustomer(parts, own, body))),
  );
  app.put<One & { Body: CustomerInput }>(
    `${path}/:id`,
    describeRoute(TAG, 'Changes a customer; what is left out stays', Customer, { body: CustomerChange }),
    async ({ principal, params, body }, reply) =>
      sendJson(reply, await change(services, principal, own => changeCustomer(parts, own, params.id, body))),
  );
  app.post<One>(
    `${path}/:id/anonymise`,
    describeRoute(TAG, 'Forgets who the customer is; cards and bookings stay', Customer),
    async ({ principal, params }, reply) =>
      sendJson(reply, await change(services, principal, own => anonymiseCustomer(parts, own, params.id))),
  );
  app.delete<One>(
    `${path}/:id`,
    describeRoute(TAG, 'Deletes a customer; the cards stay without an owner', Deleted),
    async ({ principal, params }) => {
      await change(services, principal, own => deleteCustomer(parts, own, params.id));
      return { deleted: params.id };
    },
  );
}

function voucherRoutes(app: FastifyInstance, services: Services): void {
  const { loyaltyParts: parts } = services;
  const path = `${PATH}/vouchers`;
  const object = 'loyalty.vouchers';
  const resource = { path, tag: TAG, object, item: Voucher, queries: voucherQueries };
  const { voucherBytes } = parts.tables;
  app.get(
    `${path}/export`,
    describeRoute(TAG, 'Vouchers that nobody has used as a CSV file that imports again unchanged', listAnswer),
    async ({ principal }, reply) =>
      sendList(reply, 'vouchers', services.world.clock.now(), exportVouchers(parts, principal.merchant)),
  );
  addListRoute(app, services, resource);
  addReadRoute(app, resource, voucherBytes);
  app.post<{ Body: NewVoucher }>(
    path,
    describeRoute(TAG, 'A new voucher; without a code it gets one that nobody can guess', Voucher, {
      body: NewVoucher,
    }),
    async ({ principal, body }, reply) => {
      const id = await change(services, principal, own => createVoucher(parts, own, body));
      return sendJson(reply, orNotFound(voucherBytes(principal.merchant, id), object, id));
    },
  );
  app.post<{ Body: ManyVouchers }>(
    `${path}/many`,
    describeRoute(TAG, 'Many vouchers of one kind, made beside the sales; answers the batch', Batch, {
      body: ManyVouchers,
    }),
    async ({ principal, body }, reply) => {
      const batch = await change(services, principal, own => orderVouchers(parts, own, body));
      services.loyaltyBatches.wake();
      return sendJson(reply, batch);
    },
  );
  app.put<One & { Body: VoucherChange }>(
    `${path}/:id`,
    describeRoute(TAG, 'Changes a voucher that no sale has used; what is left out stays', Voucher, {
      body: VoucherChange,
    }),
    async ({ principal, params, body }, reply) => {
      await change(services, principal, own => changeVoucher(parts, own, params.id, body));
      return sendJson(reply, orNotFound(voucherBytes(principal.merchant, params.id), object, params.id));
    },
  );
  for (const [action, status, summary] of [
    ['lock', 'locked', 'Locks a voucher that no sale has used'],
    ['unlock', 'unlocked', 'Unlocks a voucher'],
  ] as const)
    app.post<One & { Body: { reason: string } }>(
      `${path}/:id/${action}`,
      describeRoute(TAG, summary, Voucher, { body: VoucherLock }),
      async ({ principal, params, body }, reply) => {
        await change(services, principal, own => setVoucherLock(parts, own, params.id, status, body.reason));
        return sendJson(reply, orNotFound(voucherBytes(principal.merchant, params.id), object, params.id));
      },
    );
}
