/**
 * The guides of `/docs/guides`: each program runs as a reader would run it, prints what its guide says, and the virtual terminal has
 * booked what it should. C# is checked by the grammar of the language.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import treeSitter from '@vscode/tree-sitter-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../../drivers/index.ts';
import type { Booking } from '../../drivers/simulator/zvt/engine/booking.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { guides } from '../../main/api/docs/guides.ts';
import { type Bridge, createBridge } from '../../main/bridge.ts';
import { scaledWaits } from '../../main/domain/denialWait.ts';
import { closeAll, demoDirectory } from '../../main/doubles/bridge.fixture.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { generatedClientPays } from './generatedClient.ts';
import { compileJava, type Language, missing, printed, programs, run } from './programs.ts';

const root = join(import.meta.dirname, '..', '..');
const classes = mkdtempSync(join(tmpdir(), 'tillbridge-guides-'));
let terminal: RunningVirtualTerminal;
let bridge: Bridge;
let demo: string;

beforeAll(async () => {
  terminal = await startVirtualTerminal({ control: 0, delay: 0 });
  demo = await demoDirectory();
  const connection = { type: 'tcp', host: '127.0.0.1', port: terminal.port } as const;
  const settings = {
    protocol: 'zvt',
    device: demoIds.terminal,
    connection,
    shared: 'no',
    options: { questions: true },
  } as const;
  bridge = await createBridge(configOf({ data: demo, port: 0, demo: true, strict: 'all', terminals: [settings] }), {
    log: () => undefined,
    openTerminal: one => openTerminal(one),
    terminalControl: () => terminal.control ?? null,
    waits: scaledWaits(0),
  });
  await call('POST', '/bridge/v1/control/snapshots', { name: 'begin' });
  if (missing('java') === null) compileJava(classes);
});
afterAll(async () => {
  await bridge?.close();
  await terminal?.close();
  await closeAll();
  rmSync(classes, { recursive: true, force: true });
});

async function call(method: string, path: string, body: object) {
  const grant = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const send = (to: string, how: string, content: object, headers: object = {}) =>
    fetch(bridge.url + to, {
      method: how,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(content),
    });
  const { access_token } = (await (await send('/oauth/token', 'POST', grant)).json()) as { access_token: string };
  const answer = await send(path, method, body, { authorization: `Bearer ${access_token}` });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Bookings of the terminal, oldest first. */
async function booked(): Promise<readonly string[]> {
  const { bookings } = (await (await fetch(`${terminal.control}/bookings`)).json()) as { bookings: readonly Booking[] };
  return bookings.toSorted((a, b) => a.id - b.id).map(({ kind, state, amount }) => `${kind} ${amount} ${state}`);
}

/** Bookings that the terminal should have after a program has run. */
const BOOKED: Readonly<Record<string, readonly string[]>> = {
  'first-card-payment': ['payment 340 kept'],
  'card-payment-all-endings': [
    ...['payment 1200 kept', 'payment 1213 kept', 'payment 1000 kept'],
    // The partial approval is taken back.
    ...['payment 950 reversed', 'reversal 950 kept'],
  ],
  'lost-answer': ['payment 340 kept'],
  'signature-and-questions': ['payment 340 kept'],
  'several-tenders': ['payment 700 kept'],
  'loyalty-and-missing-sum': ['payment 800 kept'],
  'returns-and-cancel': ['payment 900 reversed', 'reversal 900 kept', 'payment 900 kept', 'refund 450 kept'],
  'end-of-day': ['payment 450 kept'],
  'reports-and-reconciliation': ['payment 900 kept'],
  'receiving-pushes': [],
  'customer-display': [],
  'second-till': [],
};

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['py', 'Python'],
  ['php', 'PHP'],
  ['mjs', 'JavaScript'],
  ['java', 'Java'],
];

/** In `npm test` each guide runs in one language, one after the other; `npm run test:long` runs every program. */
const sampled = (language: Language) =>
  programs
    .filter(one => one.language === language)
    .filter(
      (_, index) => process.env.LONG || index % LANGUAGES.length === LANGUAGES.findIndex(([one]) => one === language),
    );

describe.each(LANGUAGES)('%s', (language, name) => {
  const reason = missing(language);
  it.skipIf(reason !== null).each(sampled(language))(
    `$guide runs in ${name}${reason === null ? '' : ` (${reason})`}`,
    async program => {
      // The demo begins anew, and the figures of the terminal with it.
      await call('POST', '/bridge/v1/terminals/me/day-end', {});
      await call('POST', '/bridge/v1/control/snapshots/begin/restore', {});
      const before = (await booked()).length;
      const lines = await run(program, bridge.url, classes);
      expect(`${lines.join('\n')}\n`).toMatch(printed(program.guide));
      expect((await booked()).slice(before)).toEqual(BOOKED[program.guide] ?? 'nothing is known of this guide');
    },
  );
});

// main/api/docs/clients/clients.test.ts compiles and runs the clients that the bridge gives away.
it.runIf(process.env.LONG)(
  'a client that a generator makes from the published document compiles and pays',
  async () => {
    const before = (await booked()).length;
    expect(await generatedClientPays(bridge.url)).toEqual([
      { open: 340, result: 'paid', amount: 340, digits: '4281' },
      { code: 1181, next: null },
      [true],
    ]);
    expect((await booked()).slice(before)).toEqual(['payment 340 kept']);
  },
);

describe('C#', () => {
  const files = globSync('assets/guides/*/*.cs', { cwd: root });
  let parser: InstanceType<typeof treeSitter.Parser>;
  beforeAll(async () => {
    await treeSitter.Parser.init();
    const grammar = join(root, 'node_modules', '@vscode', 'tree-sitter-wasm', 'wasm', 'tree-sitter-c-sharp.wasm');
    parser = new treeSitter.Parser();
    parser.setLanguage(await treeSitter.Language.load(new Uint8Array(readFileSync(grammar))));
  });
  const isWhole = (text: string) => parser.parse(text)?.rootNode.hasError === false;

  it.each(files)('%s is C#', file => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(isWhole(text)).toBe(true);
    // The check notices a bracket that is missing.
    expect(isWhole(text.replace(/\);\n/, ';\n'))).toBe(false);
  });
});

it('every guide of the list has a page, and every page is in the list', () => {
  const pages = globSync('assets/guides/*.md', { cwd: root }).map(path => /([\w-]+)\.md$/.exec(path)?.[1]);
  expect(pages.toSorted()).toEqual(guides.map(({ name }) => name).toSorted());
});
