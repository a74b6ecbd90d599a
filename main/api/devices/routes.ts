/** Tills and terminals of the merchant (`/Smart/Devices`), and how a till gets to its terminal. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Approver } from '../../services/auth/deviceGrant.ts';
import { deviceQueries } from '../../store/devices.ts';
import { noteDocument } from '../../terminal/setup/deviceAudit.ts';
import { changedDevice, type DeviceFacts, newDevice } from '../../terminal/setup/deviceDocument.ts';
import { changeRouted } from '../../terminal/setup/routingAssignment.ts';
import { Device, DeviceInput, DevicePinConfig, DevicePinInput, deviceTypes, UserPinInput } from '../../wire/devices.ts';
import { listOf } from '../../wire/shapes.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId, newKey } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { noteAudit } from '../../world/requestContext.ts';
import { registerReader, sendTagged } from '../etag.ts';
import { addListRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { contractReference, deviceNamed, referencedId, requireOwnMerchant, storeReference } from './references.ts';

const path = '/api/v2/Smart/Devices';
const tag = 'Devices';

/** Uuids of tills: names and values in turn (specification, "Authentication"). */
const UUID = /^(\/[^/\s]+\/[^/\s]+)+$/;

interface One {
  Params: { id: string };
}

export function deviceRoutes(app: FastifyInstance, services: Services): void {
  addListRoute(app, services, { path, tag, object: 'smart.devices', item: Device, queries: deviceQueries });
  createAndChangeRoutes(app, services);
  approvalRoutes(app, services);
  pinRoutes(app, services);
  routedDevicesRoutes(app, services);
  tokenRoutes(app, services);
}

function createAndChangeRoutes(app: FastifyInstance, services: Services): void {
  const { devices: store, world } = services;
  const { devices } = store;
  const now = () => timestamp(world.clock.now());

  app.post<{ Body: DeviceInput }>(
    path,
    describeRoute(tag, 'Make a device; a till gets a uuid to sign in with', Device, { body: DeviceInput }),
    async ({ principal, body }, reply) => {
      const { type } = body;
      if (!type) throw new BridgeError('badInput', `type must be one of ${deviceTypes.join(', ')}`);
      const uuid = `/vendor/tillbridge/device/${newKey()}`;
      const device = newDevice(
        newId('SDV'),
        principal.merchant,
        uuid,
        { ...body, type },
        factsOf(services, principal, body),
      );
      await world.ledger.write(() => {
        checkUuid(store, principal, device.vendor_uid, type, null);
        devices.insert(principal.merchant, device);
        noteDocument('device', null, device);
      });
      return sendJson(reply, device);
    },
  );

  app.get<One>(
    `${path}/:id`,
    describeRoute(tag, 'Read a device; `me` is the till of the token', Device),
    async (request, reply) => {
      const { principal, params } = request;
      const { id } = deviceNamed(services, principal, params.id);
      return sendTagged(request, reply, orNotFound(devices.bytes(principal.merchant, id), 'smart.devices', id));
    },
  );
  registerReader(app, path, { object: 'smart.devices', bytes: devices.bytes, own: ({ device }) => device });

  app.put<One & { Body: DeviceInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a device; what is not sent stays', Device, { body: DeviceInput }),
    async ({ principal, params, body }, reply) => {
      const changed = await world.ledger.write(() => {
        const before = deviceNamed(services, principal, params.id);
        if (body.type && body.type !== before.type)
          throw new BridgeError('badInput', `type stays ${before.type}; make a new device for another type`);
        const device = changedDevice(before, body, factsOf(services, principal, body, before));
        checkUuid(store, principal, device.vendor_uid, device.type, before.vendor_uid);
        devices.save(principal.merchant, device);
        changeRouted(store, device, now());
        noteDocument('device', before, device);
        return device;
      });
      return sendJson(reply, changed);
    },
  );
}

/** The members of a device that refer to something else, checked; a member that is not sent keeps its value. */
function factsOf(services: Services, principal: Principal, input: DeviceInput, before?: Device): DeviceFacts {
  requireOwnMerchant(principal, referencedId(input.merchant));
  const { store, contract } = input;
  return {
    store: store === undefined ? (before?.store ?? null) : storeReference(services, principal, referencedId(store)),
    contract:
      contract === undefined
        ? (before?.contract ?? null)
        : contractReference(services, principal, referencedId(contract)),
    now: timestamp(services.world.clock.now()),
  };
}

function checkUuid(
  store: Services['devices'],
  { merchant }: Principal,
  uuid: string | null,
  type: Device['type'],
  before: string | null,
): void {
  if (uuid === null || uuid === before) return;
  if (type === 'cashier' && !UUID.test(uuid))
    throw new BridgeError('badInput', 'vendor_uid of a till has the form /key/value/key2/value2');
  if (store.uuidTaken(merchant, uuid))
    throw new BridgeError('duplicate', `vendor_uid ${uuid} belongs to another device`);
}

/** A person lets in a device that shows a code. */
function approvalRoutes(app: FastifyInstance, services: Services): void {
  const { deviceGrant } = services;
  const approver = ({ merchant, staff, client }: Principal): Approver => ({ merchant, name: staff?.id ?? client });

  app.put<{ Body: UserPinInput }>(
    `${path}/pin`,
    describeRoute(tag, 'Let in the device that shows this code', Device, { body: UserPinInput }),
    async ({ principal, body }, reply) =>
      sendJson(reply, await deviceGrant.approveDevice(body.user_pin, approver(principal))),
  );

  app.put<One & { Body: UserPinInput }>(
    `${path}/:id/pin`,
    describeRoute(tag, 'Let in this device, which shows the code', Device, { body: UserPinInput }),
    async ({ principal, params, body }, reply) => {
      const asked = deviceNamed(services, principal, params.id);
      const asking = await deviceGrant.asking(body.user_pin, approver(principal));
      if (asking.id !== asked.id) throw new BridgeError('userCodeUnknown', `${asked.id} does not show this code`);
      return sendJson(reply, await deviceGrant.approveDevice(body.user_pin, approver(principal)));
    },
  );
}

function pinRoutes(app: FastifyInstance, services: Services): void {
  const { devices: store, world, pins } = services;

  const pinConfig = ({ id, merchant, store: shop }: Device): DevicePinConfig => ({
    merchant: { id: merchant.id, auth_password_set: store.pinSet(merchant.id) },
    store: shop && { id: shop.id, auth_password_set: store.pinSet(shop.id) },
    smart_device: { id, auth_password_set: store.pinSet(id) },
  });

  app.get<One>(
    `${path}/:id/devicePinConfig`,
    describeRoute(tag, 'For what a PIN has been set', DevicePinConfig),
    async ({ principal, params }) => pinConfig(deviceNamed(services, principal, params.id)),
  );

  app.put<One & { Body: DevicePinInput }>(
    `${path}/:id/devicePin`,
    describeRoute(tag, 'Set the PIN of a device, and of store and merchant where they are named', DevicePinConfig, {
      body: DevicePinInput,
    }),
    async ({ principal, params, body }) => {
      const device = deviceNamed(services, principal, params.id);
      requireOwnMerchant(principal, body.merchant_id ?? null);
      const shop = storeReference(services, principal, body.store_id ?? null);
      const hash = await pins.hash(body.pin);
      // `me` also names the own merchant.
      const merchant = body.merchant_id ? principal.merchant : null;
      const owners = [device.id, shop?.id, merchant].filter(owner => typeof owner === 'string');
      await world.ledger.write(() => {
        for (const owner of owners) {
          store.setPin(owner, hash);
          noteAudit({ kind: 'device', subject: owner, action: 'pinReset', before: null, after: null });
        }
      });
      return pinConfig(device);
    },
  );
}

function routedDevicesRoutes(app: FastifyInstance, services: Services): void {
  const { devices } = services;
  for (const route of [`${path}/:id/routing/:type`, `${path}/:id/routing/type/:type`])
    app.get<{ Params: { id: string; type: string } }>(
      route,
      describeRoute(tag, 'The devices of a type that this one is joined with', listOf(Device)),
      async ({ principal, params }) => {
        const types = routedTypes(params.type);
        const data = devices
          .routedWith(deviceNamed(services, principal, params.id).id)
          .map(id => devices.find(principal.merchant, id))
          .filter(device => device !== null && types.includes(device.type));
        return { count: data.length, data };
      },
    );
}

function tokenRoutes(app: FastifyInstance, services: Services): void {
  app.delete<One>(
    '/bridge/v1/devices/:id/tokens',
    describeRoute(tag, 'End every token that stands for a device', Type.Object({ result: Type.Boolean() })),
    async ({ principal, params }) => {
      await services.grants.endDevice(deviceNamed(services, principal, params.id).id);
      return { result: true };
    },
  );
}

/** By type of device, or by the way to pay that it serves. */
function routedTypes(type: string): readonly Device['type'][] {
  const wanted = type.toLowerCase();
  if (wanted === 'cashless') return ['zvt', 'webterminal'];
  const known = deviceTypes.find(one => one === wanted);
  if (known) return [known];
  throw new BridgeError('badInput', `type must be cashless or one of ${deviceTypes.join(', ')}`);
}
