/** Article groups, and the table by which codes with a weight or a price inside are read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWhole } from '../../domain/carriedEan.ts';
import { faultAt } from '../../masterData/articles/articleFault.ts';
import { LONGEST_NAME, textOf } from '../../masterData/articles/articleFields.ts';
import { checkParent, groupIdOf, groupsOf, putGroup, removeGroup } from '../../masterData/articles/groups.ts';
import { audited } from '../../masterData/masterData.ts';
import type { ArticleGroup } from '../../store/shopFacts.ts';
import {
  ArticleGroupInput,
  ArticleGroups,
  ArticleGroupView,
  type EanPrefix,
  EanPrefixes,
} from '../../wire/articles.ts';
import { Result } from '../../wire/shapes.ts';
import { registerReader, sendTagged } from '../etag.ts';
import { describeRoute, orNotFound, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { changeArticles } from './faults.ts';
import { ARTICLE_TAG } from './routes.ts';

const GROUPS = '/bridge/v1/article-groups';
const PREFIXES = '/bridge/v1/ean-prefixes';
const object = 'shop.articleGroups';

interface One {
  Params: { id: string };
}

export function articleGroupRoutes(app: FastifyInstance, services: Services): void {
  const { masterData } = services;
  const view = (merchant: string, { id, parent, name }: ArticleGroup): ArticleGroupView => ({
    ...{ object, id, parent, name: { ...name }, articles: masterData.articles.inGroup(merchant, id) },
  });
  const bytesOf = (merchant: string, id: string) => {
    const group = groupsOf(masterData, merchant).get(id);
    return group && Buffer.from(JSON.stringify(view(merchant, group)));
  };
  registerReader(app, GROUPS, { object, bytes: bytesOf });

  app.get(GROUPS, describeRoute(ARTICLE_TAG, 'All article groups, in their order', ArticleGroups), async request => {
    const { merchant } = request.principal;
    const data = masterData.shopStore.groups(merchant).map(group => view(merchant, group));
    return { count: data.length, data };
  });
  app.get<One>(
    `${GROUPS}/:id`,
    describeRoute(ARTICLE_TAG, 'Read one of the article groups', ArticleGroupView),
    async (request, reply) =>
      sendTagged(
        request,
        reply,
        orNotFound(bytesOf(request.principal.merchant, request.params.id), object, request.params.id),
      ),
  );
  app.post<{ Body: ArticleGroupInput }>(
    GROUPS,
    describeRoute(ARTICLE_TAG, 'A new article group', ArticleGroupView, { body: ArticleGroupInput }),
    async request => {
      const group = await changeArticles(services, request, change => {
        const groups = groupsOf(masterData, change.merchant);
        const made = newGroup(groups, request.body);
        checkParent(groups, made);
        putGroup(masterData, change, null, made);
        return made;
      });
      return view(request.principal.merchant, group);
    },
  );
  app.put<One & { Body: ArticleGroupInput }>(
    `${GROUPS}/:id`,
    describeRoute(ARTICLE_TAG, 'Changes a group; its articles show it within seconds', ArticleGroupView, {
      body: ArticleGroupInput,
    }),
    async (request, reply) => {
      const { merchant } = request.principal;
      const { id } = request.params;
      await changeArticles(services, request, change => {
        const groups = groupsOf(masterData, merchant);
        const before = orNotFound(groups.get(id), object, id);
        const { parent = before.parent, name } = request.body;
        const after = { id, parent, name: name === undefined ? before.name : nameOf(name) };
        checkParent(groups, after);
        if (JSON.stringify(before) !== JSON.stringify(after)) putGroup(masterData, change, before, after);
      });
      return sendJson(reply, orNotFound(bytesOf(merchant, id), object, id));
    },
  );
  app.delete<One>(
    `${GROUPS}/:id`,
    describeRoute(ARTICLE_TAG, 'Removes a group without articles', Result),
    async (request: FastifyRequest<One>) => {
      const { id } = request.params;
      await changeArticles(services, request, change => {
        const group = orNotFound(groupsOf(masterData, change.merchant).get(id), object, id);
        removeGroup(masterData, change, group);
      });
      return { result: true };
    },
  );
  prefixRoutes(app, services);
}

const SIMPLE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

function newGroup(groups: ReadonlyMap<string, ArticleGroup>, { id, parent = null, name }: ArticleGroupInput) {
  const both = nameOf(name ?? '');
  if (id !== undefined && !SIMPLE_ID.test(id))
    throw faultAt(
      'id',
      'Das Kürzel hat bis zu 50 Buchstaben ohne Umlaute, Ziffern, Punkte und Striche.',
      'The id has up to 50 plain letters, digits, dots and hyphens.',
    );
  const wanted = id ?? groupIdOf(both.de);
  if (groups.has(wanted))
    throw faultAt('id', `Eine Gruppe ${wanted} gibt es schon.`, `There is a group ${wanted} already.`);
  return { id: wanted, parent, name: both };
}

function nameOf(name: NonNullable<ArticleGroupInput['name']>): ArticleGroup['name'] {
  const { de, en } = typeof name === 'string' ? { de: name, en: null } : name;
  const german = textOf('name', de, LONGEST_NAME);
  return { de: german, en: (en ?? '').trim() === '' ? german : textOf('name.en', en ?? '', LONGEST_NAME) };
}

function prefixRoutes(app: FastifyInstance, services: Services): void {
  const { articles } = services.masterData;
  app.get(
    PREFIXES,
    describeRoute(ARTICLE_TAG, 'How codes with a weight or a price inside are read', EanPrefixes),
    async ({ principal }) => ({ data: [...articles.prefixes(principal.merchant)] }),
  );
  app.put<{ Body: EanPrefixes }>(
    PREFIXES,
    describeRoute(ARTICLE_TAG, 'Replaces the table of prefixes', EanPrefixes, { body: EanPrefixes }),
    async request => {
      const { data } = request.body;
      await changeArticles(services, request, change => {
        checkPrefixes(data);
        const before = articles.prefixes(change.merchant);
        if (JSON.stringify(before) === JSON.stringify(data)) return;
        articles.replacePrefixes(change.merchant, data);
        audited(services.masterData, change, {
          ...{ kind: 'prefix', subject: 'ean', action: 'changed' },
          ...{ before: { data: before }, after: { data } },
        });
      });
      return { data: [...articles.prefixes(request.principal.merchant)] };
    },
  );
}

/** Throws `ArticleFault`. */
function checkPrefixes(prefixes: readonly EanPrefix[]): void {
  for (const [index, row] of prefixes.entries()) {
    const path = `data[${index}]`;
    if (!isWhole(row))
      throw faultAt(
        `${path}.itemDigits`,
        `Anfang, Artikel, Prüfziffer und Wert von ${row.prefix} ergeben zusammen nicht 12 Ziffern.`,
        `Beginning, item, check digit and value of ${row.prefix} do not add up to 12 digits.`,
      );
    if (row.innerCheck === 'checked' && row.valueDigits !== 4 && row.valueDigits !== 5)
      throw faultAt(
        `${path}.innerCheck`,
        'Die innere Prüfziffer kann nur für 4 oder 5 Ziffern geprüft werden.',
        'The inner check digit can be checked for 4 or 5 digits only.',
      );
    if (prefixes.findIndex(({ prefix }) => prefix === row.prefix) < index)
      throw faultAt(
        `${path}.prefix`,
        `Den Anfang ${row.prefix} gibt es zweimal.`,
        `There are two rows for ${row.prefix}.`,
      );
  }
}
