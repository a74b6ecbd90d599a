/** The plan of a set-up: what stands there against what is wanted, part by part. Nothing is changed here. */
import { loyaltyCardsBy, maskCards } from '../../drivers/masking/cardMask.ts';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { addScreenClient } from '../masterData/clients.ts';
import { audited } from '../masterData/masterData.ts';
import { addressLines, changedShop, changeShop, completeShop, shopFaults, shopWarnings } from '../masterData/shop.ts';
import { changeTaxRates, defaultTaxRates, taxRateFaults } from '../masterData/taxRates.ts';
import type { SetupDraft } from '../wire/setup.ts';
import type { ShopFacts, TaxRate } from '../wire/shop.ts';
import { BackOfficeSetting, UpstreamSetting } from '../wire/targets.ts';
import { withDefaults } from '../world/contractCheck.ts';
import { targetProblem } from '../world/targetSettings.ts';
import { planArticles } from './planArticles.ts';
import { PlanBook } from './planBook.ts';
import { planLoyalty } from './planLoyalty.ts';
import { type PinHashes, planClients, planPeople, type SecretHashes } from './planPeople.ts';
import { planTerminals, planTills } from './planPlaces.ts';
import type { SetupSource } from './setupFile.ts';
import type { ShopState } from './shopState.ts';

export interface PlanSurroundings {
  readonly pinHashes: PinHashes;
  readonly secretHashes: SecretHashes;
  /** Setting `loyaltyPrefixes`. */
  readonly prefixes: readonly string[];
  /** ms since 1970 */
  readonly now: number;
}

export async function planSetup(state: ShopState, source: SetupSource, around: PlanSurroundings): Promise<PlanBook> {
  const book = new PlanBook();
  const { parts } = source;
  const shop = planShop(book, state, parts);
  const taxRates = planTaxRates(book, state, parts, shop);
  planPeople(book, state, parts, around.pinHashes);
  planClients(book, state, parts, around.secretHashes);
  await planTerminals(book, state, parts);
  planTills(book, state, parts, shop);
  const facts = shop ?? completeShop(NOBODY, { name: NOBODY });
  const isOwn = loyaltyCardsBy(around.prefixes);
  const cutText = (text: string) => maskCards(text, isOwn);
  await planArticles(book, state, source, { shop: facts, taxRates, now: around.now, cutText });
  const { currency, language, loyalty } = facts;
  await planLoyalty(book, state, source, { currency, language, loyalty, prefixes: around.prefixes });
  planTargets(book, state, parts);
  return book;
}

/** Stands in for the shop while its own part is missing: the other parts are checked all the same. */
const NOBODY = 'MRC_000000000000000000000000000000';

function planShop(
  book: PlanBook,
  { shop: before, hasSales }: ShopState,
  { shop: wanted, loyalty }: SetupDraft,
): ShopFacts | null {
  const more = loyalty === undefined ? {} : { loyalty };
  if (before === null && wanted === undefined)
    book.fault('shop', 'fehlt: Name und Anschrift des Geschäfts.', 'is missing: name and address of the shop.');
  if (before === null && wanted === undefined) return null;
  const after = before
    ? changedShop(before, { ...wanted, ...more })
    : completeShop(NOBODY, { ...wanted, ...more } as { name: string });
  book.faults.push(...shopFaults(after));
  if (wanted !== undefined) book.warnings.push(...shopWarnings(after));
  if (before && hasSales && after.currency !== before.currency)
    book.fault(
      'shop.currency',
      'Die Währung ändert sich nicht mehr, wenn schon verkauft wurde.',
      'The currency does not change any more once something has been sold.',
    );
  if (before === null)
    book.add(
      'shop',
      `Das Geschäft ${after.name} wird angelegt: ${addressLines(after).join(', ') || 'ohne Anschrift'}.`,
      `The shop ${after.name} is made: ${addressLines(after).join(', ') || 'without an address'}.`,
      ({ data, change }) =>
        // Made before every other change, because the others name its id; see `applyPlan`.
        addScreenClient(data, change.merchant),
    );
  else if (canonicalJson(before) !== canonicalJson(after))
    book.add(
      'shop',
      'Die Angaben zum Geschäft werden geändert.',
      'The facts of the shop are changed.',
      ({ data, change }) => {
        changeShop(data, change, { ...wanted, ...more });
      },
    );
  return after;
}

function planTaxRates(
  book: PlanBook,
  state: ShopState,
  { taxRates: wanted }: SetupDraft,
  shop: ShopFacts | null,
): readonly TaxRate[] {
  const before = state.shop === null ? defaultTaxRates(shop?.country ?? 'DE') : state.taxRates;
  if (wanted === undefined) {
    if (before.length === 0 && shop !== null)
      book.warn(
        'taxRates',
        `Für ${shop.country} sind keine Steuersätze bekannt; bitte nennen.`,
        `No tax rates are known for ${shop.country}; please name them.`,
      );
    return before;
  }
  book.faults.push(...taxRateFaults(wanted, 'taxRates'));
  const sorted = (rates: readonly TaxRate[]) => canonicalJson([...rates].map(rate => canonicalJson(rate)).sort());
  if (sorted(wanted) !== sorted(before))
    book.add('shop', 'Die Steuersätze werden geändert.', 'The tax rates are changed.', ({ data, change }) => {
      changeTaxRates(data, change, wanted);
    });
  return wanted;
}

const TARGETS = {
  upstream: { de: 'Der Dienst darüber', en: 'The upstream service' },
  backoffice: { de: 'Die Zentrale', en: 'The back office' },
} as const;

function planTargets(book: PlanBook, { targets }: ShopState, parts: SetupDraft): void {
  const { upstream = null, backoffice = null } = parts;
  const problem = targetProblem({ demo: false, training: false, upstream, backoffice });
  if (problem !== null)
    book.fault('upstream', `${problem.slice('upstream: '.length)}.`, `${problem.slice('upstream: '.length)}.`);
  for (const target of ['upstream', 'backoffice'] as const) {
    const wanted = completeTarget(target, parts[target]);
    if (wanted === undefined || canonicalJson(wanted) === canonicalJson(targets[target])) continue;
    const { de, en } = TARGETS[target];
    const address = addressOf(wanted);
    const words = address === null ? ['wird vergessen', 'is forgotten'] : [`ist ${address}`, `is ${address}`];
    book.add('targets', `${de} ${words[0]}.`, `${en} ${words[1]}.`, ({ data, change }) => {
      data.shopStore.keepTarget(target, wanted);
      const [before, after] = [targets[target], wanted].map(setting => ({ [target]: addressOf(setting) })) as [
        object,
        object,
      ];
      audited(data, change, { kind: 'shop', subject: change.merchant, action: 'changed', before, after });
    });
  }
}

const SETTINGS = { upstream: UpstreamSetting, backoffice: BackOfficeSetting } as const;

/** Fills in the defaults of a part; an absent part stays absent. */
const completeTarget = <Setting>(target: keyof typeof SETTINGS, setting: Setting): Setting =>
  setting === undefined ? setting : (withDefaults(SETTINGS[target], setting) as Setting);

/** Credentials never stand in words or in the log. */
const addressOf = (setting: SetupDraft['upstream'] | SetupDraft['backoffice']): string | null => {
  if (setting === null || setting === undefined) return null;
  return typeof setting === 'string' ? setting : setting.address;
};
