/** The pages of the screen against the rights of the bridge: nobody opens a page whose buttons are refused. */
import { expect, it } from 'vitest';
import { roles } from '../../wire/roles.ts';
import { mayInstall, mayOpen, maySell, PAGE_ROLES, type ScreenPage } from '../../wire/screenPages.ts';
import { operationRights } from './rights.ts';

/** The purpose of each page: everybody who opens the page may call these. Parts of a page that want more are hidden by themselves. */
const USES: Readonly<Record<ScreenPage, readonly string[]>> = {
  sales: ['GET /bridge/v1/sales'],
  cash: ['POST /bridge/v1/shifts', 'POST /bridge/v1/cash-movements', 'POST /bridge/v1/drawer-openings'],
  closing: ['GET /bridge/v1/z-reports/next', 'POST /bridge/v1/z-reports'],
  dayEnd: ['POST /bridge/v1/terminals/{device}/day-end', 'PUT /bridge/v1/day-ends/schedule'],
  terminals: [
    ...['POST /bridge/v1/terminals', 'PUT /bridge/v1/terminals/{device}', 'DELETE /bridge/v1/terminals/{device}'],
    ...['POST /bridge/v1/terminals/search', 'POST /bridge/v1/terminals/{device}/tasks'],
    'GET /bridge/v1/terminals/{device}/trace/text',
  ],
  printers: ['POST /bridge/v1/printers', 'PUT /bridge/v1/printing/tills/{id}', 'POST /bridge/v1/printers/{id}/test'],
  operations: [
    'POST /bridge/v1/terminals/{device}/operations',
    'POST /bridge/v1/terminals/{device}/operations/{id}/verdict',
  ],
  queue: [
    ...['POST /bridge/v1/queue/records/{id}/retry', 'POST /bridge/v1/queue/cases/{id}/choose'],
    'POST /bridge/v1/queue/office/enrolment',
  ],
  reports: ['GET /bridge/v1/reports/{name}'],
  loyalty: ['POST /bridge/v1/loyalty/cards', 'POST /bridge/v1/loyalty/campaigns'],
  people: ['GET /bridge/v1/people', 'GET /bridge/v1/clients'],
  audit: ['GET /bridge/v1/audit', 'GET /bridge/v1/audit/check'],
  articles: ['POST /bridge/v1/articles', 'GET /bridge/v1/articles/export'],
  import: ['POST /bridge/v1/articles/import'],
  tiles: ['GET /bridge/v1/tiles', 'PUT /bridge/v1/tiles'],
  backups: ['GET /bridge/v1/backups', 'GET /bridge/v1/update', 'POST /bridge/v1/backups'],
  doubts: ['POST /bridge/v1/doubts/clock', 'POST /bridge/v1/doubts/numbers'],
  shop: ['PUT /bridge/v1/shop', 'PUT /bridge/v1/tax-rates'],
  // It only leads to the others.
  manage: [],
};

const peopleOf = (operation: string): readonly string[] =>
  operationRights.find(right => right.operation === operation)?.people ?? [];

it.each(Object.entries(USES))('whoever opens the page %s may do what it is for', (page, operations) => {
  const refused = operations.flatMap(operation =>
    PAGE_ROLES[page as ScreenPage]
      .filter(role => !peopleOf(operation).includes(role))
      .map(role => `${role}: ${operation}`),
  );
  expect(refused).toEqual([]);
});

it.each([
  ['sells', maySell, 'POST /api/v2/Smart/Transactions/{id}/cancel'],
  ['installs', mayInstall, 'POST /bridge/v1/clients'],
])('who %s on the screen is who may', (_, may, operation) => {
  expect(roles.filter(role => may({ role }))).toEqual(roles.filter(role => peopleOf(operation).includes(role)));
});

it('nobody who is not signed in opens a page', () => {
  expect((Object.keys(USES) as ScreenPage[]).filter(page => mayOpen(null, page))).toEqual([]);
});
