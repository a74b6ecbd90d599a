/** What the specification says of the common list parameters, and the tests that prove it. */
import type { Row } from './row.ts';

const http = 'main/api/lists/lists.test.ts';
const sales = 'main/api/transactions/lists.test.ts';
const store = 'main/store/lists.test.ts';
const scrolls = 'main/store/scrolls.test.ts';
const queries = 'main/services/query/compile.test.ts';
const agreement = 'main/services/query/agreement.test.ts';
const parameters = 'main/services/query/listParameters.test.ts';

const row = (statement: string, file: string, title: string): Row => ({
  section: 'Common list parameters',
  statement,
  proof: [file, title],
});

export const listsRows: readonly Row[] = [
  row('count: maximum number of items to return', sales, 'is as long as asked, and begins where asked'),
  row('count that is no whole number is refused', parameters, '%j is refused'),
  row(
    'offset: zero-based start position in the whole result set',
    sales,
    'pages put together are the whole, whatever the order',
  ),
  row(
    'offset: any place, for any query',
    store,
    'hold what an evaluation in memory finds, with its count, at every offset',
  ),
  row(
    'fields: comma-separated, nested with prop1.prop2',
    sales,
    'holds what was asked for in the shape it has, and what names the resource',
  ),
  row('q: expressions property:condition, nested properties a.b', queries, 'which documents are found'),
  row('q: SQL and plain evaluation agree', agreement, 'SQL and the evaluator find the same documents'),
  row('q should be URL-encoded; encoded twice, quoted or not at all it is understood, too', http, '%s finds one'),
  row(
    'q: numbers, booleans and timestamps compared as such',
    http,
    'numbers, booleans and timestamps are compared as such',
  ),
  row('wildcard ? matches one character', http, '%s finds one'),
  row('wildcard * matches any number of characters', queries, 'which documents are found'),
  row('range [min TO max], with open ends', queries, 'which documents are found'),
  row('AND, OR, NOT and parentheses', queries, 'which documents are found'),
  row('NOT in front, ! and _exists_', http, '%s finds what has none'),
  row(
    'sort: comma-separated field:order pairs, asc or desc',
    store,
    'in any order: put together they are the whole, sorted',
  ),
  row('sort by several fields, also as sort[field]=order', http, '%s sorts by both'),
  row('aggregate: object', http, 'counts and adds up by group'),
  row('aggregate: the figures are those of counting by hand', store, 'are what counting by hand gives'),
  row('aggregate that cannot be read is refused', http, '%s is refused with a reason'),
  row('meta=true: field definitions', http, 'describes the fields beside the data'),
  row('meta=only: field definitions without data', http, 'only: in the place of the data, on every list'),
  row('validate=1: check syntax of the query string', http, 'says that a query can be read, and gives no data'),
  row('validate=1: what is wrong, and where', http, 'says what is wrong, and where'),
  row(
    'scroll_expire: how long the search context is kept alive',
    scrolls,
    'expires by the clock of the bridge, counted from its last page',
  ),
  row('scroll_expire that is no time is refused', http, 'that is to be kept for %s is refused'),
  row('scroll_id: identifier of a previous search context', http, 'gives every match once while others write'),
  row('scroll_id: a stable snapshot while others write', scrolls, 'shows one moment, whatever is written meanwhile'),
  row(
    'scroll_id of another, expired or unknown is refused',
    http,
    'is refused once it has expired, to others, and after a restart',
  ),
  row('preset: query preset', http, 'is a query with a name, asked together with q'),
  row('preset that is not known is ignored', http, 'with a name that is not known is ignored'),
  row(
    'expand: all or a specific one',
    http,
    'puts the objects in the place of references, as their own GET answers them',
  ),
  row(
    'single-resource GET accepts expand',
    http,
    'puts the objects in the place of references, as their own GET answers them',
  ),
  row(
    'list response: count of all matches including those not returned',
    sales,
    'holds ten of all, the newest first, and counts all',
  ),
  row(
    'list response: data, array of resources',
    'main/api/conventions.test.ts',
    'of %s: the answer is JSON, a list is {count, data}',
  ),
  row('every list endpoint takes them', 'main/api/conventions.test.ts', 'of %s takes every list parameter'),
  {
    section: 'Limits',
    statement: 'default list page size of 10 entries',
    proof: [sales, 'holds ten of all, the newest first, and counts all'],
  },
];
