/** The words of the mail of the morning, as text and as HTML. */

import type { Language } from '../../domain/money.ts';
import { writtenFigure } from '../../reporting/cells.ts';
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import type { ReportScope } from '../reports/report.ts';
import { escaped, htmlTable, type Letter, type LetterTable, plainTable, subjectOf } from './letter.ts';

interface Facts extends Pick<ReportAnswer, 'rows' | 'total' | 'notes'> {
  readonly before: ReportAnswer['before'] | null;
  readonly name: string;
  readonly language: Language;
  readonly day: string;
  readonly scope: ReportScope;
  readonly address: string | null;
}

const WORDS = {
  de: {
    subject: 'Umsatz am',
    greeting: 'Guten Morgen',
    titles: ['Filiale', 'Verkäufe', 'Umsatz', 'vor einer Woche'],
    total: 'Summe',
    more: 'Mehr dazu',
  },
  en: {
    subject: 'Turnover on',
    greeting: 'Good morning',
    titles: ['Store', 'Sales', 'Turnover', 'a week before'],
    total: 'Total',
    more: 'More of it',
  },
} as const;

export function morningLetter(facts: Facts): Letter {
  const { language, day, name, notes, address } = facts;
  const words = WORDS[language];
  const date = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'full',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  const table = tableOf(facts);
  const link = address === null ? null : `${address}/reports/turnover?from=${day}&to=${day}&by=store`;
  const said = notes.map(note => note[language]);
  return {
    subject: subjectOf(`${words.subject} ${date}: ${table.at(-1)?.[2] ?? ''}`),
    text: [
      `${words.greeting} ${name},`,
      '',
      ...plainTable(table),
      '',
      ...said,
      ...(link ? ['', `${words.more}: ${link}`] : []),
      '',
    ].join('\n'),
    html: `<p>${escaped(words.greeting)} ${escaped(name)},</p>${htmlTable(table)}${said.map(note => `<p>${escaped(note)}</p>`).join('')}${
      link ? `<p><a href="${escaped(link)}">${words.more}</a></p>` : ''
    }`,
  };
}

/** Titles, one line for each store, and the total. */
function tableOf({ rows, total, before, language, scope }: Facts): LetterTable {
  const written = (value: unknown, unit: 'money' | 'count') =>
    writtenFigure(value as number | null, unit, { language, currency: scope.currency, timeZone: scope.timeZone });
  const line = (
    label: string,
    row: Readonly<Record<string, unknown>>,
    earlier: Readonly<Record<string, unknown>> | undefined,
  ) => [
    label,
    written(row.sales, 'count'),
    `${written(row.turnover, 'money')} ${scope.currency}`,
    `${written(earlier?.turnover ?? 0, 'money')} ${scope.currency}`,
  ];
  const earlier = (before?.rows ?? []) as readonly ReportRow[];
  return [
    WORDS[language].titles,
    ...(rows as readonly ReportRow[]).map((row, index) => line(row.label, row, earlier[index])),
    line(WORDS[language].total, total, before?.total),
  ];
}
