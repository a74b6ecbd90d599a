/** Files of cards and of vouchers: every line is looked at, so every fault is reported at once, and nothing is made before it is applied. */
import { MOST_IN_BATCH } from '../../wire/limits.ts';
import type { Batch, BatchPreview } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import { type FaultyLine, type ListOptions, ListReading } from '../listReading.ts';
import type { Change } from '../masterData.ts';
import { beginBatch, discardBatch } from './batches.ts';
import { type CardLine, type FileCard, readCardFile } from './cardFile.ts';
import { isMaskedNumber, MASKED } from './ownNumbers.ts';
import { type LoyaltyParts, requireOwnBalances } from './parts.ts';
import { type FileVoucher, readVoucherFile, type VoucherLine } from './voucherFile.ts';

const FAULTS_SHOWN = 1000;
/** Lines that are stored in one commit. */
const LINES_AT_ONCE = 500;

export type BatchList = 'cards' | 'vouchers';

/** Reads a file of cards or vouchers and stores what it would make. */
export async function previewFile(
  parts: LoyaltyParts,
  change: Change,
  list: BatchList,
  source: AsyncIterable<Uint8Array>,
  options: ListOptions,
): Promise<BatchPreview> {
  const { merchant } = change;
  const { currency } = parts.data.merchants.merchant(merchant);
  const file = new ListReading(parts.data.importChoices, merchant, list, options);
  if (list === 'vouchers') requireOwnBalances(parts, 'vouchers');
  const kind = list === 'cards' ? 'cardFile' : 'voucherFile';
  const order = { kind, next: 0 } as const;
  const batch = await parts.world.ledger.write(() => beginBatch(parts, change, order, { state: 'preview' }));
  const count = list === 'cards' ? new CardCount(parts, merchant) : new VoucherCount(parts, merchant);
  let held: { readonly line: number; readonly content: object }[] = [];
  const store = async () => {
    const lines = held;
    held = [];
    if (lines.length > 0)
      await parts.world.ledger.write(() => {
        for (const { line, content } of lines) parts.tables.addLine(batch.id, line, content);
      });
  };
  try {
    for await (const { line, content } of count.read(source, currency, file)) {
      if (content) held.push({ line, content });
      if (held.length >= LINES_AT_ONCE) await store();
    }
    await store();
  } catch (error) {
    await parts.world.ledger.write(() => discardBatch(parts, merchant, batch.id));
    throw error;
  }
  const { total, unchanged, faulty, faults, opening } = count;
  const read: Batch = { ...batch, total, unchanged, faulty, opening, faults: [...faults] };
  const inner = { actor: change.actor, till: change.actor.till, order: { ...order, chosen: file.chosen } };
  await parts.world.ledger.write(() => parts.tables.batches.save(merchant, read, inner));
  return { ...read, ...file.facts };
}

interface CountedLine {
  readonly line: number;
  /** The thing that the line would make; null for a fault, and for a thing that is there already. */
  readonly content: FileCard | FileVoucher | null;
}

/** Counts what the lines of a file would change. */
abstract class LineCount {
  total = 0;
  unchanged = 0;
  faulty = 0;
  opening = { cash: 0, bonus: 0, points: 0 };
  readonly faults: Batch['faults'][number][] = [];
  protected readonly parts: LoyaltyParts;
  protected readonly merchant: string;
  readonly #seen = new Map<string, number>();
  #hidden = 0;

  constructor(parts: LoyaltyParts, merchant: string) {
    this.parts = parts;
    this.merchant = merchant;
  }

  abstract read(source: AsyncIterable<Uint8Array>, currency: string, file: ListReading): AsyncGenerator<CountedLine>;

  /** The line in which this number or code stood before. */
  protected seenBefore(key: string, line: number): number | undefined {
    const first = this.#seen.get(key);
    this.#seen.set(key, line);
    return first;
  }

  protected refuse({ line, problems }: FaultyLine): null {
    this.faulty += 1;
    for (const { column, texts } of problems) this.fault(line, column, texts.de, texts.en);
    return null;
  }

  /** Faults until now. */
  protected get noted(): number {
    return this.faults.length + this.#hidden;
  }

  protected fault(line: number, column: string | null, de: string, en: string): void {
    if (this.faults.length < FAULTS_SHOWN) this.faults.push({ line, column, texts: { de, en } });
    else this.#hidden += 1;
  }

  protected count({ cash, bonus, points }: FileCard['opening']): void {
    this.total += 1;
    const { opening } = this;
    this.opening = { cash: opening.cash + cash, bonus: opening.bonus + bonus, points: opening.points + points };
    if (this.total > MOST_IN_BATCH)
      throw new BridgeError('badInput', `a file may hold ${MOST_IN_BATCH} new lines; please split it`);
  }
}

class CardCount extends LineCount {
  readonly #groups = new Map<string, string>();
  readonly #only: string | null;

  constructor(parts: LoyaltyParts, merchant: string) {
    super(parts, merchant);
    const groups = parts.world.loyalty.groups.all(merchant);
    for (const { document, inner } of groups)
      for (const name of [document.id, document.display_name, inner.nameEn ?? ''])
        if (name !== '') this.#groups.set(name.trim().toLowerCase(), document.id);
    this.#only = groups.length === 1 ? (groups[0]?.document.id ?? null) : null;
  }

  async *read(source: AsyncIterable<Uint8Array>, currency: string, file: ListReading): AsyncGenerator<CountedLine> {
    for await (const line of readCardFile(source, currency, file.reading()))
      yield { line: line.line, content: this.#take(line) };
  }

  /** The card with the id of its group. */
  #take(line: CardLine): FileCard | null {
    if ('problems' in line) return this.refuse(line);
    const { number, group: named, opening } = line.card;
    const before = this.noted;
    const first = this.seenBefore(number, line.line);
    if (first !== undefined)
      this.fault(
        line.line,
        'cardnumber',
        `Die Karte steht schon in Zeile ${first}.`,
        `The card stands in line ${first} already.`,
      );
    if (first === undefined && this.parts.tables.hasCardNumber(this.merchant, number)) {
      this.unchanged += 1;
      return null;
    }
    if (isMaskedNumber(this.parts, number)) this.fault(line.line, 'cardnumber', ...MASKED);
    const group = named === '' ? this.#only : (this.#groups.get(named.trim().toLowerCase()) ?? null);
    if (group === null)
      this.fault(
        line.line,
        'group',
        named === '' ? 'Die Gruppe fehlt.' : `Eine Kartengruppe ${named} gibt es nicht.`,
        named === '' ? 'The group is missing.' : `There is no card group ${named}.`,
      );
    if (this.parts.world.cardAuthority.owner !== 'shop' && opening.cash + opening.bonus + opening.points > 0)
      this.fault(
        line.line,
        null,
        'Guthaben gehören dem verbundenen Dienst: Karten werden hier ohne Guthaben eingelesen.',
        'Balances belong to the connected service: cards are imported without them here.',
      );
    if (this.noted > before || group === null) {
      this.faulty += 1;
      return null;
    }
    this.count(opening);
    return { number, group, opening };
  }
}

class VoucherCount extends LineCount {
  async *read(source: AsyncIterable<Uint8Array>, currency: string, file: ListReading): AsyncGenerator<CountedLine> {
    for await (const line of readVoucherFile(source, currency, file.reading()))
      yield { line: line.line, content: this.#take(line) };
  }

  #take(line: VoucherLine): FileVoucher | null {
    if ('problems' in line) return this.refuse(line);
    const { code, effect } = line.voucher;
    const refuse = (de: string, en: string) =>
      this.refuse({ line: line.line, problems: [{ column: 'code', texts: { de, en } }] });
    const first = this.seenBefore(code, line.line);
    if (first !== undefined)
      return refuse(`Der Code steht schon in Zeile ${first}.`, `The code stands in line ${first} already.`);
    if (this.parts.tables.hasVoucher(this.merchant, code)) {
      this.unchanged += 1;
      return null;
    }
    const article = this.parts.data.articles.byCode(this.merchant, code)?.article;
    if (article)
      return refuse(
        `Diesen Code hat der Artikel ${article.number}; die Kasse würde ihn verkaufen.`,
        `The article ${article.number} has this code; the till would sell it.`,
      );
    this.count({ cash: effect.type === 'amount' ? effect.amount : 0, bonus: 0, points: 0 });
    return line.voucher;
  }
}
