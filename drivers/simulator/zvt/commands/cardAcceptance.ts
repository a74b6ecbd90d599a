/** The card types that a till accepts or denies for a payment (tag 30). */
import { findTag, type Tlv } from '../../../zvt/codec/tlv.ts';
import { type CardName, cards } from '../engine/cards.ts';
import { numberTag } from '../engine/tags.ts';

const CARD_ACCEPTANCE = 0x30;
const CARD_TYPE = 0x41;
const ACCEPT_OR_DENY = 0x1f19;
const DENY = 1;

/** A list of accepted types overrules lists of denied types; without any list every card is accepted. */
export function accepts(container: readonly Tlv[] | undefined, card: CardName): boolean {
  const rules = (container ?? []).filter(object => object.tag === CARD_ACCEPTANCE).map(ruleOf);
  const accepted = rules.filter(rule => !rule.denies);
  const isListed = (rule: Rule) => rule.cardTypes.includes(cards[card].cardType);
  return accepted.length > 0 ? accepted.some(isListed) : !rules.some(isListed);
}

interface Rule {
  readonly cardTypes: readonly (number | undefined)[];
  readonly denies: boolean;
}

function ruleOf({ children = [] }: Tlv): Rule {
  const cardTypes = children.filter(child => child.tag === CARD_TYPE).map(child => numberTag([child], CARD_TYPE));
  const choice = findTag(children, ACCEPT_OR_DENY);
  return { cardTypes, denies: choice !== undefined && numberTag([choice], ACCEPT_OR_DENY) === DENY };
}
