/**
 * Takes money off a card without goods at the upstream service first, while the line is up: its draft there is started before
 * the till books, so that two tills never pay the same balance out. Where the till then books nothing, or nobody knows what
 * became of the start, the draft is cancelled, which gives the money back to the card.
 */
import type { DischargeQuestion, DischargeTerms } from '../../world/cardAuthority.ts';
import { newKey } from '../../world/ids.ts';
import { upstreamSale } from '../answers.ts';
import type { Json, UpstreamClient } from '../client.ts';
import { UpstreamError } from '../failures.ts';
import { storedAs } from '../objectRun.ts';
import { askedAgain, isOwn, type OwnSale, ownSale } from '../ownAnswer.ts';
import { isDone, NEW, type UpstreamSale } from '../replay.ts';
import { cardMovementCalls } from '../translation/cards.ts';
import { draftOf } from '../translation/sale.ts';
import { type AuthorityParts, adopt, refusalOf } from './cardBalances.ts';
import { bookedOn, createOwn, salePath, unusable, within } from './draftSale.ts';

interface TakenThere {
  readonly upstream: string;
  readonly receiptNumber: number | null;
}

/** `isReleased`: the service has not answered, so that the offline policy counts. */
export type DischargeThere = DischargeTerms & { readonly isReleased?: true };

/** Throws `BridgeError` where the service refuses. */
export async function takeOffThere(
  parts: AuthorityParts,
  asked: DischargeQuestion,
  limit: number,
): Promise<DischargeThere> {
  const { holds, store, passcodes } = parts;
  const { ledger, log } = parts.world();
  const id = newKey();
  const sale = asked.sale?.id ?? `card/${id}`;
  const passcode = passcodes.of(asked.card.merchantcard.id);
  const draft = draftFor(asked, id, passcode);
  await ledger.write(() => holds.begin(id, sale, draft.own.reference));
  const progress: Progress = { upstream: null, isOver: false, before: null };
  const giveUp = async () => {
    progress.isOver = true;
    await ledger.write(() => holds.release(id, progress.upstream));
  };
  try {
    const taken = await within(limit, start(parts.client, { ...draft, id }, progress));
    return {
      adopt: () => adopt(parts, asked, progress.before),
      keep(object) {
        const { upstream, receiptNumber } = taken;
        store.save(storedAs(object, id, { ...NEW, step: 'closed', upstream, receiptNumber }));
        holds.end(id);
      },
      giveUp,
    };
  } catch (error) {
    await giveUp();
    const refusal = refusalOf(error);
    // The till learns how much there is, so that the next attempt asks for no more.
    if (refusal && progress.before) await ledger.write(() => adopt(parts, asked, progress.before));
    if (refusal) throw refusal;
    if (!(error instanceof UpstreamError)) throw error;
    log('warn', 'the upstream service did not take money off a card', { reason: error.message });
    await parts.onFailure(error);
    return { ...released(holds, id), adopt: () => undefined, giveUp: async () => undefined };
  }
}

/** The record of what is booked now waits until the draft is cancelled. */
const released = (holds: AuthorityParts['holds'], id: string): Pick<DischargeTerms, 'keep'> & { isReleased: true } => ({
  isReleased: true,
  keep: object => holds.assign(id, object),
});

interface Progress {
  upstream: string | null;
  isOver: boolean;
  /** Balances there before the discharge. */
  before: ReturnType<typeof bookedOn>;
}

async function start(
  client: Pick<UpstreamClient, 'get' | 'post'>,
  { create, sum, id, own }: DischargeDraft & { readonly id: string },
  progress: Progress,
): Promise<TakenThere> {
  const { created, upstream, sum: remote } = await createOwn(client, create, { ...own, key: `${id}.hold` });
  progress.upstream = upstream;
  progress.before = bookedOn(created);
  if (remote !== null && remote !== sum) throw unusable(`it holds ${remote} for a discharge of ${sum}`);
  if (progress.isOver) throw unusable('the answer came too late');
  const path = salePath(upstream);
  const started = await startedOnce(client, path, { ...own, upstream });
  if (!isDone(started)) throw unusable(`the discharge is ${started.status}`);
  return { upstream, receiptNumber: started.receiptNumber };
}

/** It is started once; what a foreign answer leaves open, the sale itself says. */
async function startedOnce(
  client: Pick<UpstreamClient, 'get' | 'post'>,
  path: string,
  own: OwnSale,
): Promise<UpstreamSale> {
  const started = await client.post(`${path}/start/loyalty`);
  const remote = upstreamSale(started);
  if (isOwn(started, remote, own)) return remote;
  return askedAgain(async () => ownSale(await client.get(path), own));
}

interface DischargeDraft {
  readonly create: object;
  readonly sum: number;
  readonly own: Omit<OwnSale, 'upstream'>;
}

function draftFor(
  { sale, card, amount, currency }: DischargeQuestion,
  id: string,
  passcode: string | null,
): DischargeDraft {
  if (sale) {
    const { create, sumCreated, transactionRef: reference } = draftOf(sale.document, id, passcode);
    return { create, sum: sumCreated, own: { marker: sale.id, draft: id, reference } };
  }
  const { cardnumber } = card.merchantcard.card;
  const calls = cardMovementCalls({ kind: 'discharge', id, cardnumber, amount, currency });
  const idents = [{ type: 'card', value: cardnumber, ...(passcode === null ? {} : { passcode }) }];
  const create: Json = { ...calls.create, product: `${id}/hold.${id}`, idents };
  return { create, sum: amount, own: { marker: id, draft: id, reference: id } };
}
