/** Tills and terminals of a merchant: `GET /Smart/Devices`, `GET /Smart/Devices/{id}`. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, open, Reference, Timestamp } from '../wire.ts';

export const deviceTypes = ['cashier', 'zvt', 'shopmodule', 'webterminal'] as const;

export const Device = open({
  object: Type.Literal('smart.devices'),
  id: idOf('SDV'),
  merchant: Reference,
  store: nullable(open({ object: Type.Literal('general.stores'), id: idOf('STO'), name: Type.String() })),
  type: Type.Enum(deviceTypes),
  vendor: nullable(Type.String()),
  vendor_uid: nullable(Type.String({ description: 'uuid of the device token flow' })),
  description: Type.String(),
  tid: nullable(Type.String()),
  online: Type.Boolean(),
  status: Type.String(),
  created: Timestamp,
  updated: Timestamp,
});
export type Device = Static<typeof Device>;
