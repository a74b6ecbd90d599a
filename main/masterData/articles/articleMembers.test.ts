/** A further member of an article goes the whole way by its declaration alone: file, offer of the till, and away again. */
import { expect, test } from 'vitest';
import { articleMembers, type MemberRow, memberRows, withMembers } from '../../wire/articleMembers.ts';
import { articleOf } from './articleFile.ts';
import { newArticle } from './articles.ts';
import { writtenArticle } from './csvColumns.ts';
import { offerOf } from './offer.ts';

const VALUES: Readonly<Record<MemberRow['kind'], unknown>> = {
  ...{ yes: true, years: 18, cost: 45 },
  packs: [
    { code: '14006381333938', pieces: 6 },
    { code: 'Kiste-1', pieces: 20 },
  ],
};
const TODAY = { day: '2026-11-29', rates: {}, groups: new Map() };

test.each(memberRows)('$name goes into a file and back, to the till, and away', ({ name, kind, column, heads }) => {
  const plain = { ...newArticle(0), number: '7', name: { de: 'Tee', en: 'Tea' }, price: 100, taxRate: 19 };
  const article = withMembers(plain, { [name]: VALUES[kind] });
  expect(article).toMatchObject({ [name]: VALUES[kind] });
  const cells = writtenArticle(article, 'EUR', TODAY.day);
  expect(articleOf(cells, 'EUR')).toMatchObject({ article: { options: { [name]: VALUES[kind] } } });
  const sold = { [name]: articleMembers[name].about.sold === null ? undefined : VALUES[kind] };
  expect({ ...offerOf(plain, TODAY).sold, ...offerOf(article, TODAY).sold }).toEqual({
    ...offerOf(plain, TODAY).sold,
    ...sold,
  });
  expect(withMembers(article, { [name]: null })).toEqual(plain);
  expect(withMembers(article, {})).toEqual(article);
  const others = memberRows.filter(row => row.name !== name).flatMap(row => [row.column, ...row.heads]);
  expect([column, ...heads].filter(head => others.includes(head))).toEqual([]);
});
