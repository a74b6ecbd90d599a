/** The errors of pairing, tasks and changes of a terminal: rows of the error table. */
import type { Reason } from '../../../drivers/index.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';

/** Result codes that name the mistake in a registration. */
const BY_RESULT: Readonly<Record<number, ErrorKey>> = { 55: 'terminalPassword', 111: 'terminalCurrency' };

const BY_REASON: Readonly<Record<Reason['code'], ErrorKey>> = {
  held: 'terminalHeld',
  portTaken: 'tillPortTaken',
  virtual: 'terminalVirtual',
  unreachable: 'terminalUnreachable',
  closed: 'terminalUnreachable',
  lineLost: 'terminalSilent',
  silent: 'terminalSilent',
  garbled: 'terminalSilent',
  contradicted: 'terminalSilent',
  busy: 'terminalBusy',
  endOfDayRequired: 'endOfDayRequired',
  unsupported: 'terminalCannot',
  aborted: 'serviceFailed',
  refused: 'serviceFailed',
  declined: 'serviceFailed',
  cardError: 'serviceFailed',
  notHandedOver: 'serviceFailed',
  signatureRefused: 'serviceFailed',
  notWritten: 'storage',
};

/** `extra`: further members of the answer, for example the lines that the terminal printed. */
export function setupError(reason: Reason, extra: Record<string, unknown> = {}): BridgeError {
  const { code, resultCode, text } = reason;
  const key = (resultCode === undefined ? undefined : BY_RESULT[resultCode]) ?? BY_REASON[code];
  return new BridgeError(key, `terminal: ${text}`, {
    extra: { reason: { code, result_code: resultCode ?? null }, ...extra },
  });
}
