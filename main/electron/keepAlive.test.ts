/** Failures of the page and of Chromium: reload with growing delays. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataDirectoryForEachTest, opened, URL_OF_BRIDGE } from './boot.fixture.ts';
import { event } from './electron.fixture.ts';
import { UNRESPONSIVE_FOR } from './reloadDelays.ts';

dataDirectoryForEachTest();

describe('when something fails', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('loads a crashed page again, later each time', async () => {
    const { page, window, said } = await opened();
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(window().loaded).toHaveLength(2);
    expect(said.at(-1)).toBe('The screen failed (page crashed) and is loaded again in 0 s.');
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    await vi.advanceTimersByTimeAsync(999);
    expect(window().loaded).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(window().loaded).toHaveLength(3);
  });

  it('loads again after a lost GPU and a failed load of the page, not of a frame', async () => {
    const { app, page, window } = await opened();
    app.emit('child-process-gone', event(), { type: 'Utility', reason: 'crashed' });
    page.emit('did-fail-load', event(), -102, 'REFUSED', URL_OF_BRIDGE, false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(window().loaded).toHaveLength(1);
    app.emit('child-process-gone', event(), { type: 'GPU', reason: 'crashed' });
    await vi.advanceTimersByTimeAsync(0);
    page.emit('did-fail-load', event(), -102, 'REFUSED', URL_OF_BRIDGE, true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(window().loaded).toHaveLength(3);
  });

  it('ends the process of a page that stays unresponsive, and spares a page that recovers', async () => {
    const { page, window } = await opened();
    window().emit('unresponsive');
    await vi.advanceTimersByTimeAsync(UNRESPONSIVE_FOR - 1);
    window().emit('responsive');
    await vi.advanceTimersByTimeAsync(UNRESPONSIVE_FOR);
    expect(page.crashes).toBe(0);
    window().emit('unresponsive');
    await vi.advanceTimersByTimeAsync(UNRESPONSIVE_FOR);
    expect(page.crashes).toBe(1);
  });

  it('leaves a closed window alone', async () => {
    const { app, page, window } = await opened();
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    window().emit('unresponsive');
    window().emit('closed');
    window().destroyed = true;
    app.emit('child-process-gone', event(), { type: 'GPU', reason: 'crashed' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(window().loaded).toHaveLength(1);
    expect(page.crashes).toBe(0);
  });
});
