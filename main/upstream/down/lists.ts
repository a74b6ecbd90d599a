/** Pages of a list of the service: from a snapshot where it scrolls, else by offset. */
import type { Json } from '../../world/down.ts';
import type { UpstreamClient } from '../client.ts';
import { foreignAnswer, UpstreamError } from '../failures.ts';

export const PAGE = 200;
/** How far `offset` reaches (specification, "Common list parameters"). */
const DEEPEST = 10_000;
/** Between two pages; a page is stored long before. */
const SCROLL = '10m';

export interface ListRequest {
  readonly path: string;
  /** Name of the type of its objects: a page of another type is the answer to another request. */
  readonly object: string;
  /** Timestamp of the service: only what was changed at it or later. */
  readonly updatedFrom: string | null;
  /** The order in which a cursor can follow. */
  readonly byUpdate: boolean;
}

export interface ListPage {
  readonly items: readonly Json[];
  /** ms since 1970, by this bridge: when the request began. */
  readonly since: number;
  /** ms since 1970, by the clock of the service; null where it does not say it. */
  readonly clock: number | null;
}

type Get = Pick<UpstreamClient, 'dated'>;

/**
 * The pages of a list, one request each. Throws `UpstreamError`; `tooDeep` where the service neither scrolls nor reaches
 * behind 10,000 rows by offset: the reader goes on from its cursor.
 */
export async function* listPages(
  client: Get,
  request: ListRequest,
  now: () => number,
): AsyncGenerator<ListPage, void, void> {
  const ask = async (parameters: Record<string, string>) => {
    const since = now();
    const { body: answer, at: clock } = await client.dated(
      `${request.path}?${new URLSearchParams({ count: String(PAGE), ...parameters })}`,
    );
    const items = (Array.isArray(answer.data) ? answer.data : []).filter(isObject);
    if (items.length > 0 && items.every(item => isOfOther(item, request.object))) throw foreignAnswer();
    return { items, since, clock, scroll: typeof answer.scroll_id === 'string' ? answer.scroll_id : null };
  };
  const first = await ask({ ...parametersOf(request), scroll_expire: SCROLL }).catch(noScroll);
  if (first !== null && first.scroll !== null) {
    yield first;
    let page = first;
    while (page.items.length > 0) {
      page = await ask({ scroll_id: page.scroll ?? first.scroll, scroll_expire: SCROLL });
      if (isRepeated(page, first)) break;
      yield page;
    }
    if (!isRepeated(page, first)) return;
  }
  let page = first ?? (await ask(parametersOf(request)));
  yield page;
  for (let offset = PAGE; page.items.length >= PAGE; offset += PAGE) {
    if (offset >= DEEPEST) throw tooDeep();
    page = await ask({ ...parametersOf(request), offset: String(offset) });
    yield page;
  }
}

/** A service that gives its first page for every `scroll_id` would never come to an end: it is read by offset. */
const isRepeated = (page: ListPage, first: ListPage): boolean =>
  page !== first && page.items.length > 0 && page.items[0]?.id === first.items[0]?.id;

/** A service may leave the type out, or write it in its own way: only one of the specification is another one. */
const isOfOther = ({ object }: Json, wanted: string): boolean =>
  typeof object === 'string' && /^[a-z]+\.[a-z]+$/i.test(object) && object.toLowerCase() !== wanted.toLowerCase();

const isObject = (item: unknown): item is Json => item !== null && typeof item === 'object';

function parametersOf({ updatedFrom, byUpdate }: ListRequest): Record<string, string> {
  return {
    sort: byUpdate ? 'updated:asc' : 'id:asc',
    ...(updatedFrom === null ? {} : { q: `updated:[${updatedFrom} TO *]` }),
  };
}

/** A service may refuse to keep a snapshot of what it has no index for. */
function noScroll(error: unknown): null {
  if (error instanceof UpstreamError && error.kind === 'answered' && !isAbsent(error)) return null;
  throw error;
}

/** The service does not offer it, or not to us. */
export const isAbsent = ({ status }: UpstreamError): boolean => status === 403 || status === 404 || status === 405;

export const isTooDeep = (error: unknown): boolean => error instanceof UpstreamError && error.errorName === TOO_DEEP;
const TOO_DEEP = 'listTooDeep';

const tooDeep = (): UpstreamError =>
  new UpstreamError({
    kind: 'answered',
    name: TOO_DEEP,
    texts: {
      de: 'Der Dienst blättert nicht hinter 10.000 Zeilen; es wird vom letzten Stand aus weitergelesen.',
      en: 'The service does not page behind 10,000 rows; reading goes on from the last position.',
    },
  });
