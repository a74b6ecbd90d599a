/** The comparison of an end-of-day as receipt lines, to be printed below the terminal's own slip. */
import type { CardSum } from './dayEnd.ts';
import type { NamedReceipt, RowDifference } from './dayEndComparison.ts';
import { formatAmount, type Language } from './money.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from './receipt.ts';

interface Sum {
  readonly count: number;
  readonly amount: number;
}

export interface ComparedDay {
  readonly state: 'agrees' | 'differs' | 'failed' | 'unknown' | 'running';
  readonly currency: string;
  readonly terminal: (Sum & { readonly by_card_type: readonly CardSum[] }) | null;
  readonly journal: Sum & {
    readonly by_card_type: readonly CardSum[];
    readonly by_till: readonly (Sum & { readonly description: string })[];
  };
  readonly differences: readonly RowDifference[];
}

/** The sums of terminal and journal, then those of the tills, then the differences, receipt by receipt. */
export function comparisonReceipt(day: ComparedDay, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  const line = (name: string, { count, amount }: Sum) =>
    nameValue(`${name} (${count})`, formatAmount(amount, day.currency, language));
  const block = (title: string, sums: Sum & { readonly by_card_type: readonly CardSum[] }) => [
    ...sums.by_card_type.map(sum => line(words.cards[sum.card_type] ?? sum.card_type, sum)),
    line(title, sums),
    space,
  ];
  return [
    separator(words.caption),
    ...(day.terminal ? block(words.terminal, day.terminal) : []),
    ...block(words.journal, day.journal),
    ...day.journal.by_till.map(till => line(till.description || words.noTill, till)),
    ...(day.journal.by_till.length > 0 ? [space] : []),
    textline(words[day.state], 'important', 'align-center'),
    ...day.differences.flatMap(difference => differenceLines(difference, day.currency, language)),
  ];
}

/** The terminal's own slips among the lines; a slip begins with its separator. */
export function slipsIn(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  let compares = false;
  return lines.filter(line => {
    if (line.type === 'separator') compares = CAPTIONS.has(line.value.caption);
    return !compares;
  });
}

function differenceLines(
  { card_type, terminal, journal, receipts }: RowDifference,
  currency: string,
  language: Language,
): readonly ReceiptLine[] {
  const words = WORDS[language];
  const money = (amount: number) => formatAmount(amount, currency, language);
  return [
    space,
    nameValue(words.cards[card_type] ?? card_type, money(terminal.amount - journal.amount), 'important'),
    ...receipts.map(receipt => nameValue(receiptName(receipt, words), receiptAmount(receipt, money))),
  ];
}

const receiptName = ({ receipt_number, kind }: NamedReceipt, words: Words): string =>
  `${words.receipt} ${receipt_number ?? '?'} ${words[kind]}`;

const receiptAmount = ({ amount }: NamedReceipt, money: (amount: number) => string): string =>
  amount === null ? '' : money(amount);

interface Words extends Readonly<Record<ComparedDay['state'] | NamedReceipt['kind'], string>> {
  readonly caption: string;
  readonly terminal: string;
  readonly journal: string;
  readonly noTill: string;
  readonly receipt: string;
  readonly cards: Readonly<Record<string, string>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
  de: {
    caption: 'Abgleich Kassenschnitt',
    terminal: 'Summe Terminal',
    journal: 'Summe Kasse',
    noTill: 'ohne Kasse',
    receipt: 'Beleg',
    cards: { other: 'sonstige', total: 'alle Karten' },
    agrees: 'Terminal und Kasse stimmen überein',
    differs: 'Terminal und Kasse weichen ab',
    failed: 'Kein Kassenschnitt',
    unknown: 'Ausgang unbekannt',
    running: 'Kassenschnitt läuft',
    onlyJournal: 'nur in der Kasse',
    onlyTerminal: 'nur im Terminal',
    other: 'prüfen',
  },
  en: {
    caption: 'End of day compared',
    terminal: 'Terminal total',
    journal: 'Till total',
    noTill: 'no till',
    receipt: 'Slip',
    cards: { total: 'all cards' },
    agrees: 'Terminal and tills agree',
    differs: 'Terminal and tills disagree',
    failed: 'No end of day',
    unknown: 'Ending unknown',
    running: 'End of day is running',
    onlyJournal: 'only in the till',
    onlyTerminal: 'only in the terminal',
    other: 'to be checked',
  },
};

/** In both languages: the language may have been changed since then. */
const CAPTIONS: ReadonlySet<string | undefined> = new Set(Object.values(WORDS).map(({ caption }) => caption));
