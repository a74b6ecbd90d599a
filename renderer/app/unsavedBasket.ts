/**
 * A basket that the bridge has not got yet outlives a reload and a crash of its page: it is kept in the browser until it is saved. It is a
 * log of changes, so that a scan writes its own line and not two hundred others. Each change is one write, which is there or is not, and
 * the name of the basket holds that of its log: without it, nothing is kept.
 * Loaded after the first screen; what was scanned before that is kept then.
 */

import type { BridgeClient } from '../bridge/client.ts';
import { isStatus } from '../bridge/errors.ts';
import type { BasketStore } from '../stores/basket.ts';
import { contentOf, contentOfSale } from '../stores/basketFromSale.ts';
import type { BasketState } from '../stores/basketState.ts';
import { type BasketSync, EDITABLE, type UnsavedSale, unsavedName } from '../stores/basketSync.ts';
import type { Line } from '../stores/lines.ts';
import type { NoticesStore } from '../stores/notices.ts';
import { isClosed } from '../stores/saleState.ts';
import type { TillStore } from '../stores/till.ts';
import { later } from './timers.ts';

/** Contents of the sale are marks of them. */
interface KeptBasket
  extends Pick<BasketState, 'lines' | 'card' | 'extras' | 'payWithCard' | 'age'>,
    Pick<UnsavedSale, 'id' | 'creation' | 'written' | 'sent'> {}

/** The difference to the basket before; of its lines how many there are, and those that came or changed, with their places. */
interface Change extends Partial<Omit<KeptBasket, 'lines'>> {
  readonly count: number;
  readonly lines: readonly (readonly [number, Line])[];
}

type KeptIn = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface KeepingParts {
  readonly basket: Pick<BasketStore, 'getState' | 'subscribe'>;
  readonly sync: Pick<BasketSync, 'unsaved'>;
  readonly till: Pick<TillStore, 'getState'>;
}

/** Keeps every change until it is saved. Returns a function that stops it. */
export function keepUnsaved({ basket, sync, till }: KeepingParts, storage: KeptIn) {
  const log = createLog(storage);
  const keep = () => {
    const sale = sync.unsaved();
    const name = unsavedName(till);
    if (sale === null) return log.end(name);
    const { lines, card, extras, payWithCard, age } = basket.getState();
    const { id, creation } = sale;
    const marks = { written: markOf(sale.written), sent: markOf(sale.sent) };
    log.add(name, { id, creation, ...marks, lines, card, extras, payWithCard, age });
  };
  if (sync.unsaved()) keep();
  return basket.subscribe((state, before) => {
    // In a task of its own, so that the screen shows the scan first; the save has begun by then.
    if (state.rev !== before.rev || isSaved(state, before)) later(keep, 0);
  });
}

const isSaved = (state: BasketState, before: BasketState): boolean =>
  state.sync.state === 'saved' && before.sync.state !== 'saved';

/** A log that nobody reads any more is gone after this time, ms: until then the next scan goes on with it. */
const REST = 5000;

/** Changes of a log; then it begins anew with the whole basket. */
const MOST = 500;

function createLog(storage: KeptIn) {
  let own = { name: '', log: '', size: 0 };
  let last: KeptBasket | null = null;
  let stopRest = () => {};
  /** Another window of this till may have begun a log of its own, or taken away this one, whose basket was saved. */
  const goesOn = (name: string, log: string | null) =>
    name === own.name &&
    own.size < MOST &&
    (log === own.log || (log === null && storage.getItem(changeName(name, own.log, 0)) !== null));
  return {
    add(name: string, kept: KeptBasket): void {
      stopRest();
      const log = storage.getItem(name);
      if (!goesOn(name, log)) {
        own = { name, log: crypto.getRandomValues(new Uint32Array(2)).join('-'), size: 0 };
        last = null;
      }
      storage.setItem(changeName(name, own.log, own.size), JSON.stringify(changeOf(last, kept)));
      own.size += 1;
      last = kept;
      if (log !== own.log) storage.setItem(name, own.log);
    },
    /** The bridge has everything. */
    end(name: string): void {
      if (storage.getItem(name) !== own.log) return;
      storage.removeItem(name);
      stopRest = later(() => dropOthers(storage, name), REST);
    },
  };
}

const changeName = (name: string, log: string, at: number): string => `${name}.${log}.${at}`;

function changeOf(before: KeptBasket | null, { lines, ...now }: KeptBasket): Change {
  const changed = Object.entries(now).filter(([name, value]) => value !== before?.[name as keyof KeptBasket]);
  const places = lines.map((line, at) => [at, line] as const).filter(([at, line]) => line !== before?.lines[at]);
  return { ...Object.fromEntries(changed), count: lines.length, lines: places };
}

/** The basket of a log; null where there is none. */
function keptIn(storage: KeptIn, name: string, log: string): KeptBasket | null {
  let kept: KeptBasket | null = null;
  for (let at = 0; ; at += 1) {
    const text = storage.getItem(changeName(name, log, at));
    if (text === null) return kept;
    const { count, lines: places, ...changed }: Change = JSON.parse(text);
    const lines: Line[] = kept?.lines.slice(0, count) ?? [];
    for (const [place, line] of places) lines[place] = line;
    kept = { ...(kept as KeptBasket), ...changed, lines };
  }
}

/** Removes the changes of every log that the name of the basket does not hold. */
function dropOthers(storage: KeptIn, name: string): void {
  const own = changeName(name, storage.getItem(name) ?? '', 0).slice(0, -1);
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const each of names) if (each.startsWith(`${name}.`) && !each.startsWith(own)) storage.removeItem(each);
}

/** A short text that is equal for equal contents; of a mark, itself. A content is a list and begins as one. */
function markOf(content: string | null): string | null {
  if (!content?.startsWith('[')) return content;
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  return `${low}.${high}.${content.length}`;
}

interface ResumingParts {
  readonly client: Pick<BridgeClient, 'sale'>;
  readonly basket: Pick<BasketStore, 'getState' | 'resume' | 'subscribe'>;
  readonly sync: Pick<BasketSync, 'resume'>;
  readonly till: Pick<TillStore, 'getState'>;
  readonly notices: Pick<NoticesStore, 'show'>;
  readonly storage: KeptIn;
}

/** Goes on with the basket that the page before kept, or says that it counts no more, because another window was faster. */
export async function resumeUnsaved(
  log: string,
  { client, basket, sync, till, notices, storage }: ResumingParts,
): Promise<void> {
  const name = unsavedName(till);
  // A scan meanwhile may have been kept in its place.
  const forget = () => {
    if (storage.getItem(name) === log) storage.removeItem(name);
    dropOthers(storage, name);
  };
  const kept = keptIn(storage, name, log);
  if (!kept) return forget();
  const shown = till.getState().sale;
  const open = shown && !isClosed(shown) && shown.status !== 'cancelled' ? shown : null;
  if (open && contentOfSale(open) === contentOf(kept)) return forget();
  // The page before may have had no time to put its sale on the till.
  const own = open ?? (kept.id === null ? null : await saleOf(client, kept.id));
  const written = own && contentOfSale(own);
  const isOther =
    own !== null &&
    (own.id !== kept.id ||
      !EDITABLE.has(own.status) ||
      ![kept.written, kept.sent].map(markOf).includes(markOf(written)));
  if (isOther || (open === null && basket.getState().lines.length > 0)) {
    // It is said once, not at every reload.
    forget();
    return notices.show('warn', ({ t }) => t('basket.changedElsewhere'));
  }
  const { id, creation, sent, ...content } = kept;
  sync.resume({ id, creation, written, sent }, open?.id ?? null);
  basket.resume(content);
  // It may be saved before this page keeps baskets of its own.
  const stop = basket.subscribe((state, before) => {
    if (!isSaved(state, before)) return;
    forget();
    stop();
  });
}

/** Null where the bridge knows it no more: the basket becomes a sale of its own. */
const saleOf = (client: Pick<BridgeClient, 'sale'>, id: string) =>
  client.sale(id).catch(error => {
    if (isStatus(error, 404)) return null;
    throw error;
  });
