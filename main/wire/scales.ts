/** Shop scales of the tills at a serial port (`/bridge/v1/scales`), and their weighings. */
import Type, { type Static } from 'typebox';
import { idOf, nullable } from './shapes.ts';
import { shopText } from './shop.ts';

export const scaleProtocols = ['dialog06', 'adam'] as const;

const facts = {
  name: shopText(60),
  till: idOf('SDV'),
  path: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\x21-\\x7E]+$',
    description: 'serial port, for example /dev/ttyUSB0 or COM3',
  }),
  protocol: Type.Enum(scaleProtocols, {
    description:
      'dialog06: checkout dialogue 06 (9600 baud, 7 data bits, odd parity); adam: lines of text (9600 baud, 8 data bits)',
  }),
};

export const ShopScale = Type.Object({
  object: Type.Literal('scales'),
  id: idOf('SCL'),
  ...facts,
  state: Type.Enum(['connecting', 'ready', 'offline', 'closed']),
  reason: nullable(Type.String({ description: 'why it is offline, as the system says it' })),
});
export type ShopScale = Static<typeof ShopScale>;
export const ShopScales = Type.Object({ count: Type.Integer(), data: Type.Array(ShopScale) });
export type ShopScales = Static<typeof ShopScales>;

/** `POST /bridge/v1/scales` */
export const NewScale = Type.Object(facts, { additionalProperties: false });
export type NewScale = Static<typeof NewScale>;

/** `PUT /bridge/v1/scales/{id}`; what is left out stays. */
export const ScaleInput = Type.Object(Type.Partial(Type.Object(facts)).properties, { additionalProperties: false });
export type ScaleInput = Static<typeof ScaleInput>;

/** `POST /bridge/v1/scales/{id}/weigh` */
export const WeighingInput = Type.Object(
  {
    pricePerKilogram: Type.Integer({
      minimum: 0,
      maximum: 999_999,
      description: 'minor units; a scale that shows the amount to pay is given it',
    }),
  },
  { additionalProperties: false },
);
export type WeighingInput = Static<typeof WeighingInput>;

export const weighingKinds = [
  ...['weight', 'moving', 'empty', 'negative', 'overload', 'same', 'unit', 'differs', 'refused', 'garbled', 'silent'],
  'offline',
] as const;

export const Weighed = Type.Object({
  kind: Type.Enum(weighingKinds, {
    description:
      'weight: the goods may be sold; anything else says why they were not weighed: not at rest, nothing on it, less than nothing, more than it weighs, nothing new since the last weighing, another unit than kilograms, another price than ours, refused, unreadable, no answer, not connected',
  }),
  grams: nullable(Type.Integer({ description: 'whole grams; null where it did not weigh' })),
  price: nullable(Type.Integer({ description: 'minor units, where the scale works it out itself' })),
  detail: nullable(Type.String({ description: 'as the driver says it' })),
});
export type Weighed = Static<typeof Weighed>;
