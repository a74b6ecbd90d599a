/** The control interface below `/bridge/v1/control`: data, clock, faults and the virtual terminal, for tests and demonstrations. */
import Type, { type Static } from 'typebox';
import { nullable, openObject, Timestamp } from './shapes.ts';

const Name = Type.String({ pattern: '^[A-Za-z0-9._-]{1,60}$', description: 'letters, digits, dot, dash, underscore' });

export const ClockView = Type.Object({
  now: Timestamp,
  offset: Type.Integer({ description: 'how far it is ahead of the system clock, ms' }),
});
export type ClockView = Static<typeof ClockView>;

/** Exactly one of the three. */
export const ClockInput = Type.Object(
  {
    now: Type.Optional(Timestamp),
    by: Type.Optional(Type.Integer({ description: 'ms, may be negative' })),
    release: Type.Optional(Type.Literal(true, { description: 'back to the system clock' })),
  },
  { minProperties: 1, maxProperties: 1, additionalProperties: false },
);
export type ClockInput = Static<typeof ClockInput>;

const MILLISECONDS = { minimum: 0, maximum: 600_000 };

export const FaultInput = Type.Object(
  {
    operation: Type.String({
      maxLength: 300,
      description: 'method and path, * for anything',
      examples: ['POST /api/v2/Smart/Transactions/*/start/*'],
    }),
    client: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'of this client only' }))),
    latency: Type.Optional(
      Type.Object({
        from: Type.Integer({ ...MILLISECONDS, description: 'milliseconds, at least' }),
        to: Type.Optional(Type.Integer({ ...MILLISECONDS, description: 'milliseconds, at most; as from if left out' })),
        seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 })),
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status in place of the answer; nothing is done' }),
    ),
    cut: Type.Optional(
      Type.Enum(['before', 'after'], { description: 'before: nothing is done; after: done, and the answer is lost' }),
    ),
    times: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'so many calls meet it; without it, every one' }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type FaultInput = Static<typeof FaultInput>;

export const FaultView = Type.Object({
  id: Type.String(),
  operation: Type.String(),
  client: nullable(Type.String()),
  effect: Type.Object({
    latency: Type.Optional(
      Type.Object({ from: Type.Integer(MILLISECONDS), to: Type.Integer(MILLISECONDS), seed: Type.Integer() }),
    ),
    status: Type.Optional(Type.Integer()),
    cut: Type.Optional(Type.Enum(['before', 'after'])),
  }),
  times: nullable(Type.Integer()),
});

export const ControlView = Type.Object({
  clock: ClockView,
  faults: Type.Array(FaultView),
  snapshots: Type.Array(Type.String()),
  scenarios: Type.Array(Type.Object({ name: Type.String(), about: Type.String() })),
});

export const ResetInput = nullable(
  Type.Object({ scenario: Type.Optional(Type.String({ maxLength: 60 })) }, { additionalProperties: false }),
);
export type ResetInput = Static<typeof ResetInput>;

export const SnapshotInput = Type.Object({ name: Name }, { additionalProperties: false });
export const Snapshots = Type.Object({ snapshots: Type.Array(Type.String()) });
export const Faults = Type.Object({ faults: Type.Array(FaultView) });
export const ApproveInput = Type.Object({ user_code: Type.String({ maxLength: 100 }) });
/** `PUT /bridge/v1/practice`, in a training only: what the virtual terminal plays; `behaviour` is a name of its table, some with `:N`. */
export const PracticeInput = openObject({ behaviour: Type.String({ maxLength: 50 }) });

/** Names of cards and behaviours are those of the virtual terminal, which says them at `GET …/terminal/state` and refuses others. */
export const VirtualCard = nullable(
  openObject({
    card: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'kind of card that is presented, one of `cards` at GET /bridge/v1/control/terminal/state; a contactless girocard if left out',
        examples: ['girocard-chip'],
      }),
    ),
  }),
);
export const VirtualPin = openObject({
  pin: Type.String({
    pattern: '^\\d{4,12}$',
    description: 'the digits that the customer types: 1234 is the right PIN, all others are wrong',
    examples: ['1234'],
  }),
});
export const VirtualKey = openObject({
  key: Type.Enum(['ok', 'clear', 'stop', 'up', 'down', 'f1', 'f2', 'f3', 'f4'], {
    description: 'the key that the customer presses',
  }),
});
export const VirtualBehaviour = nullable(
  openObject({
    behaviour: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'what the terminal does from now on: one of `behaviours` at GET /bridge/v1/control/terminal/state, some with a number, for example slow:5000',
        examples: ['decline'],
      }),
    ),
    amountRules: Type.Optional(
      Type.Boolean({ description: 'true: the last two digits of an amount choose what happens to it (05 declines)' }),
    ),
    unacknowledged: Type.Optional(
      Type.Enum(['kept', 'reversed'], {
        description: 'what becomes of a payment whose result the bridge has not acknowledged',
      }),
    ),
  }),
);
export const Done = Type.Object({ result: Type.Boolean() });
