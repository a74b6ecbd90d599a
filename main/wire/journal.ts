/** The journal on the wire: requests with their answers, changes and push attempts, one kind of entry each. */
import Type, { type Static } from 'typebox';
import { DeliveryAttempt } from './pushes.ts';
import { nullable, Timestamp } from './shapes.ts';

const common = {
  at: Timestamp,
  supportId: nullable(Type.String({ description: 'the request; null where the bridge acted of its own accord' })),
  merchant: nullable(Type.String({ description: 'null where nobody was signed in' })),
};

export const JournalRequest = Type.Object({
  kind: Type.Literal('request'),
  ...common,
  client: nullable(Type.String()),
  staff: nullable(Type.String()),
  method: Type.String(),
  url: Type.String(),
  status: Type.Integer(),
  ms: Type.Number({ description: 'until the answer was sent' }),
  headers: Type.Record(Type.String(), Type.String()),
  unknown_members: Type.Optional(
    Type.Array(Type.String(), {
      description: 'members of the request that its operation does not know, with what was probably meant',
    }),
  ),
  body: Type.Unknown({ description: 'without secrets; the beginning alone when it is long' }),
  answer: Type.Unknown({ description: 'without secrets; the beginning alone when it is long' }),
});
export type JournalRequest = Static<typeof JournalRequest>;

const JournalChange = Type.Object({
  kind: Type.Literal('change'),
  ...common,
  object: Type.String({ description: 'type of the changed object' }),
  id: Type.String(),
  type: Type.Enum(['added', 'changed', 'removed']),
  state: nullable(Type.String({ description: 'of the object after the change' })),
});
export type JournalChange = Static<typeof JournalChange>;

const JournalPush = Type.Object({
  kind: Type.Literal('push'),
  ...common,
  id: Type.String({ description: 'evt_…' }),
  object: Type.String({ description: 'type of the object it tells of' }),
  data: Type.String({ description: 'id of the object it tells of' }),
  url: Type.String(),
  state: Type.Enum(['waiting', 'delivered', 'discarded', 'refused'], { description: 'after this attempt' }),
  attempt: DeliveryAttempt,
});
export type JournalPush = Static<typeof JournalPush>;

export const JournalEntry = Type.Union([JournalRequest, JournalChange, JournalPush]);
export type JournalEntry = Static<typeof JournalEntry>;

export const JournalPage = Type.Object({
  count: Type.Integer({ description: 'all matches, including those not returned' }),
  data: Type.Array(JournalEntry),
});

/** Everything that belongs to one request. */
export const JournalStory = Type.Object({
  supportId: Type.String(),
  request: nullable(JournalRequest),
  changes: Type.Array(JournalChange),
  pushes: Type.Array(JournalPush),
});
export type JournalStory = Static<typeof JournalStory>;

export const JournalQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ description: 'as in every list; a supportId alone finds all that belongs to it' })),
    count: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,4}$', description: 'maximum number of entries, 20 without' }),
    ),
    offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
  },
  { additionalProperties: true },
);
export type JournalQuery = Static<typeof JournalQuery>;
