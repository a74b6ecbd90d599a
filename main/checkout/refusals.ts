/** Why a terminal did not do what it was asked for, as rows of the error table. */
import type { Reason } from '../../drivers/terminal.ts';
import { BridgeError, type ErrorKey } from '../errors.ts';

/** The row for a command that was declined or never sent. */
export const refusalKey = ({ code }: Reason): ErrorKey => REFUSALS[code] ?? 'declined';

/** Throws what `details` says in the words of the table. */
export const refusedBy = (reason: Reason, extra: Record<string, unknown>): BridgeError =>
  new BridgeError(refusalKey(reason), `terminal: ${reason.text}`, { extra });

const REFUSALS: Partial<Record<Reason['code'], ErrorKey>> = {
  aborted: 'aborted',
  unreachable: 'terminalUnreachable',
  busy: 'terminalBusy',
  endOfDayRequired: 'endOfDayRequired',
  held: 'terminalHeld',
  unsupported: 'terminalCannot',
  notHandedOver: 'notHandedOver',
};
