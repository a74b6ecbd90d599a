/**
 * End-of-day per terminal: what stands in its way, the totals of the terminal beside those of the journal, every
 * difference down to the receipt number. Amounts in minor units.
 */
import Type, { type Static } from 'typebox';
import { idOf, NextCall, nullable, openObject, Texts, Timestamp } from './shapes.ts';

/** A blocker of the end-of-day; with `stops` the end-of-day is refused until it is cleared, without it the blocker is shown. */
export const Blocker = Type.Object({
  kind: Type.Enum([
    'terminalUnreachable',
    'terminalBusy',
    'paymentRunning',
    'endingUnknown',
    'lateApproval',
    'signatureOpen',
    'partlyPaid',
    'openSales',
    'openPreAuthorisations',
    'terminalExchanged',
    'chainBroken',
    'dayEndRunning',
    'totalsUnreadable',
  ]),
  stops: Type.Boolean(),
  texts: Texts,
  /** Sales, operations or receipt numbers it is about. */
  about: Type.Array(Type.String()),
  /** The call that clears it, of the first sale that it is about. */
  next: Type.Optional(NextCall),
});
export type Blocker = Static<typeof Blocker>;

export const Sum = Type.Object({ count: Type.Integer(), amount: Type.Integer() });
export const CardTypeSum = Type.Object({ card_type: Type.String(), count: Type.Integer(), amount: Type.Integer() });
export const TillSum = Type.Object({
  till: nullable(idOf('SDV')),
  description: Type.String(),
  count: Type.Integer(),
  amount: Type.Integer(),
  by_card_type: Type.Array(CardTypeSum),
});

/** `GET /bridge/v1/terminals/{device}/day-end`: before it is run. */
export const DayEndPreview = Type.Object({
  device: idOf('SDV'),
  description: Type.String(),
  /** Since when; null before the first end-of-day. */
  since: nullable(Timestamp),
  blockers: Type.Array(Blocker),
  journal: Type.Object({
    count: Type.Integer(),
    amount: Type.Integer(),
    by_card_type: Type.Array(CardTypeSum),
    by_till: Type.Array(TillSum),
  }),
  /** Totals that the terminal reports; null where it reports none, or none that can be read (`totalsUnreadable`). */
  terminal: nullable(
    Type.Object({ count: Type.Integer(), amount: Type.Integer(), by_card_type: Type.Array(CardTypeSum) }),
  ),
  schedule: Type.Object({ at: nullable(Type.String({ description: 'HH:MM, local time' })), next: nullable(Timestamp) }),
});
export type DayEndPreview = Static<typeof DayEndPreview>;

/** One receipt that explains a difference, or may. */
export const DifferenceReceipt = Type.Object({
  receipt_number: nullable(Type.Integer()),
  amount: nullable(Type.Integer()),
  sale: nullable(idOf('STX')),
  till: nullable(idOf('SDV')),
  at: nullable(Timestamp),
  /** `onlyJournal`: the terminal does not count it; `onlyTerminal`: no sale of ours has this number; `other`: both have it, and differ. */
  kind: Type.Enum(['onlyJournal', 'onlyTerminal', 'other']),
});

export const Difference = Type.Object({
  card_type: Type.String(),
  terminal: Sum,
  journal: Sum,
  receipts: Type.Array(DifferenceReceipt),
});
export type Difference = Static<typeof Difference>;

export const DayEnd = Type.Object({
  id: Type.String(),
  device: idOf('SDV'),
  description: Type.String(),
  /** `unknown`: the line broke after the terminal had accepted; the bridge finds out whether it took place. */
  state: Type.Enum(['running', 'agrees', 'differs', 'failed', 'unknown']),
  /** True while a person is wanted to decide: the outcome is unknown, or the terminal has contradicted it. `reason` holds the evidence. */
  needs_person: Type.Optional(Type.Boolean()),
  /** The call that decides it, while a person is wanted. */
  next: Type.Optional(nullable(NextCall)),
  started: Timestamp,
  ended: nullable(Timestamp),
  /** The person who ran it; null for the scheduled end-of-day. */
  staff: nullable(Type.String()),
  /** The reason why it failed, differs or is not known; with the person who decided it. */
  reason: nullable(Texts),
  /** The Smart Transaction that carries the terminal's slip. */
  transaction: nullable(idOf('STX')),
  terminal: nullable(
    Type.Object({
      count: Type.Integer(),
      amount: Type.Integer(),
      by_card_type: Type.Array(CardTypeSum),
      first_receipt: nullable(Type.Integer()),
      last_receipt: nullable(Type.Integer()),
    }),
  ),
  journal: DayEndPreview.properties.journal,
  differences: Type.Array(Difference),
  open_pre_authorisations: Type.Array(Type.Integer()),
  /** Blockers that did not stop it. */
  noted: Type.Array(Blocker),
  /** The terminal's slip and the comparison, ready to print: lines as in `receipt` of a Smart Transaction. */
  receipt: Type.Array(Type.Unknown()),
});
export type DayEnd = Static<typeof DayEnd>;

/** `GET /bridge/v1/day-ends?device=&count=&offset=`: newest first. */
export const DayEndList = Type.Object({ count: Type.Integer(), data: Type.Array(DayEnd) });
export type DayEndList = Static<typeof DayEndList>;

const Position = Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' }));
export const DayEndQuery = openObject({ device: Type.Optional(idOf('SDV')), count: Position, offset: Position });
export type DayEndQuery = Static<typeof DayEndQuery>;

/** `POST /bridge/v1/day-ends/{id}/verdict`: somebody looked at the slips of the terminal. */
export const DayEndVerdict = openObject({ took_place: Type.Boolean() });
export type DayEndVerdict = Static<typeof DayEndVerdict>;

/** `POST /bridge/v1/terminals/{device}/day-end`: blockers that stop it answer 405 and name them. */
export const DayEndInput = openObject({
  details: Type.Optional(
    Type.Boolean({
      description:
        'false: a short slip without the single bookings; where features of the terminal names dayEndDetails',
    }),
  ),
  mode: Type.Optional(
    Type.Enum(['normal', 'forced', 'automatic'], { description: 'where features of the terminal names dayEndMode' }),
  ),
});
export type DayEndInput = Static<typeof DayEndInput>;

/** `PUT /bridge/v1/day-ends/schedule`: HH:MM of every day, or null for none; per terminal when `device` is given. */
export const ScheduleInput = openObject({
  at: nullable(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })),
  device: Type.Optional(idOf('SDV')),
});
export type ScheduleInput = Static<typeof ScheduleInput>;
