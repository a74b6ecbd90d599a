/** Orders of many cards or vouchers at once, and files of cards. A batch is checked here and made part by part by its runner. */
import { loyaltyCardNumber } from '../../domain/checkDigits.ts';
import type { BatchInner, BatchOrder } from '../../store/loyaltyManagement.ts';
import { MOST_IN_BATCH } from '../../wire/limits.ts';
import type { Batch, CardRange, ManyVouchers } from '../../wire/loyaltyManagement.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { CsvReading } from '../csvFile.ts';
import type { Change } from '../masterData.ts';
import { type CardLine, type FileCard, readCardFile } from './cardFile.ts';
import { isMaskedNumber, MASKED } from './ownNumbers.ts';
import { fault, type LoyaltyParts, refuseFaults, requireOwnBalances } from './parts.ts';
import { refuseVoucherFaults } from './vouchers.ts';

/** Inside a job: stores the batch. Gives it. */
function begin(parts: LoyaltyParts, change: Change, order: BatchOrder, facts: Partial<Batch>): Batch {
  const { merchant, actor } = change;
  const batch: Batch = {
    ...{ object: 'loyalty.batches', id: newId('LCB'), kind: order.kind, state: 'running' },
    ...{ created: timestamp(parts.world.clock.now()), ended: null, by: actor.name },
    ...{ total: 0, done: 0, unchanged: 0, faulty: 0, faults: [], first: null, last: null, problem: null },
    opening: { cash: 0, bonus: 0, points: 0 },
    ...facts,
  };
  const inner: BatchInner = { actor, till: actor.till, order };
  parts.tables.batches.insert(merchant, batch, inner);
  return batch;
}

/** Inside a job: consecutive numbers, all of them free. */
export function orderRange(parts: LoyaltyParts, change: Change, range: CardRange): Batch {
  const { merchant } = change;
  const group = parts.world.loyalty.groups.find(merchant, range.cardgroup);
  if (!group) refuseFaults([fault('cardgroup', 'Diese Kartengruppe gibt es nicht.', 'There is no such card group.')]);
  const { prefix: own = '', length = 16 } = group?.inner ?? {};
  const { prefix = own, first = 1, count } = range;
  if (!prefix.startsWith(own))
    refuseFaults([
      fault('prefix', `Die Nummern der Gruppe beginnen mit ${own}.`, `The numbers of the group begin with ${own}.`),
    ]);
  const digits = length - prefix.length - 1;
  if (digits < 1 || first + count - 1 >= 10 ** digits)
    throw new BridgeError(
      'cardNumbersUsedUp',
      `behind ${prefix} there is room for ${10 ** Math.max(0, digits)} numbers`,
    );
  const complete = { ...range, prefix, first, count };
  const [low, high] = [numberOf(complete, length, first), numberOf(complete, length, first + count - 1)];
  if (isMaskedNumber(parts, low) || isMaskedNumber(parts, high)) refuseFaults([fault('prefix', ...MASKED)]);
  const taken = parts.tables.cardNumbersBetween(merchant, low, high);
  if (taken > 0)
    refuseFaults([
      fault(
        'first',
        `${taken} Nummern zwischen ${low} und ${high} sind schon vergeben.`,
        `${taken} numbers between ${low} and ${high} are taken already.`,
      ),
    ]);
  return begin(
    parts,
    change,
    { kind: 'cardRange', range: complete, next: first },
    { total: count, first: low, last: high },
  );
}

/** The card number with this serial number. */
export const numberOf = ({ prefix = '' }: CardRange, length: number, serial: number): string =>
  loyaltyCardNumber(prefix, String(serial).padStart(length - prefix.length - 1, '0'));

/** Inside a job. */
export function orderVouchers(parts: LoyaltyParts, change: Change, vouchers: ManyVouchers): Batch {
  requireOwnBalances(parts, 'vouchers');
  refuseVoucherFaults(parts, change.merchant, vouchers);
  return begin(parts, change, { kind: 'vouchers', vouchers }, { total: vouchers.count });
}

const FAULTS_SHOWN = 1000;
/** Lines that are stored in one commit. */
const LINES_AT_ONCE = 500;

/**
 * Reads a file of cards and stores what it would make; nothing of it is a card until it is applied. Every line is looked at, so
 * every fault is reported at once.
 */
export async function previewFile(
  parts: LoyaltyParts,
  change: Change,
  source: AsyncIterable<Uint8Array>,
  reading: CsvReading,
): Promise<Batch> {
  const { merchant } = change;
  const { currency } = parts.data.merchants.merchant(merchant);
  const batch = await parts.world.ledger.write(() =>
    begin(parts, change, { kind: 'cardFile', next: 0 }, { state: 'preview' }),
  );
  const lines = new FileReading(parts, merchant);
  let held: (CardLine & { readonly card: FileCard })[] = [];
  const store = async () => {
    const cards = held;
    held = [];
    if (cards.length > 0)
      await parts.world.ledger.write(() => {
        for (const { line, card } of cards) parts.tables.addLine(batch.id, line, card);
      });
  };
  try {
    for await (const line of readCardFile(source, currency, reading)) {
      const card = lines.take(line);
      if (card) held.push({ line: line.line, card });
      if (held.length >= LINES_AT_ONCE) await store();
    }
    await store();
  } catch (error) {
    await parts.world.ledger.write(() => discard(parts, merchant, batch.id));
    throw error;
  }
  const { total, unchanged, faulty, faults, opening } = lines;
  const read: Batch = { ...batch, total, unchanged, faulty, opening, faults: [...faults] };
  await parts.world.ledger.write(() => parts.tables.batches.save(merchant, read));
  return read;
}

/** Reads the lines of a file and counts what they change. */
class FileReading {
  total = 0;
  unchanged = 0;
  faulty = 0;
  opening = { cash: 0, bonus: 0, points: 0 };
  readonly faults: Batch['faults'][number][] = [];
  readonly #parts: LoyaltyParts;
  readonly #merchant: string;
  readonly #seen = new Map<string, number>();
  readonly #groups = new Map<string, string>();
  readonly #only: string | null;

  constructor(parts: LoyaltyParts, merchant: string) {
    this.#parts = parts;
    this.#merchant = merchant;
    const groups = parts.world.loyalty.groups.all(merchant);
    for (const { document, inner } of groups)
      for (const name of [document.id, document.display_name, inner.nameEn ?? ''])
        if (name !== '') this.#groups.set(name.trim().toLowerCase(), document.id);
    this.#only = groups.length === 1 ? (groups[0]?.document.id ?? null) : null;
  }

  /** The card that the line would make, with the id of its group; null for a fault, and for a card that is there already. */
  take(line: CardLine): FileCard | null {
    if ('problems' in line) {
      this.faulty += 1;
      for (const { column, texts } of line.problems) this.#fault(line.line, column, texts.de, texts.en);
      return null;
    }
    const { number, group: named, opening } = line.card;
    const before = this.faults.length + this.#hidden;
    const first = this.#seen.get(number);
    if (first !== undefined)
      this.#fault(
        line.line,
        'cardnumber',
        `Die Karte steht schon in Zeile ${first}.`,
        `The card stands in line ${first} already.`,
      );
    this.#seen.set(number, line.line);
    if (first === undefined && this.#parts.tables.hasCardNumber(this.#merchant, number)) {
      this.unchanged += 1;
      return null;
    }
    if (isMaskedNumber(this.#parts, number)) this.#fault(line.line, 'cardnumber', ...MASKED);
    const group = named === '' ? this.#only : (this.#groups.get(named.trim().toLowerCase()) ?? null);
    if (group === null)
      this.#fault(
        line.line,
        'group',
        named === '' ? 'Die Gruppe fehlt.' : `Eine Kartengruppe ${named} gibt es nicht.`,
        named === '' ? 'The group is missing.' : `There is no card group ${named}.`,
      );
    if (this.#parts.world.cardAuthority.owner !== 'shop' && opening.cash + opening.bonus + opening.points > 0)
      this.#fault(
        line.line,
        null,
        'Guthaben gehören dem verbundenen Dienst: Karten werden hier ohne Guthaben eingelesen.',
        'Balances belong to the connected service: cards are imported without them here.',
      );
    if (this.faults.length + this.#hidden > before || group === null) {
      this.faulty += 1;
      return null;
    }
    this.total += 1;
    const { cash, bonus, points } = this.opening;
    this.opening = { cash: cash + opening.cash, bonus: bonus + opening.bonus, points: points + opening.points };
    if (this.total > MOST_IN_BATCH)
      throw new BridgeError('badInput', `a file may hold ${MOST_IN_BATCH} new cards; please split it`);
    return { number, group, opening };
  }

  #hidden = 0;

  #fault(line: number, column: string | null, de: string, en: string): void {
    if (this.faults.length < FAULTS_SHOWN) this.faults.push({ line, column, texts: { de, en } });
    else this.#hidden += 1;
  }
}

/** Inside a job: the file is made into cards from now on. */
export function applyFile(parts: LoyaltyParts, merchant: string, id: string, skipFaulty: boolean): void {
  const batch = batchOf(parts, merchant, id);
  if (batch.kind !== 'cardFile' || batch.state !== 'preview')
    throw new BridgeError('batchState', `the batch ${id} is ${batch.state}`);
  if (batch.faulty > 0 && !skipFaulty)
    throw new BridgeError('cardFile', `${batch.faulty} lines cannot be imported`, { extra: { faults: batch.faults } });
  parts.tables.batches.save(merchant, { ...batch, state: 'running' });
}

/** Inside a job: what is made stays, the rest is not made. */
export function stopBatch(parts: LoyaltyParts, merchant: string, id: string): void {
  const batch = batchOf(parts, merchant, id);
  if (batch.state !== 'preview' && batch.state !== 'running')
    throw new BridgeError('batchState', `the batch ${id} is ${batch.state}`);
  endBatch(parts, merchant, batch, batch.state === 'preview' ? 'discarded' : 'stopped');
}

function discard(parts: LoyaltyParts, merchant: string, id: string): void {
  endBatch(parts, merchant, batchOf(parts, merchant, id), 'discarded');
}

/** Inside a job. */
export function endBatch(parts: LoyaltyParts, merchant: string, batch: Batch, state: Batch['state']): void {
  parts.tables.dropLines(batch.id);
  parts.tables.batches.save(merchant, { ...batch, state, ended: timestamp(parts.world.clock.now()) });
}

export function batchOf({ tables }: LoyaltyParts, merchant: string, id: string): Batch {
  const found = tables.batches.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no loyalty.batches ${id}`);
  return found.document;
}
