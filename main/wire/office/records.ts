/** Records of a till for the back office: one line of a batch each (`POST /office/v1/batches`, JSON Lines). */
import Type, { type Static } from 'typebox';
import { Currency, Money, nullable, openObject, Timestamp } from '../shapes.ts';

/** Kinds of records, and the events of each kind. */
export const recordEvents = {
  sale: ['closed', 'cancelled', 'delivered', 'unknown', 'notPaid', 'notReversed'],
  cardOperation: ['booked', 'created', 'changed'],
  terminalOperation: ['approved', 'declined', 'unknown'],
  dayEnd: ['ended'],
  shift: ['opened', 'closed', 'recounted'],
  cashMovement: ['booked'],
  basket: ['voided', 'abandoned'],
  drawer: ['opened'],
  zReport: ['made'],
} as const;
export type RecordKind = keyof typeof recordEvents;
export type RecordEvent = (typeof recordEvents)[RecordKind][number];

/** Facts of an event that never change again; they are part of the hash by which a repeated record is recognised. */
export const OfficeFacts = openObject({});
export type OfficeFacts = Static<typeof OfficeFacts>;

export const OfficeRecord = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1, description: 'of the till in its epoch, without gaps' }),
    kind: Type.String({ maxLength: 50, description: 'sale, cardOperation, …; an older back office keeps newer kinds' }),
    event: Type.String({ maxLength: 50, description: 'closed, cancelled, …: see the kind' }),
    object: Type.String({ maxLength: 100, description: 'id of the sale, booking, operation or end-of-day' }),
    business_day: Type.String({ format: 'date', description: 'of the event, by the clock of the till' }),
    at: Timestamp,
    sum: nullable(Money),
    currency: nullable(Currency),
    facts: OfficeFacts,
    document: nullable(openObject({}, { description: 'the object as it was when the record was sent' })),
  },
  { additionalProperties: true },
);
export type OfficeRecord = Static<typeof OfficeRecord>;
