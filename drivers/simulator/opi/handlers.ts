/** The requests of the virtual O.P.I. terminal, one row each. */

import { readAmount } from '../../opi/codec/amounts.ts';
import { attributeOf, type Element, element, find, textOf } from '../../opi/codec/element.ts';
import { answerName, type Head } from '../../opi/codec/messages.ts';
import type { Channel } from '../../opi/framing/channel.ts';
import type { Trace } from '../../trace.ts';
import type { TcpAddress } from '../../transport/tcp.ts';
import {
  bareAnswer,
  cardAnswer,
  printRequest,
  repeatedAnswer,
  type TerminalIdentity,
  totalsAnswer,
} from './answers.ts';
import type { Behaviour } from './behaviours.ts';
import { type Booking, type Memory, totalsOf } from './memory.ts';
import { takeMoney } from './payment.ts';
import { totalsSlip } from './slips.ts';
import type { TillSide } from './tillSide.ts';

export interface VirtualOpiSettings extends TerminalIdentity {
  readonly behaviour: string;
  /** Where channel 1 of the till listens. */
  readonly till: TcpAddress;
  /** Amounts with certain last digits bend the behaviour `approve`. */
  readonly amountRules: boolean;
  /** Milliseconds until the customer presents the card, milliseconds of a slow host, and of the wait for a customer. */
  readonly pace: number;
  readonly slow: number;
  readonly customerTimeout: number;
  /** The terminal refuses requests of a till that never logged in. */
  readonly needsLogin: boolean;
  readonly trace?: Trace | undefined;
}

/** The request that is being carried out. */
export interface RunningRequest {
  readonly requestId: string;
  readonly aborting: AbortController;
  atHost: boolean;
}

export interface Work {
  readonly request: Element;
  readonly head: Head;
  readonly channel: Channel;
  readonly till: TillSide;
  readonly running: RunningRequest;
  readonly memory: Memory;
  readonly settings: VirtualOpiSettings;
  /** WorkstationIDs that are logged in. */
  readonly tills: Set<string>;
  behaviourFor(amount: number): Behaviour;
}

type Handler = (work: Work) => void | Promise<void>;

/** By RequestType. */
export const handlers: Readonly<Record<string, Handler>> = {
  Login(work) {
    work.tills.add(work.head.workstation);
    answerBare(work);
  },
  Logoff(work) {
    work.tills.delete(work.head.workstation);
    answerBare(work);
  },
  Diagnosis: answerBare,
  SendOfflineTransactions: answerBare,
  Reconciliation: work => reconcile(work, false),
  ReconciliationWithClosure: work => reconcile(work, true),
  RepeatLastMessage: ({ head, channel, memory }) => void channel.send(repeatedAnswer(head, memory.lastAnswer)),
  CardPayment: work => card(work, 'payment'),
  PaymentRefund: work => card(work, 'refund'),
  PaymentReversal: reverse,
};

function answerBare({ request, head, channel, settings }: Work): void {
  channel.send(bareAnswer(answerName(request.name), head, 'Success', settings.terminalId));
}

async function reconcile(work: Work, closes: boolean): Promise<void> {
  const { head, channel, memory, settings, till } = work;
  const behaviour = work.behaviourFor(0);
  const totals = totalsOf(memory);
  await till.ask(printRequest(head, 'Printer', totalsSlip(totals, closes, settings)));
  if (closes) memory.closeDay();
  const answer = totalsAnswer(head, totals, settings, behaviour.totals);
  if (closes) sendAnswer(answer, behaviour, channel);
  else channel.send(answer);
}

async function card(work: Work, kind: 'payment' | 'refund'): Promise<void> {
  const { request, channel, head, settings } = work;
  const total = find(request, 'TotalAmount');
  const amount = readAmount(textOf(total), settings.currency);
  const fits = amount !== undefined && attributeOf(total, 'Currency') === settings.currency;
  if (!fits) return void channel.send(bareAnswer('CardServiceResponse', head, 'ValidationError'));
  await carryOut(work, kind, amount);
}

/** Reverses a payment of this day that was not reversed yet; a STAN and an amount in the request must be right. */
async function reverse(work: Work): Promise<void> {
  const { request, channel, head, memory, settings } = work;
  const receipt = textOf(request, 'PrivateData', 'ReversalReceiptNo');
  const stan = attributeOf(find(request, 'OriginalTransaction'), 'STAN');
  const amount = readAmount(textOf(request, 'TotalAmount'), settings.currency);
  const isMeant = (booking: Booking) =>
    (receipt === undefined ? stan !== undefined : Number(receipt) === booking.receiptNumber) &&
    booking.kind === 'payment' &&
    !memory.reversed.has(booking.receiptNumber) &&
    (stan === undefined || Number(stan) === booking.stan) &&
    (amount === undefined || amount === booking.amount);
  const paid = memory.bookings.find(isMeant);
  if (paid) return carryOut(work, 'reversal', paid.amount, paid.receiptNumber);
  const missing = element('PrivateData', {}, [element('ErrorText', {}, 'Beleg nicht gefunden')]);
  const answer = bareAnswer('CardServiceResponse', head, 'Failure');
  channel.send({ ...answer, children: [missing] });
}

async function carryOut(work: Work, kind: Booking['kind'], amount: number, reverses?: number): Promise<void> {
  const { head, channel, till, running, memory, settings } = work;
  const behaviour = work.behaviourFor(amount);
  if (behaviour.line === 'cutAfterRequest') channel.close();
  if (behaviour.forgets) return;
  const { pace, customerTimeout } = settings;
  const { signal } = running.aborting;
  const onHost = () => {
    running.atHost = true;
  };
  const parts = { head, kind, amount, reverses, behaviour, memory, till, identity: settings, pace, customerTimeout };
  const transaction = await takeMoney({ ...parts, aborting: signal, onHost });
  const answer = cardAnswer(head, transaction, settings);
  memory.lastAnswer = answer;
  sendAnswer(answer, behaviour, channel);
}

function sendAnswer(answer: Element, { line }: Behaviour, channel: Channel): void {
  if (line === 'cutBeforeResult') channel.close();
  else if (line === 'garbles') channel.send({ ...answer, name: `${answer.name} and` });
  else if (line !== 'silent') channel.send(answer);
}
