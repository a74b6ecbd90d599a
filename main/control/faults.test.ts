/** Faults meet the requests that they name, and no others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFaults } from './faults.ts';

const client = null;

function meets(operation: string, method: string, path: string): boolean {
  const faults = createFaults();
  faults.add({ id: '1', operation, client, effect: { status: 500 }, times: null });
  return faults.meet(method, path, client).status === 500;
}

describe('the operation of a fault', () => {
  it.each([
    ['POST /api/v2/Smart/Transactions', '/api/v2/Smart/Transactions', true],
    ['POST /api/v2/Smart/Transactions', '/API/v2/smart/transactions/', true],
    ['POST /api/v2/Smart/Transactions', '/api/v2/Smart/Transactions/x', false],
    ['POST /api/v2/Smart/Transactions/*/start/*', '/api/v2/Smart/Transactions/x/start/cash', true],
    ['POST /api/v2/Smart/Transactions/*/start/*', '/api/v2/Smart/Transactions/start/cash', false],
    ['* /oauth/token', '/oauth/token', true],
    ['*', '/', true],
    ['POST /a.c', '/abc', false],
    ['POST /ab*bc', '/abc', false],
  ])('%s and POST %s: %s', (operation, path, expected) => {
    expect(meets(operation, 'POST', path)).toBe(expected);
  });

  it('with stars meets what a text with anything in their place is', () => {
    const words = fc.array(fc.stringMatching(/^[a-c/]{0,3}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, words, (parts, fillings) => {
        const path = parts.map((part, index) => (index === 0 ? part : `${fillings[index] ?? ''}${part}`)).join('');
        expect(meets(`POST /${parts.join('*')}`, 'POST', `/${path}`)).toBe(true);
      }),
    );
  });

  it('is compared at once, however many stars it has', () => {
    const before = performance.now();
    expect(meets(`POST /${'*a'.repeat(140)}X`, 'POST', `/${'a'.repeat(4000)}`)).toBe(false);
    expect(performance.now() - before).toBeLessThan(200);
  });
});
