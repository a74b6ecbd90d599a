/** The words of a mail with a kept view: its table, as far as a letter holds it, and all of it as a file. */
import type { Language } from '../../domain/money.ts';
import type { ViewRhythm } from '../../wire/office/views.ts';
import { escaped, htmlTable, type Letter, type LetterTable, plainTable, subjectOf } from './letter.ts';

/** The report or list that a view shows, on the days of its mail. */
export interface ViewContent {
  readonly from: string;
  readonly to: string;
  /** The kind of figures; the days follow it. */
  readonly head: string;
  /** Behind the days; empty: nothing. */
  readonly unit: string;
  /** Titles, rows and, where there is one, the total; null: there is nothing to show. */
  readonly table: LetterTable | null;
  /** Sentences below the table. */
  readonly said: readonly string[];
  /** The page that shows the same, with its query. */
  readonly page: string;
  readonly file: { readonly filename: string; readonly content: Buffer };
}

export interface ViewFrame {
  /** The name under which it was kept. */
  readonly title: string;
  readonly reader: string;
  readonly language: Language;
  readonly every: ViewRhythm;
  /** Of the back office, as people open it; null where it is not known. */
  readonly address: string | null;
}

/** Rows and columns of the table in the letter; the file has all. */
export const MOST = { rows: 40, columns: 8 } as const;

const WORDS = {
  de: {
    greeting: 'Guten Morgen',
    more: 'Zur Seite',
    none: 'Für diese Auswahl gibt es keine Zahlen.',
    every: {
      day: 'Diese Mail kommt jeden Morgen.',
      week: 'Diese Mail kommt montags.',
      month: 'Diese Mail kommt am Ersten des Monats.',
    },
    change: 'Ändern, anhalten oder abbestellen',
  },
  en: {
    greeting: 'Good morning',
    more: 'To the page',
    none: 'There are no figures for this selection.',
    every: {
      day: 'This mail comes every morning.',
      week: 'This mail comes on Mondays.',
      month: 'This mail comes on the first of a month.',
    },
    change: 'Change, pause or end it',
  },
} as const;

export function viewLetter({ title, reader, language, every, address }: ViewFrame, content: ViewContent): Letter {
  const { from, to, table, page, file } = content;
  const words = WORDS[language];
  const day = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const days = [...new Set([from, to])].map(each => day.format(new Date(`${each}T00:00:00Z`))).join(' – ');
  const head = `${content.head}, ${days}${content.unit === '' ? '' : `, ${content.unit}`}`;
  const said = [...(table === null ? [words.none] : []), ...content.said];
  const links: readonly (readonly [string, string])[] =
    address === null
      ? []
      : [
          [words.more, `${address}${page}`],
          [words.change, `${address}/account`],
        ];
  return {
    subject: subjectOf(`${title}: ${days}`),
    text: [
      `${words.greeting} ${reader},`,
      '',
      head,
      '',
      ...(table === null ? [] : plainTable(table)),
      '',
      ...said,
      '',
      words.every[every],
      ...links.map(([text, target]) => `${text}: ${target}`),
      '',
    ].join('\n'),
    html: [
      `<p>${escaped(words.greeting)} ${escaped(reader)},</p><h2>${escaped(head)}</h2>`,
      table === null ? '' : htmlTable(table),
      ...said.map(note => `<p>${escaped(note)}</p>`),
      `<p>${words.every[every]}</p>`,
      ...links.map(([text, target]) => `<p><a href="${escaped(target)}">${text}</a></p>`),
    ].join(''),
    attachments: [file],
  };
}
