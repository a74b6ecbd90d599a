/** Which cards a till takes for a payment (tag 30): lists of what it accepts and of what it denies. */
import { findTag, type Tlv } from '../../../zvt/codec/tlv.ts';
import { type CardName, cards } from '../engine/cards.ts';
import { numberTag } from '../engine/tags.ts';

const CARD_ACCEPTANCE = 0x30;
const CARD_TYPE = 0x41;
const ACCEPT_OR_DENY = 0x1f19;
const DENY = 1;

/** One list of accepted types wins over all denied ones; without any list every card is taken. */
export function accepts(container: readonly Tlv[] | undefined, card: CardName): boolean {
  const rules = (container ?? []).filter(object => object.tag === CARD_ACCEPTANCE).map(ruleOf);
  const accepted = rules.filter(rule => !rule.denies);
  const named = (rule: Rule) => rule.cardTypes.includes(cards[card].cardType);
  return accepted.length > 0 ? accepted.some(named) : !rules.some(named);
}

interface Rule {
  readonly cardTypes: readonly (number | undefined)[];
  readonly denies: boolean;
}

function ruleOf({ children = [] }: Tlv): Rule {
  const cardTypes = children.filter(child => child.tag === CARD_TYPE).map(child => numberTag([child], CARD_TYPE));
  const verdict = findTag(children, ACCEPT_OR_DENY);
  return { cardTypes, denies: verdict !== undefined && numberTag([verdict], ACCEPT_OR_DENY) === DENY };
}
