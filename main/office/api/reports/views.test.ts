/** Saved views: own ones, shared ones, and who may remove them. */
import { expect, it } from 'vitest';
import type { SavedViewList } from '../../../wire/office/views.ts';
import { openBooks, type PersonName } from '../../reports/books.fixture.ts';

const books = openBooks();
const send = (method: string, body: object) => ({
  ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
});
const keep = (person: PersonName, view: object) =>
  books.ask<{ id: string; error_details?: string }>(person, '/views', send('POST', view));
const namesOf = async (person: PersonName) =>
  (await books.ask<SavedViewList>(person, '/views')).body.data.map(({ name, own }) => [name, own]);
const remove = async (person: PersonName, id: string) =>
  (await books.ask(person, `/views/${id}`, { method: 'DELETE' })).status;

it('are seen by their person, and by everybody of the merchant where they are shared', async () => {
  const path = '/reports/corrections?by=cashier&compare=month&span=last90';
  const own = await keep('store', { name: ' Stornos ', path });
  expect([own.status, own.body]).toMatchObject([201, { name: 'Stornos', path, shared: false, own: true }]);
  const shared = await keep('chain', { name: 'Wochenbericht', path: '/sales?method=cash&span=week', shared: true });
  expect(await namesOf('store')).toEqual([
    ['Stornos', true],
    ['Wochenbericht', false],
  ]);
  expect([await namesOf('reader'), await namesOf('foreign')]).toEqual([[['Wochenbericht', false]], []]);
  // The same name is the same view.
  const again = await keep('store', { name: 'Stornos', path: '/sales' });
  expect(again.body).toMatchObject({ id: own.body.id, path: '/sales' });
  expect([await remove('store', shared.body.id), await remove('foreign', shared.body.id)]).toEqual([404, 404]);
  expect([await remove('chain', own.body.id), await remove('store', own.body.id)]).toEqual([404, 200]);
  expect(await remove('chain', shared.body.id)).toBe(200);
  const { body } = await books.ask<{ data: { action: string }[] }>('chain', '/audit?count=2');
  expect(body.data.map(({ action }) => action)).toEqual(['viewRemoved', 'viewRemoved']);
});

it.each([
  'https://evil.example/',
  '//evil.example/sales',
  '/people',
  '/sales?x= y',
  '/reports/../audit',
  'javascript:1',
])('lead to reports and sales alone: %s', async path => {
  expect((await keep('chain', { name: 'x', path })).status).toBe(400);
});

it('are a hundred for a person at most', async () => {
  for (let view = 0; view < 100; view += 1) await keep('reader', { name: `V${view}`, path: '/sales' });
  expect([
    (await keep('reader', { name: 'one more', path: '/sales' })).status,
    (await keep('reader', { name: 'V7', path: '/sales' })).status,
  ]).toEqual([400, 201]);
});
