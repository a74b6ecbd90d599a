/** Form and order of object identifiers. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => void vi.useRealTimers());

describe('an id', () => {
  test('has the form of the specification and is never given twice', () => {
    const ids = Array.from({ length: 5000 }, () => newId('STX'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^STX_[0-9A-Z]{30}$/);
  });

  test('follows the time as text, and differs from its neighbours in letters that follow nothing', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const at = (time: string) => {
      vi.setSystemTime(new Date(time));
      return newId('STX');
    };
    const times = ['2001-01-01', '2026-11-29T02:00:00.000Z', '2026-11-29T02:00:00.001Z', '2059-01-01'];
    const ids = times.map(at);
    expect(ids.toSorted()).toEqual(ids);
    const [one, other] = [at('2026-11-29'), at('2026-11-29')].map(id => id.slice(4 + 8));
    expect(one).not.toBe(other);
    expect(one).toHaveLength(22);
  });
});
