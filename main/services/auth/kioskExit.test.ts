import { expect, it } from 'vitest';
import { testClock } from '../../doubles/bridge.fixture.ts';
import { createKioskExit, EXIT_SECONDS } from './kioskExit.ts';

it('a kiosk may be left once, soon after a manager permitted it, whatever the clock of the machine is set to', () => {
  const clock = testClock();
  const exits = createKioskExit(clock);
  expect(exits.take()).toBe(false);
  exits.permit();
  expect([exits.take(), exits.take()]).toEqual([true, false]);
  exits.permit();
  clock.pass(EXIT_SECONDS * 1000);
  expect(exits.take()).toBe(false);
  exits.permit();
  clock.pass(EXIT_SECONDS * 1000);
  clock.jump(-3_600_000);
  expect(exits.take()).toBe(false);
});
