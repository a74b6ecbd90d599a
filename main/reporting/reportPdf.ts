/** A report as PDF on A4: title, span, table, total, notes, and a number on each page. */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Language } from '../domain/money.ts';
import type { ReportRow } from '../wire/office/reports.ts';
import { clockOf, writtenFigure } from './cells.ts';
import { filled, type ReportPaper } from './reportCsv.ts';

/** Points of A4, lying where there are many columns. */
const A4 = { short: 595.28, long: 841.89 } as const;
const MARGIN = 42;
const LINE = 15;
const SIZE = { title: 16, text: 9, small: 8 } as const;
const GREY = rgb(0.35, 0.35, 0.35);

const WORDS = {
  de: {
    total: 'Summe',
    page: (at: number, of: number) => `Seite ${at} von ${of}`,
    made: 'erstellt',
    before: 'verglichen mit',
  },
  en: {
    total: 'Total',
    page: (at: number, of: number) => `Page ${at} of ${of}`,
    made: 'made',
    before: 'compared with',
  },
} as const;

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly right: boolean;
}

/** Characters that the fonts of the format have (Windows-1252: umlauts and € among them); others become a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = charactersOf(font);
  return [...text.replace(/\s/g, ' ').normalize('NFC')]
    .map(character => (known.has(character.codePointAt(0) ?? 0) ? character : '?'))
    .join('');
}

const characters = new WeakMap<PDFFont, ReadonlySet<number>>();
function charactersOf(font: PDFFont): ReadonlySet<number> {
  const known = characters.get(font) ?? new Set(font.getCharacterSet());
  characters.set(font, known);
  return known;
}

function fitted(text: string, font: PDFFont, size: number, width: number): string {
  const whole = printable(text, font);
  if (font.widthOfTextAtSize(whole, size) <= width) return whole;
  let end = whole.length;
  while (end > 0 && font.widthOfTextAtSize(`${whole.slice(0, end)}…`, size) > width) end -= 1;
  return `${whole.slice(0, end)}…`;
}

export async function reportPdf(paper: ReportPaper): Promise<Uint8Array> {
  const { declaration, answer, language, timeZone } = paper;
  const document = await PDFDocument.create();
  document.setTitle(declaration.title[language]);
  document.setCreationDate(new Date(paper.now));
  document.setModificationDate(new Date(paper.now));
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  const shown = filled(declaration, answer);
  const isWide = shown.length > 6;
  const size: [number, number] = isWide ? [A4.long, A4.short] : [A4.short, A4.long];
  let writer: ReturnType<typeof createWriter> | null = null;
  for (const part of answer.across ? partsOf(shown) : [shown]) {
    const cells = (label: string, row: Readonly<Record<string, number | string | null | undefined>>) => [
      label,
      ...part.map(({ name, unit }) =>
        writtenFigure(row[name], unit, { language, currency: answer.currency, timeZone: clockOf(row, timeZone) }),
      ),
    ];
    writer = createWriter(document, fonts, size, columnsOf(paper, part, size[0]));
    writer.head(headOf(paper));
    writer.titles();
    for (const row of answer.rows as readonly ReportRow[]) writer.row(cells(row.label, row), fonts.plain);
    writer.rule();
    writer.row(cells(WORDS[language].total, answer.total), fonts.bold);
  }
  for (const note of answer.notes) writer?.note(note[language]);
  numberPages(document, fonts, language);
  return document.save();
}

/** Columns that stand side by side on a page: a table of two keys may have more, which follow on further pages. */
const MOST_COLUMNS = 11;

const partsOf = <T>(columns: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(columns.length / MOST_COLUMNS)) }, (_, part) =>
    columns.slice(part * MOST_COLUMNS, (part + 1) * MOST_COLUMNS),
  );

function headOf({ declaration, answer, language, now, timeZone }: ReportPaper): readonly string[] {
  const day = (text: string) =>
    new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${text}T00:00:00Z`),
    );
  const words = WORDS[language];
  const made = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(now));
  const { before } = answer;
  return [
    declaration.title[language],
    `${day(answer.from)} – ${day(answer.to)} · ${answer.currency ?? ''} · ${words.made} ${made}`,
    ...(before ? [`${words.before} ${day(before.from)} – ${day(before.to)}`] : []),
  ];
}

/** The first column takes what the figures leave over. */
function columnsOf(
  { declaration, answer, language }: ReportPaper,
  shown: ReportPaper['declaration']['columns'],
  page: number,
): readonly Column[] {
  const by = declaration.by.find(({ name }) => name === answer.by)?.title[language] ?? answer.by;
  const width = (page - 2 * MARGIN) / (shown.length + 2);
  return [
    { title: by, width: width * 2, right: false },
    ...shown.map(({ title, unit }) => ({
      title: title[language],
      width,
      right: ['money', 'count', 'quantity', 'measure', 'share'].includes(unit),
    })),
  ];
}

function createWriter(
  document: PDFDocument,
  { plain, bold }: Fonts,
  size: [number, number],
  columns: readonly Column[],
) {
  let page: PDFPage = document.addPage(size);
  let y = size[1] - MARGIN;

  function turn(space: number) {
    if (y - space > MARGIN + LINE) return false;
    page = document.addPage(size);
    y = size[1] - MARGIN;
    return true;
  }

  function cells(texts: readonly string[], font: PDFFont, text: number) {
    let x = MARGIN;
    for (const [index, { width, right }] of columns.entries()) {
      const fits = fitted(texts[index] ?? '', font, text, width - 6);
      const left = right ? x + width - 4 - font.widthOfTextAtSize(fits, text) : x;
      page.drawText(fits, { x: left, y, size: text, font });
      x += width;
    }
    y -= LINE;
  }

  const writer = {
    head([title = '', ...lines]: readonly string[]) {
      y -= SIZE.title;
      page.drawText(printable(title, bold), { x: MARGIN, y, size: SIZE.title, font: bold });
      for (const line of lines) {
        y -= LINE;
        page.drawText(printable(line, plain), { x: MARGIN, y, size: SIZE.text, font: plain, color: GREY });
      }
      y -= LINE * 2;
    },
    titles() {
      cells(
        columns.map(({ title }) => title),
        bold,
        SIZE.small,
      );
      page.drawLine({
        start: { x: MARGIN, y: y + LINE - 4 },
        end: { x: size[0] - MARGIN, y: y + LINE - 4 },
        thickness: 0.7,
      });
    },
    row(texts: readonly string[], font: PDFFont) {
      if (turn(LINE)) writer.titles();
      cells(texts, font, SIZE.text);
    },
    rule() {
      page.drawLine({
        start: { x: MARGIN, y: y + LINE - 4 },
        end: { x: size[0] - MARGIN, y: y + LINE - 4 },
        thickness: 0.7,
      });
    },
    note(text: string) {
      for (const line of wrapped(printable(text, plain), plain, size[0] - 2 * MARGIN)) {
        turn(LINE);
        page.drawText(line, { x: MARGIN, y, size: SIZE.small, font: plain, color: GREY });
        y -= LINE;
      }
    },
  };
  return writer;
}

function wrapped(text: string, font: PDFFont, width: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (font.widthOfTextAtSize(longer, SIZE.small) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function numberPages(document: PDFDocument, { plain }: Fonts, language: Language): void {
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    const text = WORDS[language].page(index + 1, pages.length);
    const x = page.getWidth() - MARGIN - plain.widthOfTextAtSize(text, SIZE.small);
    page.drawText(text, { x, y: MARGIN - 16, size: SIZE.small, font: plain, color: GREY });
  }
}
