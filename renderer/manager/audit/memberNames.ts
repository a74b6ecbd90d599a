/** The words for members of audit entries: a member without words stands as the interface names it. Pure. */
import { peopleTexts } from '../../texts/pages/people.ts';

type Words = typeof peopleTexts;
export type WordKey = Extract<keyof Words, `changes.${'member' | 'value'}.${string}`>;
type Say = (key: WordKey) => string;

/** The key of these words; null where there are none. */
const keyOf = (key: string): WordKey | null => (Object.hasOwn(peopleTexts, key) ? (key as WordKey) : null);

/** Members whose numbers are minor units of the currency, wherever they stand, and of a card or voucher itself. */
const MONEY: ReadonlySet<string> = new Set([
  ...['price', 'minBasketSum', 'balanceLimit', 'overdraft'],
  ...['expected', 'counted', 'difference', 'sum'],
]);
const MONEY_OF_SUBJECT: ReadonlySet<string> = new Set(['cash', 'bonus', 'limit']);

/** Members whose values are words of the interface; elsewhere a word is what somebody entered. */
const WORDED: ReadonlySet<string> = new Set(['state', 'target', 'version', 'movement']);

/** The value of a member in words, such as `paid` of `state`; as it stands where it has no words. */
export function writtenValue(path: string, value: unknown, say: Say): string {
  const key = WORDED.has(path) ? keyOf(`changes.value.${value}`) : null;
  return key ? say(key) : String(value);
}

/** `prices[1].price` in words: `Prices 2 › Price`. */
export function writtenMember(path: string, say: Say): string {
  return path
    .split('.')
    .map(part => {
      const [, name = part, place] = /^(.*?)(?:\[(\d+)\])?$/.exec(part) ?? [];
      const key = keyOf(`changes.member.${name}`);
      const written = key ? say(key) : name;
      return place === undefined ? written : `${written} ${Number(place) + 1}`;
    })
    .join(' › ');
}

export const isMoney = (path: string): boolean => MONEY_OF_SUBJECT.has(path) || MONEY.has(path.split('.').at(-1) ?? '');
