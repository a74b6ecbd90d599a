/** Timeouts of a process that was held up: what has arrived meanwhile counts before they fire. */
import { expect, it } from 'vitest';
import { createTimeout } from './timeout.ts';

/** Holds up the event loop, as a busy machine does. */
function holdUp(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('an extension counts until the timeout has fired, also when its time is over already', async () => {
  const timeout = createTimeout();
  const { promise: fired, resolve } = Promise.withResolvers<number>();
  timeout.start(5, () => resolve(performance.now()));
  let extendedAt = 0;
  setTimeout(() => {
    extendedAt = performance.now();
    timeout.atLeast(40);
  }, 6);
  holdUp(20);
  expect((await fired) - extendedAt).toBeGreaterThanOrEqual(40);
});

it('a timeout that was stopped while its time was over does not fire, and cannot be extended', async () => {
  const timeout = createTimeout();
  let fired = 0;
  timeout.start(5, () => {
    fired += 1;
  });
  setTimeout(() => {
    timeout.stop();
    timeout.atLeast(1);
  }, 6);
  holdUp(20);
  const other = createTimeout();
  await new Promise<void>(resolve => other.start(30, resolve));
  expect(fired).toBe(0);
});
