/** Articles and campaigns of another Tillbridge, each as a whole: prices switch in one commit. */
import type { DownPart, Json, StagedArticle } from '../../world/down.ts';
import { UpstreamError } from '../failures.ts';
import { decide, hashOf } from './decision.ts';
import { PAGE } from './lists.ts';
import { ArticleShape, CampaignShape } from './offerShapes.ts';
import type { SyncParts } from './syncParts.ts';
import { nameUnusable, problemWith, type Unusable } from './unusable.ts';

/** Share of the articles that may be missing from one version to the next. */
const MOST_LACKING = 0.05;
/** Attempts to read the catalogue while it is changed there. */
const ATTEMPTS = 5;

/** Throws `UpstreamError`. */
export async function readCatalogue(parts: SyncParts): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const ending = await stageCatalogue(parts);
    await prune(parts);
    if (ending !== 'changed') return;
  }
  throw new UpstreamError({ kind: 'answered', name: 'catalogueMoves', texts: MOVES });
}

const MOVES = {
  de: 'Der Katalog des Dienstes änderte sich, während er gelesen wurde; beim nächsten Mal wird er neu gelesen.',
  en: 'The catalogue of the service changed while it was read; the next round reads it anew.',
};

const REPEATS = {
  de: 'Die Seiten des Katalogs folgen nicht aufeinander; er kann nicht gelesen werden.',
  en: 'The pages of the catalogue do not follow each other; it cannot be read.',
};

/** Stores the pages beside what is sold, then switches. `changed`: the service began another version meanwhile. */
async function stageCatalogue(parts: SyncParts): Promise<'done' | 'changed'> {
  const { client, down, catalogue, write, guard, writing } = parts;
  const { merchant } = writing;
  const path = (from: number) => `/bridge/v1/catalogue/pages?from=${from}&count=${PAGE}`;
  const known = down.state('catalogue').cursor.etag ?? null;
  const first = await client.read(path(0), known);
  if (first === null) return fresh(parts, 'catalogue');
  const version = catalogue.begin(merchant);
  let page = first;
  let from = 0;
  for (let place = 0; ; ) {
    const { articles, unusable } = articlesIn(page.body);
    await write(() => {
      guard();
      nameUnusable(writing, 'catalogue', unusable);
      catalogue.stage(merchant, version, place, articles);
    });
    parts.stored('catalogue');
    place += articles.length;
    const { next } = page.body;
    if (!Number.isSafeInteger(next)) break;
    // Pages that do not go forward would be read for ever.
    if (Number(next) <= from) throw new UpstreamError({ kind: 'answered', name: 'catalogueRepeats', texts: REPEATS });
    from = Number(next);
    const following = await client.read(path(from));
    if (following === null || following.body.version !== first.body.version) return 'changed';
    page = following;
  }
  await switchTo(parts, version, first.etag);
  return 'done';
}

async function fresh({ down, write, guard, now }: SyncParts, part: DownPart): Promise<'done'> {
  await write(() => {
    guard();
    down.save(part, { pageAt: now(), comparedAt: now(), problem: null });
  });
  return 'done';
}

/** An article that cannot be sold is left out and named. */
function articlesIn({ articles }: Json) {
  const [good, unusable]: [StagedArticle[], Unusable[]] = [[], []];
  for (const said of Array.isArray(articles) ? articles : []) {
    const article = { ean: '', descEn: said?.desc, group: [], quickKey: false, ...said };
    const reason = problemWith(ArticleShape, article);
    const { articleNumber, ean } = article;
    if (reason === null) good.push({ articleNumber, ean, document: JSON.stringify(article) });
    else unusable.push({ id: String(articleNumber ?? ''), reason });
  }
  return { articles: good, unusable };
}

function switchTo({ down, catalogue, write, guard, writing, now }: SyncParts, version: number, etag: string | null) {
  const { merchant, cases } = writing;
  const about = { merchant, amount: null, currency: null };
  return write(() => {
    guard();
    const { now: sold, lacking } = catalogue.compare(merchant, version);
    const state = { pageAt: now(), comparedAt: now(), problem: null, cursor: etag === null ? {} : { etag } };
    if (lacking > Math.max(1, sold * MOST_LACKING, down.accepted('catalogue'))) {
      const facts = { part: 'catalogue', known: sold, missing: lacking };
      cases.open({ ...about, kind: 'manyVanished', object: 'catalogue', facts });
      // The next round looks again: a version that was refused is not remembered.
      down.save('catalogue', { ...state, cursor: {} });
      return;
    }
    down.accept('catalogue', null);
    for (const { article, base, here, there } of catalogue.switchTo(merchant, version))
      cases.open({
        ...about,
        kind: 'changedOnBothSides',
        object: article,
        facts: { part: 'catalogue', base, here, there },
      });
    down.save('catalogue', state);
  });
}

/** Earlier versions go a few rows at a time. */
async function prune({ catalogue, write, guard, writing }: SyncParts): Promise<void> {
  const some = () =>
    write(() => {
      guard();
      return catalogue.prune(writing.merchant, null, PAGE);
    });
  while (await some()) await new Promise(resolve => setImmediate(resolve));
}

/** Throws `UpstreamError`. */
export async function readCampaigns(parts: SyncParts): Promise<void> {
  const { client, down, catalogue, write, guard, writing, now } = parts;
  const { merchant, cases } = writing;
  const { etag = null, id: base = null } = down.state('campaigns').cursor;
  const answer = await client.read('/bridge/v1/campaigns', etag);
  if (answer === null) return void (await fresh(parts, 'campaigns'));
  const { there, unusable } = campaignsIn(parts, answer.body);
  await write(() => {
    guard();
    nameUnusable(writing, 'campaigns', unusable);
    const here = JSON.parse(catalogue.campaigns(merchant));
    const decision = decide(here, there as unknown as Json, base);
    if (decision === 'collide')
      cases.open({
        ...{ merchant, kind: 'changedOnBothSides', object: 'campaigns', amount: null, currency: null },
        facts: { part: 'campaigns', here, there },
      });
    if (decision === 'take' || decision === 'collide') catalogue.replaceCampaigns(merchant, there);
    const cursor = { id: hashOf(there), ...(answer.etag === null ? {} : { etag: answer.etag }) };
    down.save('campaigns', { cursor, pageAt: now(), comparedAt: now(), problem: null });
  });
}

type CampaignRow = Json & { readonly id: string };

/**
 * Campaigns with the local ids of the card groups. A campaign that cannot be computed would stop every sale with a
 * card.
 */
function campaignsIn({ down }: SyncParts, { campaigns }: Json) {
  const localOf = (group: string) => down.known('groups', group)?.local ?? group;
  const [there, unusable]: [CampaignRow[], Unusable[]] = [[], []];
  for (const said of Array.isArray(campaigns) ? campaigns : []) {
    const campaign = { condition: {}, ...said };
    const reason = problemWith(CampaignShape, campaign);
    if (reason !== null) {
      unusable.push({ id: String(campaign.id ?? ''), reason });
      continue;
    }
    const { condition } = campaign as CampaignShape;
    const { cardGroups } = condition;
    there.push({
      ...campaign,
      condition: cardGroups ? { ...condition, cardGroups: cardGroups.map(localOf) } : condition,
    });
  }
  return { there, unusable };
}
