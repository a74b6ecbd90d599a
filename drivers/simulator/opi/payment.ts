/** The steps of a card transaction at the virtual O.P.I. terminal, in the order of the customer. */
import { find, textOf } from '../../opi/codec/element.ts';
import { type Head, timeStamp } from '../../opi/codec/messages.ts';
import type { Result } from '../../opi/exchange/overallResults.ts';
import {
  type CardTransactionResult,
  confirmationRequest,
  displayRequest,
  printRequest,
  type TerminalIdentity,
} from './answers.ts';
import type { Behaviour } from './behaviours.ts';
import type { Booking, Memory } from './memory.ts';
import { bookingSlip } from './slips.ts';
import { isSuccess, type TillSide } from './tillSide.ts';

export interface PaymentParts {
  readonly head: Head;
  readonly kind: Booking['kind'];
  readonly amount: number;
  /** Receipt number of the payment that a reversal undoes. */
  readonly reverses?: number | undefined;
  readonly behaviour: Behaviour;
  readonly memory: Memory;
  readonly till: TillSide;
  readonly identity: TerminalIdentity;
  /** Milliseconds that the customer takes. */
  readonly pace: number;
  /** Milliseconds until the terminal stops waiting for a customer. */
  readonly customerTimeout: number;
  readonly aborting: AbortSignal;
  /** Called when the host is asked: from now on an abort comes too late. */
  onHost(): void;
}

interface Failure {
  readonly result: Result;
  readonly code: number;
  readonly text: string;
}

const SIGNATURE_SECONDS = 60;

/** Runs to the end, with or without a till that listens. */
export async function takeMoney(parts: PaymentParts): Promise<CardTransactionResult> {
  const { memory, kind } = parts;
  const { receipts, success, less } = parts.behaviour;
  const amount = kind === 'payment' ? Math.max(0, parts.amount - less) : parts.amount;
  const numbers = memory.nextNumbers(receipts === 'long');
  const failure = (kind === 'reversal' ? undefined : await waitForCustomer(parts)) ?? (await askHost(parts));
  if (failure) return failed(parts, numbers, failure);
  const booking = newBooking({ ...parts, amount }, numbers);
  memory.book(booking);
  const refused = (await print(parts, booking, 'merchant')) ?? (await checkSignature(parts, booking));
  if (refused) memory.unbook(booking);
  if (refused) return failed(parts, numbers, refused);
  if (parts.reverses !== undefined) memory.reverse(parts.reverses);
  await print(parts, booking, 'customer');
  const named = receipts === 'none' ? { stan: numbers.stan } : numbers;
  return { result: success === 'part' ? 'PartialFailure' : 'Success', amount, ...named, booking };
}

type Numbers = ReturnType<Memory['nextNumbers']>;

async function waitForCustomer({ head, behaviour, till, pace, customerTimeout, aborting }: PaymentParts) {
  await till.ask(displayRequest(head, ['Karte vorhalten', 'oder einstecken']));
  const comes = behaviour.customer !== 'nobody';
  await pause(comes ? pace : customerTimeout, aborting);
  if (aborting.aborted) return ABORTED_BY_TILL;
  return comes ? FAILURES[behaviour.customer] : NOBODY_CAME;
}

async function askHost({ head, behaviour, till, onHost }: PaymentParts): Promise<Failure | undefined> {
  onHost();
  await till.ask(displayRequest(head, ['Vorgang wird', 'bearbeitet']));
  await pause(behaviour.host.delay);
  return behaviour.host.approves ? undefined : DECLINED;
}

function newBooking({ kind, amount, behaviour }: PaymentParts, numbers: Numbers): Booking {
  const bySignature = behaviour.check !== 'none';
  // The customer signs payments only.
  const signed = bySignature && kind === 'payment';
  const card = bySignature ? { circuit: 'Mastercard', lastFour: '0028' } : { circuit: 'girocard', lastFour: '0010' };
  const approvalCode = String((numbers.stan * 7919) % 1_000_000).padStart(6, '0');
  return { kind, amount, ...numbers, ...card, approvalCode, at: `${timeStamp()}-00:00`, signed };
}

/** Fails when the till says that it cannot print; a till that cannot be reached is no reason to fail. */
async function print({ head, till, identity }: PaymentParts, booking: Booking, copy: 'merchant' | 'customer') {
  const printer = copy === 'merchant' ? 'Printer' : 'PrinterReceipt';
  const answer = await till.ask(printRequest(head, printer, bookingSlip(booking, copy, identity)));
  return answer === undefined || isSuccess(answer) ? undefined : PRINTER;
}

async function checkSignature(
  { head, till, behaviour }: PaymentParts,
  { signed }: Booking,
): Promise<Failure | undefined> {
  if (!signed || behaviour.check === 'slip') return undefined;
  const asked = confirmationRequest(head, ['Unterschrift', 'in Ordnung?'], SIGNATURE_SECONDS);
  const answer = await till.ask(asked, (SIGNATURE_SECONDS + 10) * 1000);
  const said = textOf(find(answer, 'Input', 'InputValue'), 'InBoolean');
  return said === 'true' || said === '1' ? undefined : SIGNATURE;
}

async function failed(
  { head, till, amount }: PaymentParts,
  numbers: Numbers,
  failure: Failure,
): Promise<CardTransactionResult> {
  await till.ask(displayRequest(head, [failure.text]));
  return { result: failure.result, amount, ...numbers, failure };
}

const DECLINED: Failure = { result: 'Failure', code: 5, text: 'Zahlung abgelehnt' };
const PRINTER: Failure = { result: 'Failure', code: 12, text: 'Drucker der Kasse nicht bereit' };
const SIGNATURE: Failure = { result: 'Failure', code: 13, text: 'Unterschrift nicht bestätigt' };
const NOBODY_CAME: Failure = { result: 'TimedOut', code: 11, text: 'Zeit abgelaufen' };
const ABORTED_BY_TILL: Failure = { result: 'Aborted', code: 10, text: 'Abbruch durch Kasse' };

const FAILURES: Readonly<Record<'pays' | 'stops' | 'unreadable', Failure | undefined>> = {
  pays: undefined,
  stops: { result: 'Aborted', code: 9, text: 'Abbruch durch Kunde' },
  unreadable: { result: 'Failure', code: 7, text: 'Karte nicht lesbar' },
};

function pause(ms: number, until?: AbortSignal): Promise<void> {
  if (ms === 0 || until?.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  until?.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
