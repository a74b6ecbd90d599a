/** Routings: the terminal that takes the card payments of a till (`/Smart/Routings`). */
import Type, { type Static } from 'typebox';
import { deviceTypes, StoreReference } from './devices.ts';
import { idOf, nullable, openObject, Reference, Timestamp } from './shapes.ts';

export const Routing = openObject({
  object: Type.Literal('smart.routings'),
  id: idOf('SRT'),
  merchant: Reference,
  store: StoreReference,
  description: Type.String(),
  assign: Type.Array(
    openObject({
      object: Type.Literal('smart.devices'),
      id: idOf('SDV'),
      type: Type.Enum(deviceTypes),
      description: Type.String(),
    }),
    { description: 'a till and a terminal' },
  ),
  created: Timestamp,
  updated: Timestamp,
});
export type Routing = Static<typeof Routing>;

const Id = Type.Optional(
  nullable(Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String({ maxLength: 100 }) })])),
);

/** Body of `POST /Smart/Routings` and `PUT /Smart/Routings/{id}`; devices come and go by `assign`. */
export const RoutingInput = openObject({
  merchant: Id,
  store: Id,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
});
export type RoutingInput = Static<typeof RoutingInput>;
