/** A payment at the upstream service: the row that remembers it, how it is read, and how it comes to its end. */
import { isDeepStrictEqual } from 'node:util';
import type { AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import type { UpstreamDeliveries, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import type { Json, UpstreamClient } from '../client.ts';
import { changedNothing, foreignAnswer, UpstreamError } from '../failures.ts';
import { askedAgain } from '../ownAnswer.ts';
import {
  answerOf,
  declined,
  instructionsIn,
  paymentAlone,
  paymentOfSale,
  type UpstreamPayment,
} from './paymentAnswer.ts';
import type { Wanted } from './paymentCalls.ts';

export interface AcquirerParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post' | 'command'>;
  readonly store: Pick<UpstreamDeliveries, 'object' | 'save' | 'awaited' | 'upstreamOf' | 'localOf'>;
  readonly holds: Pick<UpstreamHolds, 'ofSale' | 'release'>;
  world(): Pick<World, 'clock' | 'ledger' | 'payments'>;
  /** How long a list of the service may lag behind, ms. */
  readonly lag: number;
  isUp(): boolean;
  /** A call has failed: a line that does not answer is reported. */
  onFailure(error: unknown): Promise<void>;
}

/** The row of a request, written before it is sent. */
export interface PaymentRow {
  readonly key: string;
  /** Id there of the sale or the payment; null until it is known. */
  readonly upstream: string | null;
  readonly step: 'begun' | 'waiting' | 'capture' | 'back';
  readonly as: 'sale' | 'payment';
  /** On the draft that holds the card of the sale. */
  readonly isHeld: boolean;
  readonly wanted: Wanted;
  /** Finds a payment whose id never came back: `order_id`, and the amount in minor units. */
  readonly reference: string | null;
  readonly amount: number;
  /** Time of a search for it that found nothing, ms since 1970. */
  readonly missedAt: number | null;
  /** Before something was given back: what was left of it there, minor units; null where the whole sale is cancelled. */
  readonly left: number | null;
}

export const SALES = '/Smart/Transactions';
export const PAYMENTS = '/Payment/Transactions';
export const pathOf = ({ as, upstream }: Pick<PaymentRow, 'as' | 'upstream'>): string =>
  `${as === 'sale' ? SALES : PAYMENTS}/${encodeURIComponent(upstream ?? '')}`;

export function rowOf({ object }: Pick<UpstreamDeliveries, 'object'>, key: string | null | undefined) {
  const known = key ? object(`payment/${key}`) : null;
  if (!known) return null;
  const { upstream, step, facts } = known;
  return { ...(facts as unknown as PaymentRow), key: known.key, upstream, step: step as PaymentRow['step'] };
}

/** Stored before the request that concerns money: a lost answer is looked up by it. */
export function keep(
  { store, world }: AcquirerParts,
  { key }: Pick<AcquirerRequest, 'key'>,
  row: Omit<PaymentRow, 'key'>,
): Promise<void> {
  return world().ledger.write(() => saveRow(store, { ...row, key }));
}

function saveRow(store: Pick<UpstreamDeliveries, 'save'>, { key, upstream, step, ...facts }: PaymentRow): void {
  store.save({ object: `payment/${key}`, upstream, step, key, receiptNumber: null, facts: { ...facts } });
}

/** Throws `UpstreamError` where the answer is about another payment: nobody knows then what became of this one. */
export function upstreamPayment(row: Pick<PaymentRow, 'as' | 'upstream'>, shown: Json): UpstreamPayment {
  if (shown.id !== row.upstream) throw foreignAnswer();
  return row.as === 'sale' ? paymentOfSale(shown) : paymentAlone(shown);
}

/** The sale or payment there as it is now. */
export const readShown = (
  { client }: Pick<AcquirerParts, 'client'>,
  row: Pick<PaymentRow, 'as' | 'upstream'>,
): Promise<Json> =>
  askedAgain(async () => {
    const shown = await client.get(pathOf(row));
    if (shown.id !== row.upstream) throw foreignAnswer();
    return shown;
  });

export const readPayment = async (
  parts: Pick<AcquirerParts, 'client'>,
  row: Pick<PaymentRow, 'as' | 'upstream'>,
): Promise<UpstreamPayment> => upstreamPayment(row, await readShown(parts, row));

/** The answer for the payment there; money that is only held is taken where the request wants it. */
export async function settled(parts: AcquirerParts, row: PaymentRow, remote: UpstreamPayment): Promise<AcquirerAnswer> {
  const last = remote.condition === 'authorised' && row.wanted === 'money' ? await taken(parts, row, remote) : remote;
  if (last.condition === 'authorised' && row.wanted === 'money')
    return declined(`the upstream service has not taken the money (${last.status})`);
  const shown = last.condition === 'money' && row.as === 'payment' ? await instructed(parts, row, last) : last;
  await parts.world().ledger.write(() => followAnswer(parts, row, shown));
  return answerOf(shown, row.upstream ?? '');
}

async function taken(parts: AcquirerParts, row: PaymentRow, { due }: UpstreamPayment): Promise<UpstreamPayment> {
  const { client } = parts;
  try {
    const path = pathOf(row);
    const shown = row.as === 'sale' ? client.post(`${path}/start`) : client.post(`${path}/capture`, { amount: due });
    return upstreamPayment(row, await shown);
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'answered' && !error.isForeign)) throw error;
    // It may have been taken in between; what the service shows decides.
    return readPayment(parts, row);
  }
}

/** The account of the transfer, which the payment itself does not name. */
async function instructed(
  { client }: AcquirerParts,
  row: PaymentRow,
  remote: UpstreamPayment,
): Promise<UpstreamPayment> {
  const ask = () => client.post(`${pathOf(row)}/getPaymentInstructions`, { lang: 'de_DE' });
  try {
    const { payment_instructions } = await ask();
    // The account names no payment: a payer is told what the service says twice.
    const again = await ask();
    if (!isDeepStrictEqual(again.payment_instructions, payment_instructions)) throw foreignAnswer();
    return { ...remote, instructions: instructionsIn(payment_instructions) };
  } catch (error) {
    if (error instanceof UpstreamError) return remote;
    throw error;
  }
}

/** Inside a job: a transfer is awaited from now on, and the payment is found by its id there. */
function followAnswer({ store, world }: AcquirerParts, row: PaymentRow, remote: UpstreamPayment): void {
  const begun = rowOf(store, row.key);
  const waits = remote.condition === 'money';
  if (begun && begun.step !== 'capture' && begun.step !== 'back' && (begun.step === 'waiting') !== waits)
    saveRow(store, { ...begun, upstream: row.upstream, step: waits ? 'waiting' : 'begun' });
  const local = world().payments.operations.get(row.key)?.payment;
  if (local && remote.payment !== null && store.object(local) === null)
    store.save({
      ...{ object: local, upstream: remote.payment, step: 'payment', key: row.key },
      ...{ receiptNumber: null, facts: {} },
    });
}

/** Throws where nobody knows whether the service has carried it out: the operation stays open, and is looked up. */
export async function answering(parts: AcquirerParts, ask: () => Promise<AcquirerAnswer>): Promise<AcquirerAnswer> {
  try {
    return await ask();
  } catch (error) {
    await parts.onFailure(error);
    if (!(error instanceof UpstreamError) || !changedNothing(error)) throw error;
    return refusedBy(error);
  }
}

/** Nothing was moved. `undelivered`: nobody has decided anything about the payer. */
export function refusedBy(error: UpstreamError): AcquirerAnswer {
  const undelivered = error.kind === 'answered' ? {} : ({ undelivered: true } as const);
  return { ...declined(error.message), ...undelivered };
}

export const unreachable = (): UpstreamError =>
  new UpstreamError({
    kind: 'notSent',
    texts: { de: 'Der Dienst ist gerade nicht erreichbar.', en: 'The service cannot be reached now.' },
  });
