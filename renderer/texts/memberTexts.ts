/** Texts of the further members of an article, as their declaration has them. */
import { type MemberName, memberRows } from '../../main/wire/articleMembers.ts';
import type { TextPair } from './texts.ts';

export const memberTexts = <Before extends string>(before: Before, which: 'label' | 'word') =>
  Object.fromEntries(memberRows.map(row => [`${before}${row.name}`, row[which]])) as Record<
    `${Before}${MemberName}`,
    TextPair
  >;
