/** Texts of the further members of an article, as their declaration has them. */
import { type MemberColumn, type MemberName, memberRows } from '../../main/wire/articleMembers.ts';
import type { TextPair } from './texts.ts';

/** Keys are `before` and the name of the member, or its column. */
export const memberTexts = <Before extends string, By extends 'name' | 'column' = 'name'>(
  before: Before,
  which: 'label' | 'word',
  by: By | 'name' = 'name',
) =>
  Object.fromEntries(memberRows.map(row => [`${before}${row[by]}`, row[which]])) as Record<
    `${Before}${By extends 'column' ? MemberColumn : MemberName}`,
    TextPair
  >;
