/** What one till is doing right now, so that a screen can be shut and opened at any moment: `GET` and `PUT /bridge/v1/till`. */
import Type, { type Static } from 'typebox';
import { QueueView, RunningPayment, TerminalView } from '../../push/events.ts';
import { SmartTransaction } from '../transactions/contract.ts';
import { idOf, nullable } from '../wire.ts';

export const TillView = Type.Object({
  device: Type.Object({ id: idOf('SDV'), description: Type.String() }),
  /** The sale on the screen; null between two customers. */
  transaction: nullable(SmartTransaction),
  /** The card payment that runs or whose ending is still unknown. */
  payment: nullable(RunningPayment),
  terminal: nullable(TerminalView),
  queue: QueueView,
  /** Sequence number of the newest event contained in this view: continue the stream from here. */
  lastEventId: Type.String(),
});
export type TillView = Static<typeof TillView>;

/** `PUT /bridge/v1/till`: puts another sale on the screen, or none (next customer). */
export const TillInput = Type.Object({ transaction: nullable(idOf('STX')) });
export type TillInput = Static<typeof TillInput>;

/** `POST /bridge/v1/till/abort` asks the terminal to stop; the payment goes on until the terminal says how it ended. */
export const AbortAnswer = Type.Object({ requested: Type.Boolean() });
