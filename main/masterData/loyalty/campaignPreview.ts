/** Tries campaigns on a basket: the same rules as in a sale, with nothing written and nothing held. */
import { type BasketItem, normaliseItem, numberItems, revenue } from '../../domain/basket.ts';
import { bonusCollected, type Campaign, campaignRefusal, pointsFactor } from '../../domain/campaigns.ts';
import { applyCard, pointsEarned } from '../../domain/loyalty.ts';
import { refusalOfCard } from '../../sale/idents.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { Preview, PreviewInput } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { InputFault } from '../shop.ts';
import { conditionFaults } from './campaigns.ts';
import { fault, type LoyaltyParts, refuseFaults } from './parts.ts';

export function previewOf(parts: LoyaltyParts, merchant: string, input: PreviewInput): Preview {
  const { world, data } = parts;
  const now = input.at === undefined ? world.clock.now() : Date.parse(input.at);
  const items = itemsOf(parts, merchant, input);
  const card = cardOf(parts, merchant, input, now);
  const campaigns = campaignsWith(parts, merchant, input);
  const group = card?.cardGroupId ?? null;
  const { cash, bonus } = card ? world.loyalty.available(card.merchantcard.id) : { cash: 0, bonus: 0 };
  const facts = { cardGroupId: group, cash: Math.max(0, cash + (card?.limit ?? 0)), bonus };
  const { language } = world.settings;
  const applied = applyCard(items, facts, { campaigns, now, language });
  const lines = applied.bonusItems.flatMap(line => {
    const [, source = ''] = (line.reference_id ?? '').split(':');
    const names = { name: line.desc, ...(line.desc_en ? { nameEn: line.desc_en } : {}) };
    return source === 'balance' ? [] : [{ campaign: source, ...names, tax: line.tax, discount: -line.priceOne }];
  });
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const used = new Set(lines.map(({ campaign }) => campaign));
  const sold = revenue(applied.items);
  return {
    sum: applied.sum + discount + applied.bonusUsed,
    ...{ lines, discount, bonusUsed: applied.bonusUsed, cashUsed: applied.cashUsed, missing: applied.missingSum },
    points: card ? pointsEarned(sold, pointsFactor(campaigns, applied.items, group, now)) : 0,
    bonusCollected: card ? bonusCollected(campaigns, applied.items, group, now) : 0,
    campaigns: campaigns.map(campaign => {
      const why = campaignRefusal(campaign.condition, items, group, now) ?? leftOver(campaign, used, card);
      const { id, name, nameEn } = campaign;
      return { id, name, ...(nameEn ? { nameEn } : {}), applies: why === null, why };
    }),
  };

  function leftOver({ id, effect }: Campaign, takers: ReadonlySet<string>, shown: CardRecord | null) {
    const isDiscount = effect.type === 'percent' || effect.type === 'amount';
    if (isDiscount) return takers.has(id) ? null : 'nothingLeft';
    // Points and bonus need a card to go to.
    return shown ? null : 'cardGroup';
  }

  function campaignsWith(own: LoyaltyParts, shop: string, { campaign }: PreviewInput): readonly Campaign[] {
    const stored = data.loyalty.campaigns(shop);
    if (!campaign) return stored;
    const draft = campaign as Campaign;
    refuseFaults(conditionFaults(own, shop, draft.condition, 'campaign.condition'));
    const isKnown = stored.some(({ id }) => id === draft.id);
    return isKnown ? stored.map(one => (one.id === draft.id ? draft : one)) : [...stored, draft];
  }
}

function itemsOf({ data }: LoyaltyParts, merchant: string, { products }: PreviewInput): readonly BasketItem[] {
  const faults: InputFault[] = [];
  const items = products.flatMap(({ code, quantity = 1, price }, index) => {
    const path = `products[${index}].code`;
    const text = data.merchants.article(merchant, code);
    if (text === null) {
      faults.push(fault(path, `Einen Artikel ${code} gibt es nicht.`, `There is no article ${code}.`));
      return [];
    }
    const article = JSON.parse(text) as Article;
    const { articleNumber, ean, desc, tax, group } = article;
    const priceOne = price ?? article.price;
    const read = normaliseItem(
      { articleNumber, ean, desc, tax, group, quantity, priceOne, item_type: 'article' },
      path,
    );
    if (!read.ok) throw new BridgeError('badInput', `${read.problem.path} cannot be sold`);
    return [read.value];
  });
  refuseFaults(faults);
  return numberItems(items);
}

function cardOf(
  { world }: LoyaltyParts,
  merchant: string,
  { cardnumber }: PreviewInput,
  now: number,
): CardRecord | null {
  if (!cardnumber) return null;
  const card = world.loyalty.card(merchant, cardnumber);
  if (!card)
    refuseFaults([fault('cardnumber', `Eine Karte ${cardnumber} gibt es nicht.`, `There is no card ${cardnumber}.`)]);
  if (card && refusalOfCard(card, now) !== null)
    refuseFaults([
      fault('cardnumber', 'Diese Karte kann dann nicht benutzt werden.', 'This card cannot be used then.'),
    ]);
  return card;
}
