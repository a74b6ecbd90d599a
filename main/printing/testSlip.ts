/** The test slip: the letters that go wrong most often, by the chosen code page and by each of the others. */

import { type CodePage, codePages } from '../../drivers/index.ts';
import type { Language } from '../domain/money.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from '../domain/receipt.ts';

/** Stands on every test slip. */
export const TEST_LETTERS = 'äöüß €';

const WORDS = {
  de: {
    title: 'Testbon',
    columns: 'Zeichen je Zeile',
    page: 'Zeichensatz',
    right: 'Stehen hier Umlaute und das Euro-Zeichen, ist alles richtig:',
    other: 'Sonst in der Verwaltung den Zeichensatz wählen, dessen Zeile richtig ist:',
    edge: 'Diese Zeile füllt das Papier genau:',
  },
  en: {
    title: 'Test slip',
    columns: 'Characters a line',
    page: 'Code page',
    right: 'If umlauts and the euro sign stand here, everything is right:',
    other: 'If not, choose the code page in the settings of which the line is right:',
    edge: 'This line fills the paper exactly:',
  },
} as const;

export interface TestSlip {
  readonly name: string;
  readonly columns: number;
  readonly codePage: CodePage;
  readonly language: Language;
  /** Date and time as text. */
  readonly at: string;
}

export function testSlip({ name, columns, codePage, language, at }: TestSlip): readonly ReceiptLine[] {
  const words = WORDS[language];
  return [
    separator(words.title),
    textline(name, 'important', 'align-center'),
    textline(at, 'align-center'),
    space,
    nameValue(words.columns, String(columns)),
    nameValue(words.page, codePage),
    space,
    textline(words.right),
    textline(TEST_LETTERS, 'important', 'align-center'),
    nameValue('Käse, groß', '12,50 €'),
    space,
    textline(words.edge),
    textline(rulerOf(columns)),
  ];
}

/** Behind the test slip each page prints the letters by its own number. */
export const testedPages: readonly CodePage[] = codePages.filter(page => page !== 'auto');
export const otherPagesText = (language: Language): string => WORDS[language].other;

const rulerOf = (columns: number): string => '1234567890'.repeat(5).slice(0, columns);
