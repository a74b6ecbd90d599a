/** One answer of a list endpoint, from its parameters to its bytes (specification, "Common list parameters"). */
import { setImmediate as turn } from 'node:timers/promises';

import { type Aggregate, TooManyRows } from '../../query/aggregate.ts';
import { presetOf } from '../../query/declaration.ts';
import { expanded } from '../../query/expand.ts';
import { project } from '../../query/fields.ts';
import { isYes, type ListPlan, type ListProblem, readWanted } from '../../query/listParameters.ts';
import { fieldDefinitions } from '../../query/meta.ts';
import { createPlanReader } from '../../query/planCache.ts';
import { TooMuchToRead } from '../../store/readerThread.ts';
import type { ScrollPage } from '../../store/scrolls.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { objectReader } from '../objectReader.ts';
import type { ResourceDeclaration } from '../resourceDeclaration.ts';
import type { Services } from '../services.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** Answers lists of one resource; `text` is the query string that `parameters` were read from. */
export type AnswerList = (text: string, parameters: Parameters, principal: Principal) => Promise<string | Buffer>;

/** A list with all that its answers need. */
interface AnsweredList {
  readonly services: ListServices;
  readonly list: { readonly object: string; readonly queries: ResourceDeclaration['queries'] };
  /** The definitions of the fields as JSON. */
  readonly meta: () => string;
}

type ListServices = Pick<Services, 'lists' | 'objects'>;

export function createListAnswer(services: ListServices, resource: ResourceDeclaration): AnswerList {
  const { object, item, queries } = resource;
  const readPlan = createPlanReader(queries);
  let definitions: string | null = null;
  const answered: AnsweredList = {
    services,
    list: { object, queries },
    meta() {
      definitions ??= JSON.stringify(fieldDefinitions(queries, item));
      return definitions;
    },
  };

  return async (text, parameters, principal) => {
    const preset = presetOf(queries, String(parameters.preset ?? ''), services.lists.today(principal.merchant));
    const plan = readPlan(text, parameters, preset);
    if (isYes(parameters.validate)) return JSON.stringify(checkOf(plan));
    if (typeof parameters.scroll_id === 'string' && parameters.scroll_id !== '')
      return nextPage(answered, parameters, parameters.scroll_id, principal);
    if (!plan.ok) throw refusal(plan);
    return planAnswer(answered, plan, principal);
  };
}

async function planAnswer(answered: AnsweredList, plan: ListPlan, principal: Principal): Promise<string | Buffer> {
  const { meta } = answered;
  if (plan.aggregate !== null) return aggregated(answered, plan, plan.aggregate, principal.merchant);
  if (plan.meta === 'only') return `{"count":${await countOf(answered, plan, principal.merchant)},"meta":${meta()}}`;
  const page =
    plan.scroll === null ? await pageOf(answered, plan, principal) : await firstScrollPage(answered, plan, principal);
  return plan.meta === 'beside' ? withMember(page, `"meta":${meta()}`) : page;
}

async function pageOf(
  { services: { lists, objects }, list }: AnsweredList,
  plan: ListPlan,
  principal: Principal,
): Promise<string | Buffer> {
  const { merchant } = principal;
  const shape = shapeOf(plan, objects, principal);
  if (plan.readsDocuments || plan.sortsDocuments) {
    const { count, texts } = await lists.search(list, merchant, plan);
    return pageText(`"count":${count}`, texts, shape);
  }
  if (!lists.isQuick(list, merchant, plan)) {
    const { count, texts } = await lists.readApart(list, merchant, plan).catch(refuseMuch);
    return pageText(`"count":${count}`, texts, shape);
  }
  if (!shape) return lists.page(list, merchant, plan);
  const { count, texts } = lists.texts(list, merchant, plan);
  return pageText(`"count":${count}`, texts, shape);
}

async function countOf({ services: { lists }, list }: AnsweredList, plan: ListPlan, merchant: string): Promise<number> {
  if (plan.readsDocuments) return (await lists.search(list, merchant, plan)).count;
  if (lists.isQuick(list, merchant, plan)) return lists.count(list, merchant, plan);
  return (await lists.readApart(list, merchant, { ...plan, limit: 0 }).catch(refuseMuch)).count;
}

function firstScrollPage({ services, list }: AnsweredList, plan: ListPlan, principal: Principal): Promise<string> {
  const page = bounded(() => services.lists.scrolls.open(list, principal, plan));
  return scrolled(services, page, principal);
}

function nextPage(
  { services, list }: AnsweredList,
  parameters: Parameters,
  id: string,
  principal: Principal,
): Promise<string> {
  const wanted = readWanted(parameters);
  if ('ok' in wanted) throw refusal(wanted);
  const page = services.lists.scrolls.next(id, list, principal, wanted);
  if (!page) throw new BridgeError('scrollUnknown', `there is no scroll ${id.slice(0, 40)} of ${list.object}`);
  return scrolled(services, page, principal);
}

function scrolled(
  { objects }: ListServices,
  { id, count, texts, plan }: ScrollPage,
  principal: Principal,
): Promise<string> {
  return pageText(`"count":${count},"scroll_id":"${id}"`, texts, shapeOf(plan, objects, principal));
}

async function aggregated(
  { services: { lists }, list }: AnsweredList,
  plan: ListPlan,
  aggregate: Aggregate,
  merchant: string,
): Promise<string> {
  try {
    return JSON.stringify(await lists.aggregate(list, merchant, plan, aggregate));
  } catch (error) {
    throw tooMany(error);
  }
}

function bounded<T>(job: () => T): T {
  try {
    return job();
  } catch (error) {
    throw tooMany(error);
  }
}

function refuseMuch(error: unknown): never {
  throw error instanceof TooMuchToRead ? new BridgeError('badQuery', error.message) : error;
}

const tooMany = (error: unknown): unknown =>
  error instanceof TooManyRows ? new BridgeError('badInput', error.message) : error;

type Shape = (document: unknown) => unknown;

/** The change that each document goes through; null where the stored text is the answer. */
function shapeOf({ expand, fields }: ListPlan, objects: Services['objects'], principal: Principal): Shape | null {
  if (expand === null) return fields && (document => project(document, fields));
  const read = objectReader(objects, principal);
  const whole: Shape = document => expanded(document, expand, read);
  return fields ? document => project(whole(document), fields) : whole;
}

/** Ms of work after which others get their turn. */
const LONGEST_TURN = 8;

/** A page of many documents that change on their way is shaped some at a time. */
async function pageText(head: string, texts: readonly string[], shape: Shape | null): Promise<string> {
  if (!shape) return `{${head},"data":[${texts.join(',')}]}`;
  const data: string[] = [];
  let began = performance.now();
  for (const text of texts) {
    if (performance.now() - began >= LONGEST_TURN) {
      await turn();
      began = performance.now();
    }
    data.push(JSON.stringify(shape(JSON.parse(text))));
  }
  return `{${head},"data":[${data.join(',')}]}`;
}

function checkOf(plan: ListPlan | ListProblem): object {
  if (plan.ok) return { result: true };
  const { ok: _, ...wrong } = plan;
  return { result: false, ...wrong };
}

function refusal({ parameter, message, position }: ListProblem): BridgeError {
  const text = position === undefined ? message : `${message} (position ${position})`;
  return new BridgeError(parameter === 'q' ? 'badQuery' : 'badInput', text);
}

/** A member more in an answer that is an object with members. */
function withMember(page: string | Buffer, member: string): string | Buffer {
  if (typeof page === 'string') return `{${member},${page.slice(1)}`;
  return Buffer.concat([Buffer.from(`{${member},`), page.subarray(1)]);
}
