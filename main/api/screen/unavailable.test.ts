/** The page at `/` while the screen cannot work. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, startBridge, temporaryDirectory } from '../../doubles/bridge.fixture.ts';
import { startLiveShop } from '../../doubles/liveShop.fixture.ts';

afterEach(closeAll);

function builtScreen(): string {
  const screen = temporaryDirectory();
  mkdirSync(join(screen, 'assets'));
  writeFileSync(join(screen, 'index.html'), '<title>the screen</title>');
  return screen;
}

async function front(url: string, language: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(url, { headers: { 'accept-language': language, ...headers } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return answer.text();
}

const empty = (screen?: string) =>
  startBridge({
    data: temporaryDirectory(),
    config: { demo: false, terminals: [] },
    ...(screen ? { parts: { screen } } : {}),
  });

describe('the front page', () => {
  it.each([
    ['en', 'The cashier screen has not been built yet'],
    ['de', 'Der Kassenbildschirm ist noch nicht gebaut'],
  ])('says how to build a screen that is not there (%s)', async (language, title) => {
    const page = await front((await startBridge()).url, language);
    expect(page).toContain(title);
    expect(page).toContain('npm run build');
  });

  it.each([
    ['en', 'No shop has been set up here yet'],
    ['de', 'Hier ist noch kein Geschäft eingerichtet'],
  ])('says what is missing where no shop has been set up (%s)', async (language, title) => {
    const elsewhere = { via: '1.1 proxy' };
    for (const [bridge, headers] of [
      [await empty(), {}],
      [await empty(builtScreen()), elsewhere],
    ] as const) {
      const page = await front(bridge.url, language, headers);
      expect(page).toContain(title);
      expect(page).toContain('npm run setup');
      expect(page).toContain('--demo');
      expect(bridge.log.join('\n')).toContain('no shop has been set up in this data directory');
    }
  });

  it('is the screen at the machine itself, which sets the shop up', async () => {
    const bridge = await empty(builtScreen());
    expect(await front(bridge.url, 'en')).toContain('the screen');
  });

  it('is the screen as soon as there is a shop', async () => {
    const screen = builtScreen();
    for (const bridge of [await startBridge({ parts: { screen } }), await startLiveShop({ parts: { screen } })])
      expect(await front(bridge.url, 'en')).toContain('the screen');
  });
});
