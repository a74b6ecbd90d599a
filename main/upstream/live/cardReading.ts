/**
 * Reads single cards at the upstream service while somebody waits at the till: a card that this shop does not know yet, and
 * whether a passcode is right. Neither takes longer than the budget, and without a line nobody is asked.
 */
import { isMaskedCard } from '../../../drivers/masking/cardMask.ts';
import type { Json } from '../../world/down.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { UpstreamDeliveries, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import type { UpstreamClient } from '../client.ts';
import { kindRows } from '../down/kinds.ts';
import { unusableFor } from '../down/unusable.ts';
import { type WritingParts, writeObjects } from '../down/writing.ts';
import { retryOf, UpstreamError } from '../failures.ts';
import { quoted } from '../objectRun.ts';
import { within } from './draftSale.ts';

export interface ReadingParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  readonly store: Pick<UpstreamDeliveries, 'upstreamOf'>;
  readonly holds: Pick<UpstreamHolds, 'wasRead'>;
  /** How objects of the service are written here; null where the shop has not been set up. */
  writing(): WritingParts | null;
  world(): Pick<World, 'clock' | 'ledger' | 'log' | 'loyalty'>;
  isUp(): boolean;
  onFailure(error: unknown): Promise<void>;
}

interface NamedIdent {
  readonly type: string;
  readonly value: string;
}

const LIST = '/Loyalty/MerchantCards';
/** Cards of one sale that are looked for; a customer presents one. */
const MOST = 5;

/** Cards that this shop does not know become its own copies of those of the service, with their balances. Never throws for the line. */
export async function meetCards(
  parts: ReadingParts,
  merchant: string,
  idents: readonly NamedIdent[],
  end: number,
): Promise<void> {
  const { isUp, writing, world } = parts;
  const { loyalty, log } = world();
  const named = idents.filter(({ type, value }) => type === 'card' && value !== '' && !isMaskedCard(value));
  const unknown = [...new Set(named.map(({ value }) => value))].filter(value => loyalty.card(merchant, value) === null);
  if (unknown.length === 0 || unknown.length > MOST || !isUp() || writing()?.merchant !== merchant) return;
  try {
    await within(end - performance.now(), Promise.all(unknown.map(value => meet(parts, merchant, value))));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log('warn', 'a card could not be read at the upstream service', { reason: error.message });
    await parts.onFailure(error);
  }
}

async function meet(parts: ReadingParts, merchant: string, value: string): Promise<void> {
  const { client, world, writing, holds } = parts;
  const { clock, ledger, log, loyalty } = world();
  const since = clock.now();
  const query = new URLSearchParams({ q: `card.cardnumber:${quoted(value)}`, count: '2' });
  const { data } = await client.get(`${LIST}?${query}`);
  // A service that does not find by this member may answer anything: only the very number counts.
  const there = (Array.isArray(data) ? (data as Json[]) : []).find(item => numberOf(item) === value);
  const row = kindRows.find(({ kind }) => kind === 'cards');
  const known = writing();
  if (!there || !row || !known || typeof there.id !== 'string') return;
  try {
    await ledger.write(() => {
      writeObjects(known, row, [there], since);
      const card = loyalty.card(merchant, value);
      if (card) holds.wasRead(card.merchantcard.id, clock.now());
    });
  } catch (error) {
    // The card stays unknown; the round that reads all cards names it.
    if (unusableFor(error) === null) throw error;
    log('warn', 'a card of the upstream service cannot be used', { reason: String(error) });
  }
}

const numberOf = ({ card }: Json): unknown =>
  typeof card === 'object' && card !== null ? (card as Json).cardnumber : undefined;

/** How long a passcode is kept for the hold of its card, ms; in memory only, because no passcode is stored. */
const KEPT = 30 * 60_000;
const MOST_KEPT = 1000;

export interface TypedPasscodes {
  /** Null where only the shop itself can say. Throws `passcodeBlocked` after too many wrong ones at the service. */
  proves(card: CardRecord, passcode: string, end: number): Promise<boolean | null>;
  /** The passcode that was typed for this card lately, for its hold. */
  of(merchantCard: string): string | null;
}

export function createTypedPasscodes(parts: ReadingParts): TypedPasscodes {
  const typed = new Map<string, { readonly passcode: string; readonly until: number }>();
  const keep = (card: string, passcode: string) => {
    typed.delete(card);
    typed.set(card, { passcode, until: performance.now() + KEPT });
    for (const [oldest, { until }] of typed)
      if (typed.size > MOST_KEPT || until < performance.now()) typed.delete(oldest);
      else break;
  };
  return {
    async proves(card, passcode, end) {
      const { id } = card.merchantcard;
      const answer = await asked(parts, card, passcode, end);
      if (answer === false) typed.delete(id);
      else keep(id, passcode);
      return answer;
    },
    of(card) {
      const known = typed.get(card);
      return known && known.until > performance.now() ? known.passcode : null;
    },
  };
}

/** Code of the specification for a card whose passcode was wrong too often. */
const BLOCKED = 75;

async function asked(
  parts: ReadingParts,
  { merchantcard }: CardRecord,
  passcode: string,
  end: number,
): Promise<boolean | null> {
  const { client, store, isUp, onFailure } = parts;
  if (!isUp()) return null;
  const path = `${LIST}/${encodeURIComponent(store.upstreamOf(merchantcard.id) ?? 'me')}/checkPasscode`;
  // Existing services take a number; leading zeros would be lost in it.
  const pin = /^[1-9]\d*$/.test(passcode) ? Number(passcode) : passcode;
  try {
    const body = { cardnumber: merchantcard.card.cardnumber, pin };
    const ask = async () => (await within(end - performance.now(), client.post(path, body))).result;
    const result = await ask();
    // The answer names no card: that a passcode is right counts when it is said twice. Asking again about a right one counts nothing.
    const isRight = result === true && (await ask()) === true;
    return typeof result === 'boolean' ? isRight : null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.code === BLOCKED)
      throw new BridgeError('passcodeBlocked', `the upstream service: ${error.message}`, retryOf(error));
    await onFailure(error);
    return null;
  }
}
