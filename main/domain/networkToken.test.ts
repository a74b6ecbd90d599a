/** States of a network token. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { isArchived, mayBecome, tokenStatuses } from './networkToken.ts';

const status = fc.constantFrom(...tokenStatuses);

describe('the network token', () => {
  it.each([
    ['not requested', 'requested'],
    ['requested', 'inquiry'],
    ['requested', 'active'],
    ['requested', 'failed'],
    ['inquiry', 'active'],
    ['active', 'failed'],
    ['failed', 'requested'],
    ['active', 'archivePending'],
    ['archivePending', 'archived'],
  ] as const)('goes from %s to %s', (from, to) => {
    specifies({ 'Network token status': 'token_status.status goes from requested to active or failed' });
    expect(mayBecome(from, to)).toBe(true);
  });

  it('never comes back from the archive', () => {
    specifies({ 'Network token status': 'an archived token never comes back' });
    fc.assert(fc.property(status, to => !mayBecome('archived', to)));
    fc.assert(fc.property(status, to => mayBecome('archivePending', to) === (to === 'archived')));
  });

  it('can always be archived before', () => {
    for (const from of tokenStatuses.filter(one => !isArchived(one)))
      expect(mayBecome(from, 'archivePending')).toBe(true);
  });

  it('does not become what it is', () => {
    for (const one of tokenStatuses) expect(mayBecome(one, one)).toBe(false);
  });
});
