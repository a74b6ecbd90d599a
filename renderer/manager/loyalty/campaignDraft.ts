/** The typed values of the form of a campaign, and the campaign that they make. */
import type { CampaignAnswer, CampaignChange } from '../../../main/wire/loyaltyManagement.ts';
import type { Language } from '../../texts/money.ts';
import { namesOf } from './NameFields.tsx';
import { shownAmount, shownDay, typedAmount, typedDay, typedList, typedNumber } from './sectionProps.ts';

export const effects = ['percent', 'amount', 'pointsFactor', 'collect'] as const;
export type Effect = (typeof effects)[number];

export interface CampaignDraft {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
  readonly effect: Effect;
  readonly value: string;
  readonly articleGroups: string;
  readonly articles: string;
  readonly cardGroup: string;
  readonly minQuantity: string;
  readonly minBasketSum: string;
  readonly from: string;
  readonly to: string;
  readonly overlap: 'add' | 'best';
  readonly position: string;
}

type Stored = CampaignAnswer & {
  readonly condition: CampaignChange['condition'];
  readonly effect: {
    readonly type: Effect;
    readonly percent?: number;
    readonly amount?: number;
    readonly factor?: number;
  };
  readonly overlap?: 'add' | 'best';
};

export function draftOf(campaign: CampaignAnswer | null, currency: string, language: Language): CampaignDraft {
  const {
    id = '',
    name = '',
    nameEn,
    condition = {},
    effect,
    overlap = 'add',
    position,
  } = (campaign ?? {}) as Partial<Stored>;
  const plain = effect?.percent ?? effect?.factor;
  return {
    ...{
      id,
      name,
      nameEn: nameEn ?? '',
      overlap,
      effect: effect?.type ?? 'percent',
      position: position === undefined ? '' : String(position),
    },
    value:
      effect?.type === 'amount'
        ? shownAmount(effect.amount, currency, language)
        : String(plain ?? '').replace('.', language === 'de' ? ',' : '.'),
    articleGroups: (condition.articleGroups ?? []).join(', '),
    articles: (condition.articles ?? []).join(', '),
    cardGroup: condition.cardGroups?.[0] ?? '',
    minQuantity: condition.minQuantity === undefined ? '' : String(condition.minQuantity),
    minBasketSum: shownAmount(condition.minBasketSum, currency, language),
    from: shownDay(condition.validFrom, 0),
    to: shownDay(condition.validTo, 1),
  };
}

/** The first field that is wrong, or the campaign. `kept`: card groups beyond the one that the form shows. */
export function campaignOf(
  draft: CampaignDraft,
  currency: string,
  kept: readonly string[],
): { readonly wrong: keyof CampaignDraft } | { readonly campaign: CampaignChange } {
  const effect = effectOf(draft, currency);
  const [from, to] = [typedDay(draft.from, 0), typedDay(draft.to, 1)];
  const quantity = draft.minQuantity === '' ? undefined : typedNumber(draft.minQuantity);
  const sum = typedAmount(draft.minBasketSum, currency);
  const position = draft.position === '' ? undefined : typedNumber(draft.position);
  if (draft.name.trim() === '') return { wrong: 'name' };
  if (effect === null) return { wrong: 'value' };
  if (draft.from !== '' && from === null) return { wrong: 'from' };
  if (draft.to !== '' && to === null) return { wrong: 'to' };
  if (quantity === null) return { wrong: 'minQuantity' };
  if (sum === null || sum < 0) return { wrong: 'minBasketSum' };
  if (position === null) return { wrong: 'position' };
  const [groups, articles] = [typedList(draft.articleGroups), typedList(draft.articles)];
  const cards = draft.cardGroup === '' ? [] : [draft.cardGroup, ...kept.filter(id => id !== draft.cardGroup)];
  return {
    campaign: {
      ...{ ...namesOf(draft), effect, overlap: draft.overlap },
      ...(position === undefined ? {} : { position }),
      condition: {
        ...(cards.length === 0 ? {} : { cardGroups: cards }),
        ...(articles.length === 0 ? {} : { articles: [...articles] }),
        ...(groups.length === 0 ? {} : { articleGroups: [...groups] }),
        ...(quantity === undefined ? {} : { minQuantity: quantity }),
        ...(sum === 0 ? {} : { minBasketSum: sum }),
        ...(from === null ? {} : { validFrom: from }),
        ...(to === null ? {} : { validTo: to }),
      },
    },
  };
}

function effectOf({ effect, value }: CampaignDraft, currency: string): CampaignChange['effect'] | null {
  if (effect === 'amount') {
    const amount = typedAmount(value, currency);
    return amount === null || amount <= 0 ? null : { type: 'amount', amount };
  }
  const number = /^\d{1,3}([.,]\d{1,2})?$/.test(value.trim()) ? Number(value.trim().replace(',', '.')) : null;
  if (number === null || number <= 0 || number > 100) return null;
  if (effect === 'pointsFactor') return number < 1 ? null : { type: 'pointsFactor', factor: number };
  return { type: effect, percent: number };
}
