/** The zone of the machine stays what it was when the program began, whatever zone the shop has. */
import { afterAll, expect, it } from 'vitest';
import { machineZone } from './clock.ts';

const before = process.env.TZ;
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

it('is not that of the shop, which the program lives by', () => {
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shop = machine === 'Pacific/Auckland' ? 'Europe/Berlin' : 'Pacific/Auckland';
  process.env.TZ = shop;
  expect(machineZone()).toBe(machine);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(shop);
});
