/** The closed list of what the event stream tells, one entry per event name (`GET /bridge/v1/events`, server-sent events). */
import Type, { type Static } from 'typebox';
import { SmartTransaction } from '../api/transactions/contract.ts';
import { nullable } from '../api/wire.ts';

const Texts = Type.Object({ de: Type.String(), en: Type.String() });

/** What the cashier sees while a card payment runs. Amounts in minor units, times in milliseconds since 1970. */
export const RunningPayment = Type.Object({
  transaction: Type.String({ description: 'STX_…' }),
  device: Type.String({ description: 'SDV_… of the terminal' }),
  amount: Type.Integer(),
  currency: Type.String(),
  startedAt: Type.Integer(),
  /** `deciding`: the line broke, the bridge asks the terminal how it ended. `person`: only a person can decide. */
  step: Type.Enum([
    'connecting',
    'registering',
    'sent',
    'prompt',
    'abortRequested',
    'abortRefused',
    'deciding',
    'person',
  ]),
  /** What the terminal shows, in both languages; null before it said anything. */
  prompt: nullable(Texts),
  /** Somebody asked to stop; the terminal has not said yet how it ended. */
  aborting: Type.Boolean(),
});
export type RunningPayment = Static<typeof RunningPayment>;

export const TerminalView = Type.Object({
  device: Type.String(),
  description: Type.String(),
  state: Type.Enum(['offline', 'connecting', 'ready', 'busy', 'closed']),
  since: Type.Integer({ description: 'milliseconds since 1970' }),
  reason: nullable(Type.String()),
});
export type TerminalView = Static<typeof TerminalView>;

export const QueueView = Type.Object({
  upstream: Type.Enum(['none', 'up', 'down'], { description: 'none: no back office configured' }),
  waiting: Type.Integer(),
  parked: Type.Integer(),
  oldest: nullable(Type.Integer({ description: 'milliseconds since 1970' })),
});
export type QueueView = Static<typeof QueueView>;

export const events = {
  /** A Smart Transaction was added or changed; carries it as it is when sent. Durable: has an id and can be resumed. */
  transaction: Type.Object({
    object: Type.Literal('smart.transactions'),
    id: Type.String(),
    type: Type.Union([Type.Literal('added'), Type.Literal('changed')]),
    document: SmartTransaction,
  }),
  /** The running card payment of a terminal moved on; null when it is over. */
  payment: Type.Object({ device: Type.String(), payment: nullable(RunningPayment) }),
  terminal: TerminalView,
  queue: QueueView,
  catalogue: Type.Object({ version: Type.String() }),
  /** Somebody came into the shop or left it: load the list again. */
  checkins: Type.Object({
    target: Type.Literal('smart.checkins'),
    type: Type.Literal('changed'),
    data: Type.Array(Type.Object({ object: Type.Literal('smart.checkins'), id: Type.String() })),
  }),
  /** What a register asks of the customers' app. */
  instruction: Type.Object({ target: Type.String(), action: Type.String(), data: Type.Unknown() }),
  /** Events were missed that are no longer kept: load everything again. */
  reset: Type.Object({}),
} as const;

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = Static<(typeof events)[Name]>;
