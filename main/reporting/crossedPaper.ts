/** The paper of a report by two keys: its columns are those of the answer, and its title names both keys. */
import type { ReportDeclaration } from '../wire/office/reports.ts';
import type { ReportPaper } from './reportCsv.ts';

export function crossedPaper(paper: ReportPaper): ReportPaper {
  const { declaration, answer } = paper;
  if (!answer.across) return paper;
  const { by, figure, columns } = answer.across;
  const titleOf = (names: ReportDeclaration['by'] | ReportDeclaration['columns'], name: string) =>
    names.find(each => each.name === name)?.title ?? { de: name, en: name };
  const titles = [
    titleOf(declaration.columns, figure),
    titleOf(declaration.by, answer.by),
    titleOf(declaration.by, by),
  ] as const;
  const written = (language: 'de' | 'en') => {
    const [shown, down, across] = titles.map(title => title[language]);
    return `${shown} ${down} × ${across}`;
  };
  return { ...paper, declaration: { ...declaration, title: { de: written('de'), en: written('en') }, columns } };
}
