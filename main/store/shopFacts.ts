/** The facts of a shop, its tax rates and article groups, and where its records go. */
import type { Campaign } from '../domain/campaigns.ts';
import type { ShopFacts, TaxRate } from '../wire/shop.ts';
import type { BackOfficeSetting, UpstreamSetting } from '../wire/targets.ts';
import type { Tile } from '../wire/tiles.ts';
import type { Database } from './database.ts';

/** The facts that do not stand in the merchant row. */
export type StoredFacts = Omit<ShopFacts, 'object' | 'id' | 'name' | 'currency'>;

export interface ArticleGroup {
  readonly id: string;
  readonly parent: string | null;
  readonly name: { readonly de: string; readonly en: string };
}

export interface StoredTargets {
  readonly upstream: UpstreamSetting;
  readonly backoffice: BackOfficeSetting;
}

export interface ShopStore {
  /** Null where the shop was made before there were facts. */
  facts(merchant: string): StoredFacts | null;
  taxRates(merchant: string): readonly TaxRate[];
  groups(merchant: string): readonly ArticleGroup[];
  /** Null where nobody arranged any. */
  tiles(merchant: string): readonly Tile[] | null;
  targets(): StoredTargets;
  /** Something was sold, or is being sold. */
  hasSales(merchant: string): boolean;
  // The rest is for use inside `write`.
  keepFacts(merchant: string, facts: StoredFacts): void;
  replaceTaxRates(merchant: string, rates: readonly TaxRate[]): void;
  /** A new group goes to the end. */
  keepGroup(merchant: string, group: ArticleGroup): void;
  removeGroup(merchant: string, id: string): void;
  keepTiles(merchant: string, tiles: readonly Tile[]): void;
  /** A new campaign goes to the end. */
  keepCampaign(merchant: string, campaign: Campaign): void;
  /** Called after each commit that kept facts of a shop. */
  onFacts(listener: () => void): void;
  keepTarget<Target extends keyof StoredTargets>(target: Target, setting: StoredTargets[Target]): void;
}

interface RateRow {
  readonly key: string;
  readonly valid_from: string;
  readonly rate: number;
  readonly name_de: string;
  readonly name_en: string;
}

interface GroupRow {
  readonly id: string;
  readonly parent: string | null;
  readonly name_de: string;
  readonly name_en: string;
}

export function createShopStore(db: Database): ShopStore {
  const facts = db.prepare<string>('SELECT document FROM shop_facts WHERE merchant = ?').pluck();
  const keepFacts = db.prepare(
    `INSERT INTO shop_facts (merchant, document)
      VALUES (?, ?) ON CONFLICT DO UPDATE SET document = excluded.document`,
  );
  const listeners = new Set<() => void>();
  const sales = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM smart_transaction WHERE merchant = ?)').pluck();
  return {
    hasSales: merchant => sales.get(merchant) === 1,
    facts(merchant) {
      const document = facts.get(merchant);
      return document === undefined ? null : JSON.parse(document);
    },
    keepFacts(merchant, document) {
      keepFacts.run(merchant, JSON.stringify(document));
      for (const listener of listeners) db.afterCommit(listener);
    },
    onFacts: listener => void listeners.add(listener),
    ...createTaxRates(db),
    ...createGroups(db),
    ...createTiles(db),
    ...createTargets(db),
    ...createCampaigns(db),
  };
}

function createTaxRates(db: Database): Pick<ShopStore, 'taxRates' | 'replaceTaxRates'> {
  const rates = db.prepare<RateRow>(
    'SELECT key, valid_from, rate, name_de, name_en FROM tax_rate WHERE merchant = ? ORDER BY key, valid_from',
  );
  const clear = db.prepare('DELETE FROM tax_rate WHERE merchant = ?');
  const insert = db.prepare(
    'INSERT INTO tax_rate (merchant, key, valid_from, rate, name_de, name_en) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    taxRates: merchant =>
      rates.all(merchant).map(({ key, valid_from, rate, name_de, name_en }) => ({
        ...{ key, rate, validFrom: valid_from },
        name: { de: name_de, en: name_en },
      })),
    replaceTaxRates(merchant, all) {
      clear.run(merchant);
      for (const { key, validFrom, rate, name } of all) insert.run(merchant, key, validFrom, rate, name.de, name.en);
    },
  };
}

function createGroups(db: Database): Pick<ShopStore, 'groups' | 'keepGroup' | 'removeGroup'> {
  const groups = db.prepare<GroupRow>(
    'SELECT id, parent, name_de, name_en FROM article_group WHERE merchant = ? ORDER BY position, id',
  );
  const keep = db.prepare(`INSERT INTO article_group (merchant, id, parent, position, name_de, name_en)
    SELECT ?, ?, ?, coalesce(max(position) + 1, 0), ?, ? FROM article_group WHERE merchant = ?
    ON CONFLICT DO UPDATE SET parent = excluded.parent, name_de = excluded.name_de, name_en = excluded.name_en`);
  const remove = db.prepare('DELETE FROM article_group WHERE merchant = ? AND id = ?');
  return {
    removeGroup: (merchant, id) => void remove.run(merchant, id),
    groups: merchant =>
      groups
        .all(merchant)
        .map(({ id, parent, name_de, name_en }) => ({ id, parent, name: { de: name_de, en: name_en } })),
    keepGroup: (merchant, { id, parent, name }) => void keep.run(merchant, id, parent, name.de, name.en, merchant),
  };
}

function createTiles(db: Database): Pick<ShopStore, 'tiles' | 'keepTiles'> {
  const read = db.prepare<string>('SELECT document FROM tile_arrangement WHERE merchant = ?').pluck();
  const keep = db.prepare(`INSERT INTO tile_arrangement (merchant, document) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET document = excluded.document`);
  return {
    tiles(merchant) {
      const document = read.get(merchant);
      return document === undefined ? null : JSON.parse(document);
    },
    keepTiles: (merchant, tiles) => void keep.run(merchant, JSON.stringify(tiles)),
  };
}

function createCampaigns(db: Database): Pick<ShopStore, 'keepCampaign'> {
  const keep = db.prepare(`INSERT INTO campaign (id, merchant, position, definition)
    SELECT ?, ?, coalesce(max(position) + 1, 1), ? FROM campaign WHERE merchant = ?
    ON CONFLICT DO UPDATE SET definition = excluded.definition WHERE merchant = excluded.merchant`);
  return {
    keepCampaign: (merchant, { id, ...definition }) =>
      void keep.run(id, merchant, JSON.stringify(definition), merchant),
  };
}

/** Sealed, because credentials stand in them. */
function createTargets({
  prepare,
  vault,
}: Pick<Database, 'prepare' | 'vault'>): Pick<ShopStore, 'targets' | 'keepTarget'> {
  const read = prepare<string>('SELECT document FROM target_setting WHERE target = ?').pluck();
  const keep = prepare(
    `INSERT INTO target_setting (target, document)
      VALUES (?, ?) ON CONFLICT DO UPDATE SET document = excluded.document`,
  );
  const remove = prepare('DELETE FROM target_setting WHERE target = ?');
  const setting = (target: keyof StoredTargets) => {
    const document = read.get(target);
    return document === undefined ? null : JSON.parse(vault.open(document));
  };
  return {
    targets: () => ({ upstream: setting('upstream'), backoffice: setting('backoffice') }),
    keepTarget(target, value) {
      if (value === null) remove.run(target);
      else keep.run(target, vault.seal(JSON.stringify(value)));
    },
  };
}
