/** Files of cards and of vouchers: every line is looked at, so every fault is reported at once, and nothing is made before it is applied. */
import { MOST_IN_BATCH } from '../../wire/limits.ts';
import type { Batch, BatchPreview } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CsvColumns, LineProblem } from '../fileHead.ts';
import { type DigitChoices, ListedNumbers, type NumberShape } from '../listedNumbers.ts';
import { type FaultyLine, type ListLine, type ListOptions, ListReading, listLines } from '../listReading.ts';
import type { Change } from '../masterData.ts';
import { beginBatch, discardBatch } from './batches.ts';
import { CARD_COLUMNS, type Cells, type FileCard, plainNumber, readCard } from './cardFile.ts';
import { isMaskedNumber, maskedCard } from './ownNumbers.ts';
import { type LoyaltyParts, requireOwnBalances } from './parts.ts';
import { type FileVoucher, plainCode, readVoucher, VOUCHER_COLUMNS } from './voucherFile.ts';

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
  const count = new (list === 'cards' ? CardCount : VoucherCount)(parts, merchant, options.digits);
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
  return { ...read, ...file.facts, ...count.doubts() };
}

interface CountedLine {
  readonly line: number;
  /** The thing that the line would make; null for a fault, and for a thing that is there already. */
  readonly content: FileCard | FileVoucher | null;
}

/** Names by which other systems call the codes and balances of cards that pay. */
const OF_BALANCES = /gift|geschenk|balance|guthaben|restwert|saldo|remaining|taxable|store.?credit/i;

/** Counts what the lines of a file would change. */
abstract class LineCount {
  total = 0;
  unchanged = 0;
  faulty = 0;
  opening = { cash: 0, bonus: 0, points: 0 };
  readonly faults: Batch['faults'][number][] = [];
  protected readonly parts: LoyaltyParts;
  protected readonly merchant: string;
  protected abstract readonly columns: CsvColumns;
  /** The columns are those of cards that pay. */
  protected holdsBalances = false;
  readonly #digits: DigitChoices;
  readonly #seen = new Map<string, number>();
  #numbers: ListedNumbers | null = null;
  #hidden = 0;

  constructor(parts: LoyaltyParts, merchant: string, digits: DigitChoices) {
    this.parts = parts;
    this.merchant = merchant;
    this.#digits = digits;
  }

  /** The lines one after the other. All of them are read before the first is judged: most numbers of a file say what is missing in the others. */
  async *read(source: AsyncIterable<Uint8Array>, currency: string, file: ListReading): AsyncGenerator<CountedLine> {
    const lines: ListLine[] = [];
    for await (const line of listLines(source, { ...this.columns, currency }, file.reading())) lines.push(line);
    const heads = (file.facts.columns ?? []).map(({ head }) => head);
    this.holdsBalances = heads.some(head => OF_BALANCES.test(head));
    const column = lines.flatMap(line => ('cells' in line ? [this.numberOf(line.cells)] : []));
    this.#numbers = new ListedNumbers(number => this.has(number), this.#digits, this.shapes(), column);
    for (const line of lines)
      yield {
        line: line.line,
        content: 'problems' in line ? this.refuse(line) : this.take(line.line, line.cells, currency),
      };
  }

  /** Questions that a person has to answer about the file. */
  doubts(): Pick<BatchPreview, 'zeros' | 'rounded' | 'balances'> {
    const { zeros = 0, rounded = 0 } = this.#numbers ?? {};
    return { zeros, rounded };
  }

  protected abstract numberOf(cells: Cells): string;
  /** The shop has a thing with this number. */
  protected abstract has(number: string): boolean;
  protected abstract take(line: number, cells: Cells, currency: string): FileCard | FileVoucher | null;
  protected shapes = (): readonly NumberShape[] => [];

  /** The number as a person wants it; with a problem where one has to be asked. */
  protected settled(
    number: string,
    column: string,
  ): { readonly number: string; readonly problems: readonly LineProblem[] } {
    const settled = this.#numbers?.settled(number) ?? { number };
    return 'texts' in settled
      ? { number, problems: [{ column, texts: settled.texts }] }
      : { number: settled.number, problems: [] };
  }

  /** The line in which this number or code stood before. */
  protected seenBefore(key: string, line: number): number | undefined {
    const first = this.#seen.get(key);
    this.#seen.set(key, line);
    return first;
  }

  protected refuse({ line, problems }: Pick<FaultyLine, 'line' | 'problems'>): null {
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
  protected readonly columns = CARD_COLUMNS;
  readonly #groups = new Map<string, string>();
  readonly #only: string | null;
  readonly #vouchers: string | null;

  constructor(parts: LoyaltyParts, merchant: string, digits: DigitChoices) {
    super(parts, merchant, digits);
    const groups = parts.world.loyalty.groups.all(merchant);
    for (const { document, inner } of groups)
      for (const name of [document.id, document.display_name, inner.nameEn ?? ''])
        if (name !== '') this.#groups.set(name.trim().toLowerCase(), document.id);
    this.#only = groups.length === 1 ? (groups[0]?.document.id ?? null) : null;
    this.#vouchers = groups.find(({ inner }) => inner.voucher === true)?.document.id ?? null;
  }

  protected numberOf = plainNumber;
  protected has = (number: string) => this.parts.tables.hasCardNumber(this.merchant, number);
  protected override shapes = () => this.parts.world.loyalty.groups.all(this.merchant).map(({ inner }) => inner);

  /** The card with the id of its group. */
  protected take(line: number, cells: Cells, currency: string): FileCard | null {
    const settled = this.settled(plainNumber(cells), 'cardnumber');
    const { card, problems } = readCard(cells, currency, settled.number);
    if (card === null || settled.problems.length > 0)
      return this.refuse({ line, problems: [...settled.problems, ...problems] });
    const { number, group: named, opening } = card;
    const before = this.noted;
    const first = this.seenBefore(number, line);
    if (first === undefined && this.has(number)) {
      this.unchanged += 1;
      return null;
    }
    const usual = this.#only ?? (this.holdsBalances ? this.#vouchers : null);
    const group = named === '' ? usual : (this.#groups.get(named.trim().toLowerCase()) ?? null);
    for (const { column, texts } of this.#faultsOf(card, first, group)) this.fault(line, column, texts.de, texts.en);
    if (this.noted > before || group === null) {
      this.faulty += 1;
      return null;
    }
    this.count(opening);
    return { ...card, group };
  }

  #faultsOf({ number, group: named, opening }: FileCard, first: number | undefined, group: string | null) {
    const faults: LineProblem[] = [];
    const fault = (column: string | null, de: string, en: string) => faults.push({ column, texts: { de, en } });
    if (first !== undefined)
      fault('cardnumber', `Die Karte steht schon in Zeile ${first}.`, `The card stands in line ${first} already.`);
    if (isMaskedNumber(this.parts, number)) fault('cardnumber', ...maskedCard(number));
    const article = this.parts.data.articles.byCode(this.merchant, number)?.article;
    if (article)
      fault(
        'cardnumber',
        `Diese Nummer hat der Artikel ${article.number}; die Kasse würde ihn verkaufen.`,
        `The article ${article.number} has this number; the till would sell it.`,
      );
    if (group === null)
      fault(
        'group',
        named === '' ? 'Die Gruppe fehlt.' : `Eine Kartengruppe ${named} gibt es nicht.`,
        named === '' ? 'The group is missing.' : `There is no card group ${named}.`,
      );
    if (this.parts.world.cardAuthority.owner !== 'shop' && opening.cash + opening.bonus + opening.points > 0)
      fault(
        null,
        'Guthaben gehören dem verbundenen Dienst: Karten werden hier ohne Guthaben eingelesen.',
        'Balances belong to the connected service: cards are imported without them here.',
      );
    return faults;
  }
}

class VoucherCount extends LineCount {
  protected readonly columns = VOUCHER_COLUMNS;
  protected numberOf = plainCode;
  protected has = (code: string) => this.parts.tables.hasVoucher(this.merchant, code);

  override doubts(): Pick<BatchPreview, 'zeros' | 'rounded' | 'balances'> {
    return { ...super.doubts(), balances: this.holdsBalances };
  }

  protected take(line: number, cells: Cells, currency: string): FileVoucher | null {
    const settled = this.settled(plainCode(cells), 'code');
    const { voucher, problems } = readVoucher(cells, currency, settled.number);
    if (settled.problems.length + problems.length > 0)
      return this.refuse({ line, problems: [...settled.problems, ...problems] });
    const { code, effect } = voucher;
    const refuse = (de: string, en: string) => this.refuse({ line, problems: [{ column: 'code', texts: { de, en } }] });
    const first = this.seenBefore(code, line);
    if (first !== undefined)
      return refuse(`Der Code steht schon in Zeile ${first}.`, `The code stands in line ${first} already.`);
    if (this.has(code)) {
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
    return voucher;
  }
}
