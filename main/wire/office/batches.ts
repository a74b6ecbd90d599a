/** Batches of records from a till to the back office, their answer, and the heartbeat of a bridge. */
import Type, { type Static } from 'typebox';
import { nullable, openObject, Texts, Timestamp } from '../shapes.ts';
import { DayStart } from '../shop.ts';
import { TillZone } from './enrolment.ts';

/** The most that one batch may hold; the back office refuses more with 413. Sizes in bytes. */
export const batchLimits = {
  records: 1000,
  /** The body as it is sent, compressed or not. */
  body: 1024 * 1024,
  /** The lines after they were inflated. */
  inflated: 8 * 1024 * 1024,
  /** One line; a record whose document is longer goes without it. */
  line: 1024 * 1024,
} as const;

/** The largest numbers that a till may name; larger ones were never counted by any till. */
export const numberLimits = {
  /** Largest number of records and batches. */
  count: 999_999_999_999,
  /** Seconds since 1970. */
  epoch: 99_999_999_999,
  /** Numbers between the first and the last record of a batch, whose records may have gaps between them. */
  span: 1_000_000,
  /** Tills of one bridge, and epochs of one till. */
  tills: 500,
  epochs: 1000,
} as const;

/** Headers of a batch beside those of the signature (RFC 9421) and the digest of the body (RFC 9530). */
export const batchHeaders = {
  /** Id of the till's device on its bridge (SDV_…), or of the merchant where no till acted. */
  till: 'tillbridge-till',
  epoch: 'tillbridge-epoch',
  /** Number of the batch in the epoch, from 1 and without gaps; 0: a range that is sent again, outside the chain. */
  batch: 'tillbridge-batch',
  first: 'tillbridge-first',
  last: 'tillbridge-last',
  /** Hash of the batch before, hexadecimal SHA-256; `none` for the first one, and for ranges that are sent again. */
  previous: 'tillbridge-previous',
  /** Hash of this batch: over its numbers, the hash before, and the hash of every record. */
  hash: 'tillbridge-hash',
} as const;

const count = (description: string) => Type.Integer({ minimum: 0, maximum: numberLimits.count, description });
const Epoch = Type.Integer({ minimum: 0, maximum: numberLimits.epoch });

const Range = Type.Tuple([Type.Integer(), Type.Integer()]);

/** Answer to a batch: what is held now, and every refused record with its reason. */
export const BatchAnswer = Type.Object({
  batch: Type.Integer(),
  taken: Type.Integer({ description: 'records that were new' }),
  repeated: Type.Integer({ description: 'records that were held before, with the same content' }),
  held: Type.Array(Range, { description: 'ranges of sequence numbers of this till and epoch that are held' }),
  refused: Type.Array(Type.Object({ sequence: nullable(Type.Integer()), code: Type.String(), texts: Texts })),
  wanted: Type.Array(Range, { description: 'ranges that are missing and have to be sent again' }),
});
export type BatchAnswer = Static<typeof BatchAnswer>;

const told = (maxLength: number, description?: string) =>
  nullable(Type.String({ maxLength, ...(description ? { description } : {}) }));

/** The shop as its receipts name it; DSFinV-K holds that where the back office says nothing else. */
const TillShop = openObject({
  street: told(255),
  zip: told(20),
  city: told(255),
  country: told(2),
  tax_number: told(40, 'of the business, as its receipts name it'),
  vat_id: told(20, 'of the business, as its receipts name it'),
});

/** `POST /office/v1/heartbeats`, signed like a batch: how the bridge is, once a minute and after every change. */
export const Heartbeat = openObject({
  version: Type.String({ maxLength: 100 }),
  at: Timestamp,
  name: Type.String({ maxLength: 1000 }),
  day_start: Type.Optional(DayStart),
  time_zone: Type.Optional(TillZone),
  shop: Type.Optional(TillShop),
  tills: Type.Array(
    openObject({
      till: Type.String({ maxLength: 64, description: 'as in the header of its batches' }),
      name: Type.String({ maxLength: 1000 }),
      epoch: Epoch,
      sequence: count('the newest one'),
      waiting: count('records that are not confirmed'),
      parked: count('records that the back office refused'),
      epochs: Type.Optional(
        Type.Array(
          Type.Object({
            epoch: Epoch,
            confirmed: count('the newest number of it that the back office has confirmed'),
          }),
          {
            maxItems: numberLimits.epochs,
            description:
              'every epoch of the till, oldest first: an older copy of the back office lacks those before, too',
          },
        ),
      ),
    }),
    { maxItems: numberLimits.tills },
  ),
  asks_numbers: Type.Optional(
    Type.Boolean({ description: 'the till wants to know the highest numbers that the back office holds of it' }),
  ),
  terminals: Type.Array(openObject({ name: Type.String(), state: Type.String(), tid: nullable(Type.String()) }), {
    maxItems: 1000,
  }),
});
export type Heartbeat = Static<typeof Heartbeat>;

/** Answer: ranges that the back office lost and asks for again, and the highest numbers where the bridge asked for them. */
export const HeartbeatAnswer = Type.Object({
  at: Timestamp,
  numbers: Type.Optional(
    Type.Array(
      Type.Object({
        till: Type.String(),
        receipt: count('the highest receipt number of the till; 0: none'),
        report: count('the highest number of its Z reports; 0: none'),
      }),
    ),
  ),
  wanted: Type.Array(
    Type.Object({ till: Type.String(), epoch: Type.Integer(), first: Type.Integer(), last: Type.Integer() }),
  ),
});
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>;
