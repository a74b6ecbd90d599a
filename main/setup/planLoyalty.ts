/** Plans card groups, cards with their balances, and campaigns. */

import { loyaltyCardsBy, maskCards } from '../../drivers/masking/cardMask.ts';
import type { Campaign } from '../domain/campaigns.ts';
import { canonicalJson } from '../domain/canonicalJson.ts';
import type { Language } from '../domain/money.ts';
import { readWrittenAmount } from '../domain/writtenAmount.ts';
import { isRounded } from '../masterData/listedNumbers.ts';
import { type FileCard, readCard, readCardFile } from '../masterData/loyalty/cardFile.ts';
import {
  addCard,
  addCardGroup,
  type CardGroupFacts,
  type OpeningBalances,
  putCampaign,
} from '../masterData/loyalty/cards.ts';
import { isMaskedNumber, maskedCard } from '../masterData/loyalty/ownNumbers.ts';
import type { SetupDraft } from '../wire/setup.ts';
import { reading } from './planArticles.ts';
import type { PlanBook } from './planBook.ts';
import { key } from './planPlaces.ts';
import type { SetupSource } from './setupFile.ts';
import type { ShopState } from './shopState.ts';

export interface LoyaltySurroundings {
  readonly currency: string;
  readonly language: Language;
  /** The shop has a programme of its own. */
  readonly loyalty: boolean;
  /** First digits of own cards that would be taken for payment cards. */
  readonly prefixes: readonly string[];
}

interface CardLine {
  readonly place: string;
  readonly number: string;
  readonly group: string;
  readonly opening: OpeningBalances;
}

export async function planLoyalty(
  book: PlanBook,
  state: ShopState,
  source: SetupSource,
  around: LoyaltySurroundings,
): Promise<void> {
  const lines = await cardLines(book, state, source, around);
  const groups = planCardGroups(book, state, source.parts, lines, around);
  planCards(book, state, lines, groups, around);
  planCampaigns(book, state, source.parts, groups, around);
}

/** Names and ids of the groups that there will be, by name and by id in small letters. */
type GroupNames = ReadonlyMap<string, CardGroupFacts>;

function planCardGroups(
  book: PlanBook,
  state: ShopState,
  { cardGroups = [] }: SetupDraft,
  lines: readonly CardLine[],
  around: LoyaltySurroundings,
): GroupNames {
  const groups = new Map<string, CardGroupFacts>();
  for (const group of state.cardGroups) {
    groups.set(key(group.id), group);
    groups.set(key(group.name), group);
  }
  const add = (group: CardGroupFacts) => {
    groups.set(key(group.name), group);
    book.add(
      'cards',
      `Kartengruppe ${group.name} wird angelegt.`,
      `Card group ${group.name} is made.`,
      ({ data, change, cardGroups: made }) => made.set(key(group.name), addCardGroup(data, change, group)),
    );
  };
  book.refuseTwice(
    'cardGroups',
    cardGroups.map(({ name }) => name),
  );
  for (const [index, { name, prefix, length = 16 }] of cardGroups.entries()) {
    const before = groups.get(key(name));
    if (before && (before.prefix !== prefix || before.length !== length))
      book.fault(
        `cardGroups[${index}]`,
        'Nummernkreis und Länge einer Gruppe ändern sich nicht mehr.',
        'Prefix and length of a group do not change any more.',
      );
    if (!before) add({ name, prefix, length });
  }
  for (const name of new Set(
    lines.map(({ group }) => group).filter(group => group !== '' && !groups.has(key(group))),
  )) {
    const numbers = lines.filter(({ group }) => group === name).map(({ number }) => number);
    add({ name, prefix: commonPrefix(numbers), length: numbers[0]?.length ?? 16 });
  }
  const needsOne = around.loyalty && groups.size === 0;
  if (needsOne || lines.some(({ group }) => group === '' && groups.size === 0)) add(defaultGroup(lines, around));
  return groups;
}

/** No payment card begins so. */
const OWN_PREFIX = '9280';

function defaultGroup(lines: readonly CardLine[], { language }: LoyaltySurroundings): CardGroupFacts {
  const numbers = lines.filter(({ group }) => group === '').map(({ number }) => number);
  const name = language === 'de' ? 'Kundenkarte' : 'Loyalty card';
  return { name, prefix: numbers.length > 0 ? commonPrefix(numbers) : OWN_PREFIX, length: numbers[0]?.length ?? 16 };
}

/** The first digits that all have in common, four at the most: the next range of cards differs behind them. */
function commonPrefix(numbers: readonly string[]): string {
  const [first = ''] = numbers;
  for (let length = Math.min(4, first.length); length > 0; length -= 1)
    if (numbers.every(number => number.startsWith(first.slice(0, length)))) return first.slice(0, length);
  return '';
}

async function cardLines(
  book: PlanBook,
  state: ShopState,
  { parts: { cards = [] }, open }: SetupSource,
  { currency, prefixes }: LoyaltySurroundings,
): Promise<readonly CardLine[]> {
  const lines: CardLine[] = [];
  const take = (place: string, card: FileCard | null, problems: ReturnType<typeof readCard>['problems']) => {
    if (card !== null) lines.push({ place, ...card });
    for (const { column, texts } of problems)
      book.fault(column === null ? place : `${place}, ${column}`, texts.de, texts.en);
  };
  if (typeof cards !== 'string') {
    for (const [index, row] of cards.entries()) {
      const texts = Object.entries(row).map(([name, value]) => [name, String(value)]);
      const { card, problems } = readCard(Object.fromEntries(texts), currency);
      take(`cards[${index}]`, card, problems);
    }
    return lines;
  }
  const isOwn = loyaltyCardsBy(prefixes);
  await reading(book, 'cards', cards, async () => {
    for await (const line of readCardFile(open(cards), currency, { cutText: text => maskCards(text, isOwn) })) {
      const place = `${cards} line ${line.line}`;
      take(place, 'card' in line ? line.card : null, 'card' in line ? [] : line.problems);
      if ('card' in line && isRounded(line.card.number) && !state.hasCard(line.card.number))
        book.warn(
          `${place}, cardnumber`,
          'Die Kartennummer wurde vielleicht von einer Tabellenkalkulation gerundet: bitte mit der Karte vergleichen.',
          'The card number may have been rounded by a spreadsheet: please compare it with the card.',
        );
    }
  });
  return lines;
}

function planCards(
  book: PlanBook,
  state: ShopState,
  lines: readonly CardLine[],
  groups: GroupNames,
  { prefixes }: LoyaltySurroundings,
): void {
  const seen = new Map<string, string>();
  const first = [...groups.values()][0]?.name ?? '';
  for (const { place, number, group, opening } of lines) {
    if (seen.has(number))
      book.fault(
        `${place}, cardnumber`,
        `Die Karte steht schon in ${seen.get(number)}.`,
        `The card stands in ${seen.get(number)} already.`,
      );
    seen.set(number, place);
    if (isMaskedNumber({ prefixes }, number)) book.fault(`${place}, cardnumber`, ...maskedCard(number));
    const { name, prefix } = groups.get(key(group)) ?? groups.get(key(first)) ?? { name: first, prefix: '' };
    if (!number.startsWith(prefix))
      book.warn(
        `${place}, cardnumber`,
        `Die Nummer beginnt nicht mit ${prefix}, wie die Gruppe ${name}.`,
        `The number does not begin with ${prefix}, as the group ${name} does.`,
      );
    if (state.hasCard(number)) continue;
    const words = `${number.slice(-4)}`;
    book.add('cards', `Karte …${words} wird angelegt.`, `Card …${words} is made.`, ({ data, change, cardGroups }) =>
      addCard(data, change, number, groupId(state, cardGroups, name), opening),
    );
  }
}

const groupId = (state: ShopState, made: ReadonlyMap<string, string>, name: string): string => {
  const id =
    made.get(key(name)) ?? state.cardGroups.find(group => key(group.name) === key(name) || group.id === name)?.id;
  if (id === undefined) throw new Error(`the card group ${name} is gone`);
  return id;
};

function planCampaigns(
  book: PlanBook,
  state: ShopState,
  { campaigns = [] }: SetupDraft,
  groups: GroupNames,
  { currency }: LoyaltySurroundings,
): void {
  book.refuseTwice(
    'campaigns',
    campaigns.map(({ id }) => id),
  );
  for (const [index, { id, name, nameEn, condition = {}, effect }] of campaigns.entries()) {
    const path = `campaigns[${index}]`;
    const minor = (written: string | number, member: string): number => {
      const read = readWrittenAmount(String(written), currency);
      if (!read.ok) book.fault(`${path}.${member}`, read.texts.de, read.texts.en);
      return read.ok ? read.amount : 0;
    };
    for (const group of condition.cardGroups ?? [])
      if (!groups.has(key(group)))
        book.fault(
          `${path}.condition.cardGroups`,
          `Eine Kartengruppe ${group} gibt es nicht.`,
          `There is no card group ${group}.`,
        );
    const { minBasketSum, cardGroups, ...rest } = condition;
    const wanted = {
      ...{
        id,
        name,
        ...(nameEn ? { nameEn } : {}),
        effect: effect.type === 'amount' ? { type: 'amount', amount: minor(effect.amount, 'effect.amount') } : effect,
      },
      condition: {
        ...rest,
        ...(minBasketSum === undefined ? {} : { minBasketSum: minor(minBasketSum, 'condition.minBasketSum') }),
      },
    } as Campaign;
    planCampaign(book, state, wanted, cardGroups);
  }
}

function planCampaign(
  book: PlanBook,
  state: ShopState,
  campaign: Campaign,
  cardGroups: readonly string[] | undefined,
): void {
  const before = state.campaigns.find(({ id }) => id === campaign.id) ?? null;
  // A group that is made by the same set-up has no id yet.
  const complete = (made: ReadonlyMap<string, string>): Campaign =>
    cardGroups === undefined
      ? campaign
      : {
          ...campaign,
          condition: { ...campaign.condition, cardGroups: cardGroups.map(name => groupId(state, made, name)) },
        };
  const isMade =
    cardGroups?.every(name => state.cardGroups.some(group => key(group.name) === key(name) || group.id === name)) ??
    true;
  if (before && isMade && canonicalJson(before) === canonicalJson(complete(new Map()))) return;
  const [de, en] = before ? ['geändert', 'changed'] : ['angelegt', 'made'];
  book.add(
    'campaigns',
    `Aktion ${campaign.id} wird ${de}.`,
    `Campaign ${campaign.id} is ${en}.`,
    ({ data, change, cardGroups: made }) => putCampaign(data, change, before, complete(made)),
  );
}
