/** Messages of the virtual O.P.I. terminal: answers on channel 0, requests on channel 1. */
import { writeAmount } from '../../opi/codec/amounts.ts';
import { type Element, element } from '../../opi/codec/element.ts';
import { type Head, message, timeStamp } from '../../opi/codec/messages.ts';
import type { Result } from '../../opi/exchange/overallResults.ts';
import { VIRTUAL_MARK } from '../../virtualTerminal.ts';
import type { Behaviour } from './behaviours.ts';
import type { Booking, CircuitTotal } from './memory.ts';

export interface TerminalIdentity {
  readonly terminalId: string;
  readonly currency: string;
}

/** The result of a card transaction. */
export interface CardTransactionResult {
  readonly result: Result;
  readonly amount: number;
  /** Left out where the terminal names its payments by the STAN alone. */
  readonly receiptNumber?: number;
  readonly stan: number;
  /** Error number and text of a failure. */
  readonly failure?: { readonly code: number; readonly text: string } | undefined;
  readonly booking?: Booking | undefined;
}

export function cardAnswer(
  head: Head,
  transaction: CardTransactionResult,
  { terminalId, currency }: TerminalIdentity,
): Element {
  const { result, amount, receiptNumber, stan, failure, booking } = transaction;
  const authorisation = element('Authorisation', {
    AuthorisationType: 'Online',
    Merchant: 'VU-804011926',
    ...(receiptNumber === undefined ? {} : { ReceiptNumber: String(receiptNumber) }),
    TimeStamp: booking?.at ?? `${timeStamp()}-00:00`,
    ActionCode: failure ? String(failure.code) : '0',
    ...(booking && {
      ApprovalCode: booking.approvalCode,
      CardPAN: `************${booking.lastFour}`,
      CardCircuit: booking.circuit,
      AcquirerID: '1',
    }),
  });
  return message(
    'CardServiceResponse',
    head,
    [
      element('Terminal', { TerminalID: terminalId, STAN: String(stan).padStart(6, '0'), TerminalBatch: '1' }),
      element('Tender', {}, [
        element('TotalAmount', { Currency: currency }, writeAmount(amount, currency)),
        authorisation,
      ]),
      element('PrivateData', {}, [
        booking && element('CardVerificationMethod', {}, booking.signed ? 'Signature' : 'NoCVM'),
        failure && element('ErrorCode', {}, String(failure.code)),
        failure && element('ErrorText', {}, failure.text),
      ]),
    ],
    result,
  );
}

/** The last answer once more, under the head of the new request; empty without a last answer. */
export function repeatedAnswer(head: Head, last: Element | undefined): Element {
  const { RequestType, RequestID, WorkstationID, OverallResult } = last?.attributes ?? {};
  const original = element('OriginalHeader', { RequestType, RequestID, WorkstationID, OverallResult });
  return message('CardServiceResponse', head, last ? [original, ...last.children] : [], 'Success');
}

/** An answer without data. */
export function bareAnswer(name: string, head: Head, result: Result, terminalId?: string): Element {
  return message(
    name,
    head,
    [terminalId === undefined ? undefined : element('Terminal', { TerminalID: terminalId, Model: VIRTUAL_MARK })],
    result,
  );
}

export function totalsAnswer(
  head: Head,
  totals: readonly CircuitTotal[],
  { terminalId, currency }: TerminalIdentity,
  reported: Behaviour['totals'],
): Element {
  const rows = totals.map(({ circuit, type, count, amount }) =>
    element(
      'TotalAmount',
      { NumberPayments: String(count), PaymentType: type, Currency: currency, CardCircuit: circuit },
      writeAmount(amount, currency),
    ),
  );
  const odd = ODD_ROWS[reported];
  const sums = reported === 'missing' ? undefined : element('Reconciliation', {}, [...rows, odd]);
  const parts = [element('Terminal', { TerminalID: terminalId }), sums];
  return message('ServiceResponse', head, parts, 'Success');
}

const ODD_ROWS: Partial<Record<Behaviour['totals'], Element>> = {
  foreignRow: element('TotalAmount', { NumberPayments: '1', PaymentType: 'Debit', Currency: 'CHF' }, '19.00'),
  negativeRow: element('TotalAmount', { NumberPayments: '1', PaymentType: 'Debit' }, '-19.00'),
};

export type Printer = 'Printer' | 'PrinterReceipt';

export function displayRequest(head: Head, lines: readonly string[]): Element {
  return message('DeviceRequest', { ...head, requestType: 'Output' }, [output('CashierDisplay', lines)]);
}

export function printRequest(head: Head, printer: Printer, lines: readonly string[]): Element {
  return message('DeviceRequest', { ...head, requestType: 'Output' }, [output(printer, lines)]);
}

/** Asks the cashier for yes or no. */
export function confirmationRequest(head: Head, lines: readonly string[], seconds: number): Element {
  const command = element('Command', { TimeOut: String(seconds) }, 'GetConfirmation');
  return message('DeviceRequest', { ...head, requestType: 'Input' }, [
    output('CashierDisplay', lines),
    element('Input', { InDeviceTarget: 'CashierKeyboard' }, [command]),
  ]);
}

function output(target: string, lines: readonly string[]): Element {
  const texts = lines.map((line, row) => element('TextLine', { Row: String(row), Column: '0' }, line));
  return element('Output', { OutDeviceTarget: target }, texts);
}
