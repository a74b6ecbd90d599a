import { expect, it } from 'vitest';
import { createRecentDocuments } from './recentDocuments.ts';

const bytes = (text: string) => Buffer.from(text);

it('gives back what was kept, to its merchant only, until it is written anew', () => {
  const recent = createRecentDocuments();
  recent.keep('A', '1', bytes('one'));
  expect(recent.get('A', '1')?.toString()).toBe('one');
  expect(recent.get('B', '1')).toBeUndefined();
  recent.forget('1');
  expect(recent.get('A', '1')).toBeUndefined();
});

it('forgets the oldest rather than grow', () => {
  const recent = createRecentDocuments();
  for (let index = 0; index <= 1000; index += 1) recent.keep('A', String(index), bytes('x'));
  expect(recent.get('A', '0')).toBeUndefined();
  expect(recent.get('A', '1000')).toBeDefined();
});
