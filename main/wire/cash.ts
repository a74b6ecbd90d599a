/**
 * The cash of a till: shifts with counted float, movements with their slips, openings of the drawer (`/bridge/v1/shifts`,
 * `/bridge/v1/cash-movements`, `/bridge/v1/drawer-openings`). Amounts in minor units.
 */
import Type, { type Static } from 'typebox';
import { movementKindNames, movementKinds } from '../domain/cashBook.ts';
import { Currency, idOf, Money, nullable, ReceiptLine, Timestamp } from './shapes.ts';

const closed = { additionalProperties: false } as const;

export const Pieces = Type.Object(
  {
    value: Type.Integer({ minimum: 1, description: 'of one note or coin, minor units' }),
    pieces: Type.Integer({ minimum: 0, maximum: 99_999 }),
  },
  closed,
);

const Count = Type.Array(Pieces, {
  maxItems: 40,
  description: 'every note and coin of the currency once, also with 0 pieces: see `denominations`',
});

const Person = Type.Object({ id: nullable(Type.String()), name: Type.String() });

/** A count that was made: what was expected is said afterwards. */
export const CashCount = Type.Object({
  at: Timestamp,
  person: Person,
  why: Type.Enum(['opening', 'closing', 'handOver', 'recount']),
  reason: nullable(Type.String()),
  counted: Money,
  pieces: Type.Array(Pieces),
  expected: nullable(Money),
  difference: nullable(Money),
});
export type CashCount = Static<typeof CashCount>;

export const CashShift = Type.Object({
  id: idOf('CSH'),
  till: idOf('SDV'),
  number: Type.Integer({ description: 'of the till, from 1' }),
  state: Type.Enum(['open', 'closed']),
  person: Person,
  opened: Timestamp,
  ended: nullable(Timestamp),
  currency: Currency,
  /** The count at its beginning; of a shift that was handed over, that of the hand-over. */
  opening: CashCount,
  /** Counts at its end, the newest last. */
  counts: Type.Array(CashCount),
  handed_to: nullable(Person),
});
export type CashShift = Static<typeof CashShift>;

const Till = Type.Optional(idOf('SDV'));

export const TillQuery = Type.Object({
  till: Till,
  count: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
});
export type TillQuery = Static<typeof TillQuery>;

/** `GET /bridge/v1/shifts/current`: nothing in it tells a person who counts what is expected. */
export const CurrentShift = Type.Object({
  till: idOf('SDV'),
  shift: nullable(CashShift),
  currency: Currency,
  denominations: Type.Array(Type.Integer(), { description: 'notes and coins of the currency, largest first' }),
  last_count: nullable(Timestamp),
  moved_since_count: Type.Boolean({ description: 'cash went in or out behind the last count' }),
});
export type CurrentShift = Static<typeof CurrentShift>;

export const ShiftList = Type.Object({ data: Type.Array(CashShift) });

export const CountInput = Type.Object(
  {
    pieces: Count,
    reason: Type.Optional(Type.String({ maxLength: 200, description: 'of a recount' })),
    till: Till,
  },
  closed,
);
export type CountInput = Static<typeof CountInput>;

export const HandOverInput = Type.Object(
  {
    pieces: Count,
    username: Type.String({ minLength: 1, maxLength: 200, description: 'of the person who takes the till over' }),
    pin: Type.String({ minLength: 1, maxLength: 200 }),
  },
  closed,
);
export type HandOverInput = Static<typeof HandOverInput>;

export const CountAnswer = Type.Object({
  shift: CashShift,
  count: CashCount,
  receipt: Type.Array(ReceiptLine),
});
export type CountAnswer = Static<typeof CountAnswer>;

export const CashMovement = Type.Object({
  id: idOf('CMV'),
  till: idOf('SDV'),
  shift: nullable(idOf('CSH')),
  slip: Type.Integer({ description: 'number of the slip: of the till, without gaps' }),
  kind: Type.Enum(movementKindNames),
  amount: Type.Integer({ description: 'minor units; negative where it was taken out' }),
  currency: Currency,
  reason: Type.String(),
  person: Person,
  at: Timestamp,
  receipt: Type.Array(ReceiptLine),
});
export type CashMovement = Static<typeof CashMovement>;

export const MovementList = Type.Object({ data: Type.Array(CashMovement) });

export const MovementInput = Type.Object(
  {
    kind: Type.Enum(movementKindNames.filter(kind => movementKinds[kind].length > 0)),
    direction: Type.Enum(['in', 'out']),
    amount: Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'minor units' }),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
    till: Till,
  },
  closed,
);
export type MovementInput = Static<typeof MovementInput>;

/** `GET /bridge/v1/cash-movements/expected`: what the drawer holds now, for a look into it at any moment. */
export const ExpectedCash = Type.Object({
  till: idOf('SDV'),
  at: Timestamp,
  currency: Currency,
  counted: nullable(Money),
  counted_at: nullable(Timestamp),
  sales: Money,
  movements: Money,
  held: Type.Integer({ description: 'cash of sales that are not paid whole, beyond what the last count contained' }),
  expected: nullable(Money),
});
export type ExpectedCash = Static<typeof ExpectedCash>;

export const DrawerOpeningInput = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 200 }), till: Till },
  closed,
);
export type DrawerOpeningInput = Static<typeof DrawerOpeningInput>;

export const DrawerOpened = Type.Object({
  drawer: Type.Enum(['opened', 'noDrawer', 'unreachable'], { description: 'noDrawer: open it with its key' }),
});
