/** The page of the virtual terminal: its files, its policy, its readers, and its texts in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { behaviours } from '../engine/behaviours.ts';
import { cards } from '../engine/cards.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../start.ts';

const FOLDER = join(import.meta.dirname, '../page');
const files = readdirSync(FOLDER).filter(name => !name.endsWith('.json') && name !== 'state.js');

let virtual: RunningVirtualTerminal;
beforeEach(async () => {
  virtual = await startVirtualTerminal({ control: 0 });
});
afterEach(() => virtual.close());

it.each(['', ...files])('serves /%s under a strict policy, and nothing from elsewhere', async file => {
  const response = await fetch(`${virtual.control}/${file === 'index.html' ? '' : file}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await response.text()).replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
});

it.each([
  '/../serve.ts',
  '/state.js',
  '/tsconfig.json',
  '/page',
  '/toString',
  '/%2e%2e/serve.ts',
  '/scenarios/declined.json',
])('has nothing at %s', async path => {
  const response = await fetch(virtual.control + path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json');
});

it.each([{ host: 'terminal.example' }, { origin: 'https://evil.example' }])('is refused to %j', async headers => {
  expect(await statusWith(headers)).toBe(403);
});

it('cannot be written', async () => {
  expect((await fetch(virtual.control!, { method: 'POST' })).status).toBe(404);
});

/** `fetch` does not let anybody choose the host. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${virtual.control}/`, { headers }, answer => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

const source = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const textsOf = (file: string) =>
  new Map([...source(file).matchAll(/^ {2}'?([\w.-]+)'?: ['"](.+)['"],$/gm)].map(([, key, text]) => [key!, text!]));

it('has every text in both languages, with the same places', () => {
  const [de, en] = [textsOf('texts.de.js'), textsOf('texts.en.js')];
  const shared = [...de.keys()].filter(key => !/^(card|behaviour)\./.test(key));
  expect(shared.toSorted()).toEqual([...en.keys()].toSorted());
  for (const key of en.keys())
    expect(de.get(key)?.match(/\{\}/g)?.length, key).toBe(en.get(key)?.match(/\{\}/g)?.length);
  const used = files.flatMap(file => [...source(file).matchAll(/data-(?:t|label)="([^"]+)"|say\('([\w.]+)'/g)]);
  expect(used.length).toBeGreaterThan(50);
  for (const [, inDocument, inCode] of used) expect(en.has((inDocument ?? inCode)!), inDocument ?? inCode).toBe(true);
});

it('names every card and behaviour in German', () => {
  const de = textsOf('texts.de.js');
  const names = [
    ...Object.keys(cards).map(name => `card.${name}`),
    ...Object.keys(behaviours).map(name => `behaviour.${name}`),
  ];
  expect(names.filter(name => !de.has(name))).toEqual([]);
});
