/** Follows the view of the display for as long as the page is open: pairs where there is no right yet, and comes back by itself. */

import { createParser } from 'eventsource-parser';
import type { DisplayView, PairedDisplay } from '../../main/wire/displays.ts';
import type { DisplayStore } from './displayStore.ts';

const PATH = '/bridge/v1/display';
/** The bridge sends something at least every 15 s; ms. */
const LONGEST_SILENCE = 40_000;
/** A short interruption is not worth a word; ms. */
const UNNOTICED = 4000;
/** After this long the basket that is shown says nothing any more; ms. */
const OUT_OF_DATE = 60_000;
const LONGEST_PAUSE = 8000;

/** Never ends. */
export async function followDisplay(store: DisplayStore, send: typeof fetch): Promise<never> {
  for (let failures = 0; ; ) {
    const { token, code } = store.getState();
    if (token === null && code === null) {
      await nextCode(store);
      continue;
    }
    if (code !== null) {
      await pair(store, send, code);
      continue;
    }
    const onView = (view: DisplayView) => {
      failures = 0;
      store.show(view);
    };
    const isGood = await watch(store, () => readStream(send, token!, onView));
    if (!isGood) store.refused();
    else await pause(Math.min(LONGEST_PAUSE, 250 * 2 ** failures) * (0.75 + Math.random() / 2));
    failures = Math.min(10, failures + 1);
  }
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

function nextCode(store: DisplayStore): Promise<void> {
  return new Promise(resolve => {
    const end = store.subscribe(({ code }) => {
      if (code === null) return;
      end();
      resolve();
    });
  });
}

async function pair(store: DisplayStore, send: typeof fetch, code: string): Promise<void> {
  store.setState({ pairing: true });
  try {
    const response = await send(`${PATH}/pairing`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    if (response.ok) store.paired(((await response.json()) as PairedDisplay).token);
    // The second window has an older right: a code that was used before takes nothing away.
    else store.pairingFailed(response.status === 429 ? 'tooMany' : 'code');
  } catch {
    store.pairingFailed('unreachable');
  }
}

/** While the stream is away the display says so, and forgets a basket that is out of date. */
let timers: ReturnType<typeof setTimeout>[] = [];
async function watch(store: DisplayStore, read: () => Promise<boolean>): Promise<boolean> {
  if (timers.length === 0)
    timers = [setTimeout(() => store.lost(), UNNOTICED), setTimeout(() => store.forget(), OUT_OF_DATE)];
  try {
    return await read();
  } catch {
    return true;
  }
}

function arrived(): void {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

/** False: this display has no right any more. Throws when the line breaks. */
async function readStream(send: typeof fetch, token: string, onView: (view: DisplayView) => void): Promise<boolean> {
  const controller = new AbortController();
  let silence = setTimeout(() => controller.abort(), LONGEST_SILENCE);
  try {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
    const response = await send(`${PATH}/events`, { headers, signal: controller.signal });
    if (response.status === 401 || response.status === 403) {
      arrived();
      return false;
    }
    if (!response.ok || !response.body) return true;
    const parser = createParser({
      onEvent({ event, data }) {
        arrived();
        if (event === 'display') onView(JSON.parse(data));
      },
    });
    const text = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), LONGEST_SILENCE);
      parser.feed(text.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silence);
  }
}
