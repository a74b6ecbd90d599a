/** Tills and terminals of a merchant: `/Smart/Devices`. */
import Type, { type Static, type TSchema } from 'typebox';
import { IntegerInput, idOf, nullable, openObject, Reference, Timestamp } from './shapes.ts';

export const deviceTypes = ['cashier', 'zvt', 'shopmodule', 'webterminal'] as const;
export type DeviceType = (typeof deviceTypes)[number];

const connectionTypes = ['https', 'stomp'] as const;

const text = (description?: string) => nullable(Type.String(description ? { description } : {}));

/** Name of a product to what the device may do with it, for example `{loyalty: {enabled: true, tid: "60001234"}}`. */
const Products = Type.Record(Type.String({ maxLength: 100 }), openObject({}));

export const StoreReference = nullable(
  openObject({ object: Type.Literal('general.stores'), id: idOf('STO'), name: Type.String() }),
);

export const Device = openObject({
  object: Type.Literal('smart.devices'),
  id: idOf('SDV'),
  merchant: Reference,
  store: StoreReference,
  contract: nullable(Reference),
  vendor: text(),
  vendor_uid: text('uuid of the device token flow'),
  type: Type.Enum(deviceTypes),
  device: nullable(openObject({ object: Type.String(), id: Type.String(), serial_number: text() })),
  routing: nullable(Reference),
  user_pin: nullable(Type.String({ description: 'always null: codes are kept as hashes' })),
  products: Products,
  description: Type.String(),
  tid: text(),
  idle_screen_register: text(),
  idle_screen_terminal: text(),
  online: Type.Boolean({ description: 'a terminal that answers, a till that is signed in' }),
  refresh: nullable(Type.Integer({ description: 'seconds' })),
  connection_type: Type.Enum(connectionTypes),
  terminal_type: text(),
  base_version: text(),
  status: Type.Optional(Type.String({ description: 'taken from clients, not kept' })),
  created: Timestamp,
  updated: Timestamp,
});
export type Device = Static<typeof Device>;

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** An id, or a reference that holds one. */
const Id = optional(Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String({ maxLength: 100 }) })]));
const words = optional(Type.String({ maxLength: 1000 }));

/** Body of `POST /Smart/Devices` and `PUT /Smart/Devices/{id}`. */
export const DeviceInput = openObject({
  merchant: Id,
  store: Id,
  contract: Id,
  device: optional(
    Type.Union([
      Type.String({ maxLength: 100 }),
      openObject({ id: Type.String({ maxLength: 100 }), serial_number: optional(Type.String({ maxLength: 100 })) }),
    ]),
  ),
  vendor: words,
  vendor_uid: optional(Type.String({ minLength: 1, maxLength: 200 })),
  type: optional(Type.Enum(deviceTypes)),
  description: words,
  tid: optional(Type.String({ maxLength: 20 })),
  products: optional(Products),
  idle_screen_register: words,
  idle_screen_terminal: words,
  refresh: optional(IntegerInput),
  connection_type: optional(Type.Enum(connectionTypes)),
  terminal_type: words,
  base_version: words,
});
export type DeviceInput = Static<typeof DeviceInput>;

/** Body of `PUT /Smart/Devices/pin`: the code a device shows while it waits to be let in. */
export const UserPinInput = openObject({ user_pin: Type.String({ minLength: 1, maxLength: 50 }) });
export type UserPinInput = Static<typeof UserPinInput>;

/** Body of `PUT /Smart/Devices/{id}/devicePin`: kept for the device and for each of the two that is named. */
export const DevicePinInput = openObject({
  merchant_id: words,
  store_id: words,
  pin: Type.String({ minLength: 4, maxLength: 64 }),
});
export type DevicePinInput = Static<typeof DevicePinInput>;

const PinState = openObject({ id: Type.String(), auth_password_set: Type.Boolean() });

/** Answer of `GET /Smart/Devices/{id}/devicePinConfig`: for what a PIN has been set, never the PIN. */
export const DevicePinConfig = openObject({ merchant: PinState, store: nullable(PinState), smart_device: PinState });
export type DevicePinConfig = Static<typeof DevicePinConfig>;
