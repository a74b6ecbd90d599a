/** `npm run setup` with real processes: a live shop with two tills from one file, which sells; and files that are refused. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../drivers/simulator/zvt/start.ts';
import { methods } from './acquirer/payments/methods.ts';
import { HEADLESS, SETUP } from './doubles/programs.fixture.ts';
import { hashToken } from './world/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-setup-'));
const data = join(folder, 'shop');
let terminal: RunningVirtualTerminal;
let bridge: ChildProcess | null = null;

beforeAll(async () => {
  terminal = await startVirtualTerminal({ delay: 0, terminalId: '61000001' });
  writeFileSync(
    join(folder, 'articles.csv'),
    '\ufeffnumber;ean;name;name_en;group;price;tax\n1;4006381333931;Espresso;Espresso;coffee;2,40;19\n2;;Brot;Bread;;3,50;7\n',
  );
  writeFileSync(
    join(folder, 'cards.csv'),
    'cardnumber,group,cash,bonus,points\n9280000000000018,Stammgast,"20,00",,\n92800000000000100,Stammgast,,,\n',
  );
  writeFileSync(join(folder, 'pin'), '73916482\n');
});
afterAll(async () => {
  bridge?.kill('SIGKILL');
  await terminal?.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => ({
  shop: { name: 'Café am Markt', street: 'Marktplatz 1', zip: '10115', city: 'Berlin', taxNumber: '11/222/33333' },
  people: [{ username: 'manager@shop.example', name: 'Anna', role: 'manager', pin: { file: 'pin' } }],
  clients: [{ id: 'cash-register-1', secret: { env: 'REGISTER_SECRET' } }],
  terminals: [
    {
      ...{ name: 'T1', connection: { type: 'tcp', host: '127.0.0.1', port: terminal.port } },
      ...{ shared: 'no', options: { tips: true } },
    },
  ],
  tills: [
    { name: 'Kasse 1', terminal: 'T1', uuid: '/shop/till/1' },
    { name: 'Kasse 2', terminal: 'T1', uuid: '/shop/till/2' },
  ],
  groups: [{ id: 'coffee', name: { de: 'Kaffee', en: 'Coffee' } }],
  articles: 'articles.csv',
  cards: 'cards.csv',
  loyalty: true,
  upstream: null,
  backoffice: null,
});

/** Ends with the exit code; what was written on both outputs. */
function setUp(content: unknown, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const path = join(folder, 'shop.json');
  if (content !== null) writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  const args = [...SETUP, '--data', data, ...(content === null ? [] : ['--file', path]), ...options];
  const env = { ...process.env, REGISTER_SECRET: 'a-very-long-secret-of-the-register' };
  return new Promise(resolve => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

async function start(): Promise<string> {
  const child = spawn(process.execPath, [...HEADLESS, '--data', data, '--port', '0'], {
    // The terminal of this shop is a virtual one.
    stdio: ['ignore', 'pipe', 'ignore'],
    // The machine lives by another clock than the shop.
    env: { ...process.env, TILLBRIDGE_VIRTUAL_TERMINALS: 'true', TZ: 'Pacific/Auckland' },
  });
  bridge = child;
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`exit code ${code}`)));
    createInterface({ input: child.stdout }).once('line', line => resolve(line.replace('tillbridge ready ', '')));
  });
}

interface Sold {
  readonly id: string;
  readonly status: string;
  readonly missing_sum: number;
  readonly code: number;
  readonly device_source: string | null;
}

function tillOf(url: string) {
  const call = async (method: string, path: string, token: string | null, body?: object | URLSearchParams) => {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Sold & { access_token: string } };
  };
  const token = async (fields: Record<string, string>) =>
    (
      await call(
        'POST',
        '/oauth/token',
        null,
        new URLSearchParams({
          ...{ client_id: 'cash-register-1', client_secret: 'a-very-long-secret-of-the-register', ...fields },
        }),
      )
    ).body.access_token;
  const sell = async (by: string, priceOne: number, ean: string, more: object = {}) =>
    (
      await call('POST', '/api/v2/Smart/Transactions', by, {
        basket: { products: [{ ean, desc: 'x', quantity: 1, priceOne, tax: 19 }] },
        ...more,
      })
    ).body.id;
  return { call, token, sell };
}

/** A short secret that an earlier version took goes on, with a warning. */
async function goesOnWithShortSecret() {
  const db = new Sqlite(join(data, 'tillbridge.db'));
  db.prepare("UPDATE client SET secret_hash = ? WHERE id = 'cash-register-1'").run(hashToken('short'));
  db.close();
  const kept = await setUp({ ...file(), clients: [{ id: 'cash-register-1', secret: 'short' }] });
  expect([kept.code, `${kept.out}${kept.err}`]).toEqual([0, expect.stringContaining('The secret is short')]);
  expect((await setUp(file())).out).toContain('Client cash-register-1 is changed');
}

describe('a shop from a file', () => {
  it('is shown first, made once, and sells at both tills: cash, card and loyalty', async () => {
    const dry = await setUp(file(), '--dry-run');
    expect([dry.code, dry.err.includes('TSE')]).toEqual([0, true]);
    expect(dry.out).toContain('Till Kasse 2 is made');
    expect(dry.err).toContain('cards.csv line 3, cardnumber: The card number may have been rounded');
    expect(existsSync(data)).toBe(false);
    // Two at the same time: one makes the shop, the other finds the directory in use, or the shop as it should be.
    const both = await Promise.all([setUp(file()), setUp(file())]);
    const made = both.filter(({ out }) => out.includes('The shop Café am Markt is made'));
    expect(made.map(({ code }) => code)).toEqual([0]);
    const other = both.find(one => one !== made[0]);
    expect(`${other?.out}${other?.err}`).toMatch(/Nothing to change|in use by/);
    // Each is a start of the program; what is exported below changes nothing, either.
    if (process.env.LONG) {
      const again = await setUp(file());
      expect([again.code, again.out]).toEqual([0, expect.stringContaining('Nothing to change')]);
      await goesOnWithShortSecret();
    }

    const url = await start();
    const { call, token, sell } = tillOf(url);
    const appuser = { grant_type: 'appuser', username: 'manager@shop.example', password: '73916482' };
    const [first, second, register] = await Promise.all([
      token({ ...appuser, device: '/shop/till/1' }),
      token({ ...appuser, device: '/shop/till/2' }),
      token({ grant_type: 'client_credentials' }),
    ]);
    const sales = '/api/v2/Smart/Transactions';
    const cash = await sell(first, 240, '4006381333931');
    const paid = await call('POST', `${sales}/${cash}/start/cash`, first);
    expect(paid.body).toMatchObject({ status: 'ok', created: expect.stringMatching(/\+0[12]:00$/) });
    const card = await sell(second, 350, '2');
    expect((await call('POST', `${sales}/${card}/start/cashless`, second)).body.status).toBe('ok');
    const own = await sell(register, 240, '4006381333931', { idents: [{ type: 'card', value: '9280000000000018' }] });
    expect((await call('POST', `${sales}/${own}/preTransaction`, register)).body.missing_sum).toBe(0);
    expect((await call('POST', `${sales}/${own}/start/loyalty`, register)).body.status).toBe('ok');

    // Nobody stands behind any other method: refused with its cure, before anything is booked.
    for (const [name, { settledBy, start: starts, prepare }] of Object.entries(methods) as [
      string,
      { settledBy: string; start?: true; prepare?: true },
    ][]) {
      if (settledBy !== 'acquirer' && settledBy !== 'chance') continue;
      const sale = await sell(register, 100, '2');
      for (const action of [...(starts ? ['start'] : []), ...(prepare ? ['prepare'] : [])]) {
        const refused = await call('POST', `${sales}/${sale}/${action}/${name}`, register, {});
        expect([refused.status, refused.body.code], `${action}/${name}`).toEqual([405, 1120]);
      }
    }

    // The bridge runs: nothing is set up behind its back.
    const busy = await setUp({ ...file(), shop: { ...file().shop, name: 'Anders' } });
    expect([busy.code, busy.err]).toEqual([2, expect.stringContaining('Stop it, then repeat this')]);
    const code = await setUp(null, '--new-code');
    expect([code.code, code.err]).toEqual([2, expect.stringContaining('A shop has been set up')]);
    bridge?.kill('SIGTERM');
    await new Promise(resolve => bridge?.once('exit', resolve));

    const exported = await setUp(null, '--export');
    expect(JSON.parse(exported.out)).toMatchObject({ tills: [{ name: 'Kasse 1' }, { uuid: '/shop/till/2' }] });
    expect(exported.out).not.toMatch(/73916482|a-very-long/);
    const copied = await setUp(exported.out);
    expect([copied.code, copied.out]).toEqual([0, expect.stringContaining('Nothing to change')]);
  });

  it('is refused with a sentence for each fault, and nothing is made', async () => {
    const elsewhere = join(folder, 'refused');
    const wrong: [unknown, RegExp][] = [
      [{ ...file(), version: 2 }, /newer Tillbridge .*update first/],
      [
        { ...file(), shopp: {}, tills: [{ name: 'K', terminale: 'T1' }] },
        /tills\[0\]\.terminale: .*terminal is meant[\s\S]*shopp: .*shop is meant/,
      ],
      [{ ...file(), people: [{ username: 'a', name: 'A', role: 'manager', pin: '12' }] }, /people\[0\]\.pin/],
      [{ ...file(), people: [] }, /role manager is missing/],
      [
        { ...file(), shop: { ...file().shop, street: 'Karte 4539578763621486' } },
        /shop\.street: This looks like the number of a payment card \(…1486\)/,
      ],
      [
        { ...file(), articles: [{ number: '1', name: '4539 5787 6362 1486', price: '1', tax: '19' }] },
        /articles\[0\], name: This looks like/,
      ],
      [{ ...file(), tills: [{ name: 'K', terminal: 'T9' }] }, /There is no terminal T9/],
      [{ ...file(), articles: 'nowhere.csv' }, /nowhere\.csv/],
      [
        { ...file(), clients: [{ id: 'register-1', secret: 'too-short' }] },
        /clients\[0\]\.secret: .*at least 16 characters/,
      ],
      [
        { ...file(), cards: [{ cardnumber: '7783320123456782' }] },
        /cards\[0\], cardnumber: .*LOYALTY_PREFIXES='\["778332"\]'.*start the bridge again/,
      ],
      ['{ "shop": ', /is not JSON, line 1/],
    ];
    // Each is a start of the program.
    for (const [content, sentence] of wrong.filter((_, at) => process.env.LONG || at % 8 === 1)) {
      const { code, err } = await setUp(content, '--data', elsewhere);
      expect([code, err], String(sentence)).toEqual([2, expect.stringMatching(sentence)]);
      expect(err).toContain('Nothing was changed.');
      expect(existsSync(elsewhere)).toBe(false);
    }
  });
});
