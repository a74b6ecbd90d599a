/** The till locks itself when nobody uses it, and never while money moves. */
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createTill } from '../stores/till.ts';
import type { App } from './app.ts';
import { lockWhenIdle } from './idleLock.ts';

const MINUTE = 60_000;

/** A till whose clock is moved by hand; timers that are due are called in their order. */
function idleTill(lockAfter: number) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const locks: number[] = [];
  const till = createTill();
  const session = createStore(() => ({ state: 'signedIn', user: { id: 'USR_1' }, info: { lockAfter } }));
  const basket = createStore(() => ({ rev: 0 }));
  const document = new EventTarget();
  const app = { session, till, basket, lock: async () => void locks.push(now) } as unknown as App;
  const later = (run: () => void, delay: number) => {
    const timer = { at: now + delay, run };
    timers.push(timer);
    return () => {
      timers = timers.filter(one => one !== timer);
    };
  };
  const stop = lockWhenIdle(app, { document: document as unknown as Document, now: () => now, later });
  return {
    ...{ till, session, basket, document, stop },
    locked: () => locks.length,
    timers: () => timers.length,
    pass(duration: number) {
      const end = now + duration;
      for (;;) {
        const [next] = timers.toSorted((a, b) => a.at - b.at);
        if (!next || next.at > end) break;
        now = next.at;
        timers = timers.filter(one => one !== next);
        next.run();
      }
      now = end;
    },
  };
}

test('locks after the time of the setting, and a touch, a key or a serial scan begins it anew', () => {
  const idle = idleTill(5);
  idle.pass(4 * MINUTE);
  idle.document.dispatchEvent(new Event('pointerdown'));
  idle.pass(4 * MINUTE);
  idle.document.dispatchEvent(new Event('keydown'));
  idle.pass(4 * MINUTE);
  idle.basket.setState({ rev: 1 });
  idle.pass(5 * MINUTE - 1);
  expect(idle.locked()).toBe(0);
  idle.pass(1);
  expect(idle.locked()).toBe(1);
});

test('waits while a payment runs, and locks once it has ended', () => {
  const idle = idleTill(5);
  idle.till.set({ busy: { action: 'cashless', amount: 100, since: 0 } });
  idle.pass(20 * MINUTE);
  expect(idle.locked()).toBe(0);
  idle.till.set({ busy: null });
  idle.pass(MINUTE);
  expect(idle.locked()).toBe(1);
});

test('never locks without the setting, or when nobody is signed in, and leaves nothing behind', () => {
  const off = idleTill(0);
  off.pass(1000 * MINUTE);
  expect([off.locked(), off.timers()]).toEqual([0, 0]);
  const away = idleTill(5);
  away.session.setState({ state: 'signedOut', user: undefined as never });
  away.pass(100 * MINUTE);
  expect(away.locked()).toBe(0);
  const stopped = idleTill(5);
  stopped.stop();
  expect(stopped.timers()).toBe(0);
});
