/** General Stores: where a merchant sells (specification, "General Store"). */
import Type, { type Static } from 'typebox';
import { idOf, nullable, openObject, Reference, Timestamp } from './shapes.ts';

const text = (maxLength = 1000) => Type.Optional(nullable(Type.String({ maxLength })));

const Day = Type.Integer({ minimum: 0, maximum: 6, description: '0 Sunday … 6 Saturday' });
const Time = Type.String({ pattern: '^(([01][0-9]|2[0-3])[0-5][0-9]|2400)$', description: 'HHMM' });
const DayTime = Type.Object({ day: Day, time: Time });
const DayTimeInput = openObject({ day: Type.Union([Day, Type.String({ pattern: '^[0-6]$' })]), time: Time });

/** Without `close` the store is open round the clock. */
const OpenHours = Type.Object({ open: DayTime, close: Type.Optional(DayTime) });

const AddressInput = openObject({
  type: text(50),
  street: text(200),
  street_number: text(50),
  city: text(200),
  postal_code: text(50),
  country: Type.Optional(nullable(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2' }))),
  additional_address_data: text(200),
});
export type AddressInput = Static<typeof AddressInput>;

export const StoreInput = openObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  merchant: Type.Optional(nullable(Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String() })]))),
  address: Type.Optional(nullable(AddressInput)),
  facebook_id: text(200),
  phone: text(50),
  url_website: text(2000),
  photo_main: text(2000),
  photo: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 100 }))),
  open_hours: Type.Optional(
    nullable(
      Type.Array(openObject({ open: DayTimeInput, close: Type.Optional(nullable(DayTimeInput)) }), { maxItems: 100 }),
    ),
  ),
  geometry: Type.Optional(nullable(openObject({ lat: Type.Number(), lon: Type.Number() }))),
  has_beacon: Type.Optional(nullable(Type.Boolean())),
  acceptance_point: Type.Optional(nullable(Type.Boolean())),
  time_zone: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'IANA name; else by country' }))),
});
export type StoreInput = Static<typeof StoreInput>;

export const NewStoreInput = openObject({
  ...StoreInput.properties,
  name: Type.String({ minLength: 1, maxLength: 200 }),
});
export type NewStoreInput = Static<typeof NewStoreInput>;

export const AddressComponent = Type.Object({
  long_name: Type.String(),
  short_name: Type.String(),
  types: Type.Array(Type.Enum(['route', 'street_number', 'locality', 'country', 'postal_code', 'political'])),
});
export type AddressComponent = Static<typeof AddressComponent>;

export const Store = openObject({
  object: Type.Literal('general.stores'),
  id: idOf('STO'),
  id_old: nullable(Type.String()),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  merchant: Reference,
  store_name: Type.String(),
  name: Type.String(),
  name_raw: Type.String(),
  source: nullable(Type.String()),
  key: nullable(Type.String()),
  hash: Type.String(),
  facebook_id: nullable(Type.String()),
  phone_number_formatted: nullable(Type.String()),
  address_components: Type.Array(AddressComponent),
  address_formatted: nullable(Type.String()),
  geometry: nullable(openObject({ lat: Type.Number(), lon: Type.Number() })),
  photo_main: nullable(Type.String()),
  photo: Type.Array(Type.String()),
  category_main: nullable(Type.String()),
  category: Type.Array(Type.String()),
  url_website: nullable(Type.String()),
  open_hours: Type.Array(OpenHours),
  open_now: Type.Boolean({ description: 'by the opening hours, on the wall clock of the store' }),
  open_time: nullable(
    Type.Integer({
      description:
        'HHMM on the wall clock of the store (1830 is half past six): when it closes if it is open now, else when it opens; null if neither will be',
    }),
  ),
  utc_offset: Type.String({ description: 'of the store now, for example +01:00' }),
  assigned_by: Type.Array(openObject({})),
  invited_by: Type.Array(openObject({})),
  has_beacon: Type.Boolean(),
  acceptance_point: Type.Boolean(),
  is_default: Type.Boolean({ description: 'the default store of its merchant' }),
});
export type Store = Static<typeof Store>;

export const SetDefaultInput = openObject({ reason: Type.String({ maxLength: 1000 }) });
export type SetDefaultInput = Static<typeof SetDefaultInput>;
