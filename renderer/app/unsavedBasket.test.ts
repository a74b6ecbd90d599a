/** The browser keeps a basket that is not saved: all of it at every moment, and each change alone. */

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { article, card } from '../doubles/goods.ts';
import { CARD, setUpTill } from '../doubles/till.ts';
import { contentOf } from '../stores/basketFromSale.ts';
import { keepUnsaved, resumeUnsaved } from './unsavedBasket.ts';

const NAME = 'tillbridge.unsaved.undefined';

class MemoryStorage {
  readonly texts: Map<string, string>;
  /** Letters of each write. */
  readonly written: number[] = [];

  constructor(texts: Iterable<readonly [string, string]> = []) {
    this.texts = new Map(texts);
  }
  get length() {
    return this.texts.size;
  }
  readonly key = (at: number) => [...this.texts.keys()][at] ?? null;
  readonly getItem = (name: string) => this.texts.get(name) ?? null;
  readonly removeItem = (name: string) => void this.texts.delete(name);
  readonly setItem = (name: string, text: string) => {
    this.written.push(text.length);
    this.texts.set(name, text);
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openPage(storage = new MemoryStorage()) {
  const page = setUpTill();
  page.bridge.fault = 'away';
  keepUnsaved(page, storage);
  /** A change, and the task that keeps it. */
  const change = (make: (basket: typeof page.basket) => void) => {
    make(page.basket);
    vi.advanceTimersByTime(1);
  };
  return { ...page, storage, change };
}

/** The basket of a page that opens after the one before has crashed. */
async function reopened(storage: MemoryStorage) {
  const page = setUpTill();
  const log = storage.getItem(NAME);
  if (log !== null)
    await resumeUnsaved(log, { ...page, client: page.bridge, storage: new MemoryStorage(storage.texts) });
  return page.basket.getState();
}

const anyNumber = fc.integer({ min: 1, max: 5 });
const anyChange = fc.oneof(
  { arbitrary: fc.record({ add: anyNumber }), weight: 4 },
  fc.record({ remove: anyNumber }),
  fc.record({ quantity: anyNumber, of: anyNumber }),
  fc.record({ note: fc.string(), of: anyNumber }),
  fc.constantFrom(
    { act: 'undo' as const },
    { act: 'clear' as const },
    { act: 'card' as const },
    { act: 'dropCard' as const },
  ),
);

test('a page that crashes at any moment has kept the whole basket', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 25 }), async changes => {
      const { basket, storage, change } = openPage();
      for (const one of changes) {
        const keyOf = (at: number) => basket.getState().lines[at - 1]?.key ?? '';
        change(() => {
          if ('add' in one) basket.add(article(one.add, 100 * one.add), one.add === 5 ? article(9, 25) : null);
          else if ('remove' in one) basket.remove(keyOf(one.remove));
          else if ('quantity' in one) basket.setQuantity(keyOf(one.of), one.quantity);
          else if ('note' in one) basket.setNote(keyOf(one.of), one.note);
          else if (one.act === 'card') basket.setCard(CARD, card(CARD));
          else basket[one.act]();
        });
        const { lines, card: own, extras, age, payWithCard } = basket.getState();
        const kept = await reopened(storage);
        if (storage.getItem(NAME) !== null)
          expect({ ...kept, selected: null }).toMatchObject({ lines, card: own, extras, age, payWithCard });
        else expect(contentOf(basket.getState())).toBe(contentOf({ lines: [], card: null, extras }));
      }
    }),
    { numRuns: 60 },
  );
});

test('a scan into two hundred lines writes its own line, and not the others', () => {
  const { basket, storage, change } = openPage();
  for (let number = 1; number <= 200; number += 1) change(() => basket.add(article(number)));
  storage.written.splice(0);
  for (let number = 1; number <= 200; number += 10) change(() => basket.add(article(number)));
  expect(storage.written).toHaveLength(20);
  expect(Math.max(...storage.written)).toBeLessThan(600);
});

test('a log that has become long begins anew, and nothing is lost', async () => {
  const { basket, storage, change } = openPage();
  for (let scan = 0; scan < 1203; scan += 1) change(() => basket.add(article(1 + (scan % 7))));
  expect((await reopened(storage)).lines).toEqual(basket.getState().lines);
});

test('the log that was begun last counts where two windows of a till keep one', async () => {
  const one = openPage();
  const other = openPage(one.storage);
  one.change(basket => basket.add(article(1)));
  other.change(basket => basket.add(article(2)));
  other.change(basket => basket.add(article(3)));
  expect((await reopened(one.storage)).lines.map(line => line.articleNumber)).toEqual(['2', '3']);
  one.change(basket => basket.add(article(4)));
  expect((await reopened(one.storage)).lines.map(line => line.articleNumber)).toEqual(['1', '4']);
});

test('nothing is kept once the bridge has the basket, the next scan goes on, and the rest is gone after a while', async () => {
  const { basket, bridge, sync, storage, change } = openPage();
  change(() => basket.add(article(1)));
  bridge.fault = 'none';
  const save = async () => {
    await sync.settled();
    vi.advanceTimersByTime(1);
  };
  await save();
  expect(storage.getItem(NAME)).toBeNull();
  change(() => basket.add(article(2)));
  const log = storage.getItem(NAME);
  expect(storage.texts.get(`${NAME}.${log}.1`)).not.toContain('Artikel 1"');
  await save();
  vi.advanceTimersByTime(10_000);
  expect([...storage.texts]).toEqual([]);
  change(() => basket.add(article(3)));
  expect(storage.texts.get(`${NAME}.${storage.getItem(NAME)}.0`)).toContain('Artikel 1"');
});
