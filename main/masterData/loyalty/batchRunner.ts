/**
 * Makes the cards and vouchers of batches, a few in each commit, so that no sale waits for them. How far a batch has come stands in
 * the same commit: after a crash it goes on where it was.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { beginOfDay } from '../../domain/storeHour.ts';
import type { BatchInner } from '../../store/loyaltyManagement.ts';
import type { Batch, CardRange, ManyVouchers, NewVoucher } from '../../wire/loyaltyManagement.ts';
import { timestamp } from '../../world/clock.ts';
import { audited, type Change } from '../masterData.ts';
import { readShop } from '../shop.ts';
import { endBatch, numberOf } from './batches.ts';
import type { FileCard } from './cardFile.ts';
import { addCard } from './cards.ts';
import { changesOfRange, defaultsOf, setCardLock } from './managedCards.ts';
import type { LoyaltyParts } from './parts.ts';
import type { FileVoucher } from './voucherFile.ts';
import { freeCode, insertVoucher } from './vouchers.ts';

/** Cards in one commit: it lasts a few milliseconds. */
const PART = 25;

export interface BatchRunner {
  /** Looks for batches to make, unless it is at work. */
  wake(): void;
  /** Ends the part at hand. */
  stop(): Promise<void>;
}

export function createBatchRunner(parts: LoyaltyParts): BatchRunner {
  let work: Promise<void> | null = null;
  let isStopped = false;
  let isWoken = false;

  async function run(): Promise<void> {
    do {
      isWoken = false;
      for (const { merchant, id } of parts.tables.runningBatches())
        while (!isStopped && (await parts.world.ledger.write(() => makePart(parts, merchant, id)))) await turn();
    } while (isWoken && !isStopped);
  }

  return {
    wake() {
      isWoken = true;
      if (isStopped || work) return;
      work = run()
        .catch(error => parts.world.log('error', 'a batch of cards stopped', { error: String(error) }))
        .finally(() => {
          work = null;
        });
    },
    async stop() {
      isStopped = true;
      await work;
    },
  };
}

/** Inside a job: the next part of a batch. False where nothing is left. */
function makePart(parts: LoyaltyParts, merchant: string, id: string): boolean {
  const found = parts.tables.batches.find(merchant, id);
  if (found?.document.state !== 'running') return false;
  const { document: batch, inner } = found;
  const change: Change = { merchant, actor: inner.actor };
  const made = makers[inner.order.kind](parts, change, batch, inner);
  if (made.isLast) endBatch(parts, merchant, made.batch, 'done');
  else parts.tables.batches.save(merchant, made.batch, made.inner);
  return !made.isLast;
}

interface Made {
  readonly batch: Batch;
  readonly inner: BatchInner;
  readonly isLast: boolean;
}

type Make = (parts: LoyaltyParts, change: Change, batch: Batch, inner: BatchInner) => Made;

const makers: Readonly<Record<BatchInner['order']['kind'], Make>> = {
  cardRange(parts, change, batch, inner) {
    if (inner.order.kind !== 'cardRange') throw new Error('another order');
    const { range, next } = inner.order;
    const end = Math.min(next + PART, (range.first ?? 1) + range.count);
    const numbers = makeRange(parts, change, range, next, end);
    const skipped = end - next - numbers.length;
    const document = { ...batch, done: batch.done + numbers.length, unchanged: batch.unchanged + skipped };
    const isLast = end >= (range.first ?? 1) + range.count;
    return { batch: document, inner: { ...inner, order: { ...inner.order, next: end } }, isLast };
  },
  cardFile(parts, change, batch, inner) {
    if (inner.order.kind !== 'cardFile') throw new Error('another order');
    const { order } = inner;
    const { merchant } = change;
    const lines = parts.tables.lines<FileCard>(batch.id, order.next, PART);
    let unchanged = batch.unchanged;
    const made: string[] = [];
    for (const { content } of lines) {
      if (parts.tables.hasCardNumber(merchant, content.number)) {
        unchanged += 1;
        continue;
      }
      addListed(parts, change, content);
      made.push(content.number);
    }
    noteCards(parts, change, made, { batch: batch.id });
    const keys = lines.map(({ content }) => content.number);
    return madeLines(batch, inner, order, { lines, keys, made: made.length, unchanged });
  },
  voucherFile(parts, change, batch, inner) {
    if (inner.order.kind !== 'voucherFile') throw new Error('another order');
    const { order } = inner;
    const { merchant } = change;
    const lines = parts.tables.lines<FileVoucher>(batch.id, order.next, PART);
    const fresh = lines.filter(({ content }) => !parts.tables.hasVoucher(merchant, content.code));
    for (const { content } of fresh) {
      const id = insertVoucher(parts, merchant, content.code, factsOf(parts, merchant, content));
      if (content.isLocked) parts.tables.lockVoucher(merchant, id, LISTED);
    }
    const keys = lines.map(({ content }) => content.code);
    noteVouchers(
      parts,
      change,
      fresh.map(({ content }) => content.code),
      { batch: batch.id },
    );
    const unchanged = batch.unchanged + lines.length - fresh.length;
    return madeLines(batch, inner, order, { lines, keys, made: fresh.length, unchanged });
  },
  vouchers(parts, change, batch, inner) {
    if (inner.order.kind !== 'vouchers') throw new Error('another order');
    const { vouchers } = inner.order;
    const codes = makeVouchers(parts, change, vouchers, Math.min(PART, vouchers.count - batch.done));
    const done = batch.done + codes.length;
    const document = { ...batch, done, first: batch.first ?? codes[0] ?? null, last: codes.at(-1) ?? batch.last };
    return { batch: document, inner, isLast: done >= vouchers.count };
  },
};

/** The note of a lock that came with a list. */
const LISTED = 'Liste';

/** The card of a line, as its group says where the line says nothing. Batches of an earlier version hold neither state nor last day. */
function addListed(parts: LoyaltyParts, change: Change, card: FileCard): void {
  const { merchant } = change;
  const { loyalty } = parts.data;
  const { state: { stock, lock } = { stock: 'active' }, lastDay = null } = card as Partial<FileCard>;
  const id = addCard(parts.data, change, card.number, card.group, card.opening);
  loyalty.changeCard(merchant, id, {
    ...defaultsOf(parts, merchant, card.group, parts.world.clock.now()),
    ...(stock === 'active' ? {} : { stockStatus: stock }),
    ...(lastDay === null ? {} : { expiryDate: lastDay }),
  });
  if (lock !== undefined) setCardLock(parts, change, id, { status: 'locked', reason: lock, note: LISTED }, null);
}

/** One entry of the audit log for the cards of a commit: a range or a file is one decision. Gives the numbers that were made. */
function makeRange(
  parts: LoyaltyParts,
  change: Change,
  range: CardRange,
  from: number,
  end: number,
): readonly string[] {
  const { merchant, actor } = change;
  const { loyalty, clock } = parts.world;
  const { cardgroup } = range;
  const length = loyalty.groups.find(merchant, cardgroup)?.inner.length ?? 16;
  const at = clock.now();
  const changes = { ...defaultsOf(parts, merchant, cardgroup, at), ...changesOfRange(range) };
  const numbers: string[] = [];
  for (let serial = from; serial < end; serial += 1) {
    const cardnumber = numberOf(range, length, serial);
    if (parts.tables.hasCardNumber(merchant, cardnumber)) continue;
    const card = loyalty.issue(merchant, cardgroup, { at, till: actor.till, secrets: {}, cardnumber });
    loyalty.changeCard(merchant, card.merchantcard.id, changes);
    numbers.push(cardnumber);
  }
  noteCards(parts, change, numbers, { group: cardgroup });
  return numbers;
}

function noteCards(parts: LoyaltyParts, change: Change, numbers: readonly string[], of: object): void {
  const [first] = numbers;
  if (first === undefined) return;
  const after = { ...of, first, last: numbers.at(-1), count: numbers.length };
  audited(parts.data, change, { kind: 'card', subject: first, action: 'created', before: null, after });
}

function makeVouchers(parts: LoyaltyParts, change: Change, vouchers: ManyVouchers, count: number): readonly string[] {
  const { count: _, prefix = '', ...facts } = vouchers;
  const codes = Array.from({ length: count }, () => {
    const code = freeCode(parts, change.merchant, prefix);
    insertVoucher(parts, change.merchant, code, facts);
    return code;
  });
  noteVouchers(parts, change, codes, facts);
  return codes;
}

function noteVouchers(parts: LoyaltyParts, change: Change, codes: readonly string[], of: object): void {
  const [first] = codes;
  if (first === undefined) return;
  const after = { first, last: codes.at(-1), count: codes.length, ...of };
  audited(parts.data, change, { kind: 'voucher', subject: first, action: 'created', before: null, after });
}

interface MadeLines {
  readonly lines: readonly { readonly line: number }[];
  /** Their numbers or codes. */
  readonly keys: readonly string[];
  readonly made: number;
  readonly unchanged: number;
}

/** The batch after some lines of its file. */
function madeLines(
  batch: Batch,
  inner: BatchInner,
  order: Extract<BatchInner['order'], { readonly next: number; readonly chosen?: unknown }>,
  { lines, keys, made, unchanged }: MadeLines,
): Made {
  const document = {
    ...batch,
    ...{ done: batch.done + made, unchanged, first: batch.first ?? keys[0] ?? null, last: keys.at(-1) ?? batch.last },
  };
  const next = lines.at(-1)?.line ?? order.next;
  return {
    batch: document,
    inner: { ...inner, order: { ...order, next } as BatchInner['order'] },
    isLast: lines.length < PART,
  };
}

/** The voucher of a line; it ends with its last day by the clock of the shop. */
function factsOf(parts: LoyaltyParts, merchant: string, { name, nameEn, effect, validTo }: FileVoucher): NewVoucher {
  const { timeZone } = readShop(parts.data, merchant);
  const condition = validTo === null ? {} : { validTo: timestamp(beginOfDay(nextDay(validTo), timeZone)) };
  return { name, ...(nameEn === '' ? {} : { nameEn }), effect, condition };
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
