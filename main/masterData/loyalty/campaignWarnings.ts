/** Warnings about a campaign: none is an error, and each of these settings has cost a shop money. */
import type { Campaign } from '../../domain/campaigns.ts';
import type { CampaignAnswer } from '../../wire/loyaltyManagement.ts';

type Warning = CampaignAnswer['warnings'][number];

/** `others`: all other campaigns of the shop. `now` in ms since 1970. */
export function campaignWarnings(campaign: Campaign, others: readonly Campaign[], now: number): readonly Warning[] {
  if (hasEnded(campaign, now)) return [];
  const rivals = others.filter(other => !hasEnded(other, now) && meet(campaign, other));
  const added = rivals.filter(other => isDiscount(other) && isDiscount(campaign) && !excludes(campaign, other));
  const percents = [campaign, ...added].reduce(
    (sum, { effect }) => sum + (effect.type === 'percent' ? effect.percent : 0),
    0,
  );
  const ids = (list: readonly Campaign[]) => list.map(({ id }) => id);
  const warnings: Warning[] = [];
  const warn = (warning: Warning['warning'], campaigns: readonly Campaign[], de: string, en: string) =>
    warnings.push({ warning, campaigns: ids(campaigns), texts: { de, en } });
  if (percents >= 100)
    warn(
      'everythingFree',
      added,
      'Zusammen geben diese Aktionen 100 % oder mehr: Die Ware ist dann umsonst, nie weniger als 0.',
      'Together these campaigns give 100 % or more: the goods are free then, never less than 0.',
    );
  else if (added.length > 0)
    warn(
      'overlaps',
      added,
      `Gilt zugleich mit: ${names(added)}. Die Nachlässe addieren sich, in der Reihenfolge der Aktionen.`,
      `Applies together with: ${names(added)}. The discounts add up, in the order of the campaigns.`,
    );
  if (!campaign.condition.validTo) warn('noEnd', [], 'Die Aktion hat kein Ende.', 'The campaign has no end.');
  if (isUnconditional(campaign))
    warn(
      'noCondition',
      [],
      'Die Aktion gilt für jeden Einkauf, mit und ohne Karte.',
      'The campaign applies to every sale, with and without a card.',
    );
  return warnings;
}

const names = (campaigns: readonly Campaign[]): string => campaigns.map(({ name }) => name).join(', ');

const hasEnded = ({ condition: { validTo } }: Campaign, now: number): boolean =>
  validTo !== undefined && Date.parse(validTo) <= now;

const isDiscount = ({ effect }: Campaign): boolean => effect.type === 'percent' || effect.type === 'amount';

const excludes = (a: Campaign, b: Campaign): boolean => a.overlap === 'best' && b.overlap === 'best';

const isUnconditional = ({ condition }: Campaign): boolean => {
  const { cardGroups, articles = [], articleGroups = [], minQuantity = 1, minBasketSum } = condition;
  return !cardGroups && articles.length + articleGroups.length === 0 && minQuantity <= 1 && minBasketSum === undefined;
};

/** May both apply to one line of one sale? An article of a group that the other one names is not looked up. */
function meet({ condition: a }: Campaign, { condition: b }: Campaign): boolean {
  const [from, to] = [
    (text?: string) => (text ? Date.parse(text) : 0),
    (text?: string) => (text ? Date.parse(text) : Infinity),
  ];
  if (from(a.validFrom) >= to(b.validTo) || from(b.validFrom) >= to(a.validTo)) return false;
  if (a.cardGroups && b.cardGroups && !a.cardGroups.some(id => b.cardGroups?.includes(id))) return false;
  const of = ({ articles = [], articleGroups = [] }: Campaign['condition']) => ({ articles, articleGroups });
  const [x, y] = [of(a), of(b)];
  const every = (one: typeof x) => one.articles.length + one.articleGroups.length === 0;
  if (every(x) || every(y)) return true;
  if (x.articles.some(id => y.articles.includes(id)) || x.articleGroups.some(id => y.articleGroups.includes(id)))
    return true;
  // One names articles and the other groups: they may well meet.
  return (x.articles.length > 0 && y.articleGroups.length > 0) || (x.articleGroups.length > 0 && y.articles.length > 0);
}
