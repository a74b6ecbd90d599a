/** The pages below `/docs`: every link leads somewhere, nothing comes from elsewhere, and the settings are all there. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { settingNames } from '../../world/config.ts';
import { variableOf } from '../../world/configReading.ts';
import { guides } from './guides.ts';

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge({ parts: { terminalControl: () => 'http://127.0.0.1:20008' } });
});
afterAll(closeAll);

async function read(path: string, language = 'en', url = bridge.url) {
  const answer = await fetch(url + path, { headers: { 'accept-language': language } });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const linksOf = (page: string) => [...page.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link);
const anchorsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor = '']) => anchor);

describe('the language', () => {
  const pages = [
    '/docs',
    '/docs/manual',
    '/docs/manual/sell',
    '/docs/guides',
    '/docs/errors?q=card',
    '/docs/settings',
    '/docs/events',
    '/docs/changelog',
    '/docs/payment-states',
  ];
  it.each(pages)('of %s is switched by a link, and the choice is kept for all documents', async path => {
    const german = await read(path, 'de');
    expect(german.text).toContain('<html lang="de">');
    expect(german.headers.get('set-cookie')).toBeNull();
    const [, link = ''] = / href="([^"]+)" lang="en" hreflang="en"/.exec(german.text) ?? [];
    expect(link.replace('&amp;', '&')).toBe(`${path}${path.includes('?') ? '&' : '?'}language=en`);
    const english = await read(link.replace('&amp;', '&'), 'de');
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('lang="en" hreflang="en" aria-current="true">English</a>');
    const [cookie = ''] = (english.headers.get('set-cookie') ?? '').split(';');
    const later = await fetch(`${bridge.url}/docs/clients`, { headers: { 'accept-language': 'de', cookie } });
    expect(await later.text()).toContain('<html lang="en">');
  });
});

describe('links', () => {
  it.each(['en', 'de'])('of every page lead to a page and to a place on it (%s)', async language => {
    const pages = new Map<string, string>();
    const waiting = ['/docs'];
    // The switch of languages leads to pages that the other run reads.
    // Made for programs and read by docs.test.ts: the document and what is made from it take longer than all pages.
    const isMade = (path: string) =>
      /^\/docs\/(json|clients\/.*)$|\.json$|\.d\.ts$|^(?!\/docs\/errors).*\?language=/.test(path);
    const broken: string[] = [];
    for (const path of waiting) {
      if (pages.has(path) || isMade(path)) continue;
      const { status, text, headers } = await read(path, language);
      pages.set(path, headers.get('content-type')?.startsWith('text/html') ? text : '');
      if (status !== 200) broken.push(path);
      for (const link of linksOf(pages.get(path) ?? ''))
        if (link.startsWith('/')) waiting.push(link.split('#')[0] ?? '');
    }
    for (const [path, text] of pages)
      for (const link of linksOf(text)) {
        const [target = '', anchor] = link.split('#');
        if (anchor === undefined || target.startsWith('http')) continue;
        if (!anchorsOf(pages.get(target === '' ? path : target) ?? '').includes(anchor))
          broken.push(`${path} → ${link}`);
      }
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(guides.length * 5);
  });

  it('leave this bridge for the page of its virtual terminal alone', async () => {
    const pages = [
      '/docs',
      '/docs/guides',
      '/docs/settings',
      '/docs/payment-states',
      ...guides.map(({ name }) => `/docs/guides/${name}`),
    ];
    for (const page of pages) {
      const { text, headers } = await read(page);
      const outside = linksOf(text).filter(link => !/^(\/|#)/.test(link));
      expect(outside).toEqual(page === '/docs' ? ['http://127.0.0.1:20008'] : []);
      expect(text).not.toMatch(/ src="/);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
  });
});

describe('the start page', () => {
  it.each([
    ['de', 'Eine Kasse anbinden'],
    ['en', 'Connect a cash register'],
  ])('greets in %s, with the address of the reader in the first call', async (language, title) => {
    const { text } = await read('/docs', language);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`TILLBRIDGE=${bridge.url}\n`);
    expect(text).toContain('client_secret=demo-secret');
  });

  it('of a shop knows no credentials of a demo, and says where to get some', async () => {
    const shop = await startLiveShop();
    const { text } = await read('/docs', 'en', shop.url);
    expect(text).not.toContain('demo-');
    expect(text).toContain('client_id=YOUR-CLIENT');
    expect(text).toContain('People and API clients');
    expect(text).not.toContain('href="/docs/test-data"');
  });
});

describe('a guide', () => {
  it('shows its programs in each language with the address of the reader, and gives them as files', async () => {
    const { text } = await read('/docs/guides/first-card-payment');
    expect([...text.matchAll(/<input type="radio"[^>]* value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Python',
      'PHP',
      'Java',
      'JavaScript',
      'C#',
    ]);
    expect(text).not.toContain('127.0.0.1:8640');
    const program = await read('/docs/guides/first-card-payment/python.py');
    expect(program.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(program.text).toContain(`"${bridge.url}"`);
  });

  it.each([
    '/docs/guides/nothing',
    '/docs/guides/first-card-payment/python.txt',
    '/docs/guides/first-card-payment/..%2F..%2Ficon.svg',
    '/docs/guides/..%2Fguides/first-card-payment.md',
    '/docs/guides/constructor/python.py',
  ])('that does not exist is not found: %s', async path => {
    expect((await read(path)).status).toBe(404);
  });
});

describe('the settings', () => {
  it('are all there, with variable, default and description', async () => {
    const { text } = await read('/docs/settings');
    const sections = text.split('<section class="setting">').slice(1);
    expect(sections.map(section => /<h2 id="(\w+)"/.exec(section)?.[1])).toEqual(settingNames);
    for (const [index, name] of settingNames.entries()) {
      expect(sections[index]).toContain(`<code>${variableOf(name)}</code>`);
      expect(sections[index]).toMatch(/<p lang="en">[^<]{15,}/);
    }
    expect(text).toContain('<code>push.firstSeconds</code>');
    expect(text).toContain('<code>--port N</code>');
  });

  it('are published as a JSON schema that takes a file of a shop and refuses a word nobody knows', async () => {
    const schema = JSON.parse((await read('/docs/settings.json')).text) as object;
    const check = new Ajv2020({ strict: false, useDefaults: true }).compile(schema);
    expect(check({ data: 'data/shop', port: 8640, dayEnd: { at: '22:30' } })).toBe(true);
    expect(check({ data: 'data/shop', prot: 8640 })).toBe(false);
    expect(check({ data: 'data/shop', port: 'many' })).toBe(false);
  });
});
