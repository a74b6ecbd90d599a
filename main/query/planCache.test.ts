import { expect, it } from 'vitest';
import { createPlanReader } from './planCache.ts';
import { sales } from './sales.fixture.ts';

it('reads every query string once, and a wrong one each time', () => {
  const read = createPlanReader(sales);
  const first = read('q=status:ok&count=5', { q: 'status:ok', count: '5' });
  expect(first).toMatchObject({ ok: true, limit: 5 });
  expect(read('q=status:ok&count=5', {})).toBe(first);
  expect(read('q=status:ok&count=6', { q: 'status:ok', count: '6' })).toMatchObject({ limit: 6 });
  expect(read('count=x', { count: 'x' }).ok).toBe(false);
  expect(read('count=x', { count: '7' })).toMatchObject({ ok: true, limit: 7 });
});

it('forgets rather than grows', () => {
  const read = createPlanReader(sales);
  const first = read('offset=0', { offset: '0' });
  for (let offset = 1; offset <= 600; offset += 1) read(`offset=${offset}`, { offset: String(offset) });
  expect(read('offset=0', { offset: '0' })).not.toBe(first);
});
