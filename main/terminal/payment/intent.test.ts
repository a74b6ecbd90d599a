/** The number of a command at the terminal: always the same for an intent, fit for the wire, and another one for each. */
import { expect, it } from 'vitest';
import { newCommandId } from '../../world/ids.ts';
import { commandReference, referenceOf } from './intent.ts';

it('follows from the id of the intent, and has 1 to 8 digits without a zero in front', () => {
  const ids = Array.from({ length: 2_000 }, newCommandId);
  const references = ids.map(commandReference);
  expect(references.every(reference => /^[1-9]\d{0,7}$/.test(reference))).toBe(true);
  expect(references).toEqual(ids.map(commandReference));
  expect(new Set(references).size).toBeGreaterThan(1_990);
  expect(commandReference('0'.repeat(32))).toBe('1');
});

it('is the one that the driver has reported, where it has', () => {
  const id = newCommandId();
  expect(referenceOf({ id, facts: { reference: '17' } })).toBe('17');
  expect(referenceOf({ id, facts: {} })).toBe(commandReference(id));
  expect(referenceOf({ id, facts: null })).toBe(commandReference(id));
});
