/** Training with the shop's own name, articles and staff: read from the real database while that is in use, never written to it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TRAINING_MARK } from '../domain/trainingMark.ts';
import { until } from '../doubles/bridge.fixture.ts';
import { HEADLESS } from '../doubles/programs.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { hashPin } from '../services/auth/pins.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createDownCatalogue } from '../store/downCatalogue.ts';
import { createMerchants } from '../store/merchants.ts';
import { createShopStore, type StoredFacts } from '../store/shopFacts.ts';
import { demoIds } from '../world/demoIds.ts';
import { seedDemo } from './demoShop.ts';
import { practiseInOwnShop } from './trainingShop.ts';

const EAN = '4006381333931';
const ARTICLE = {
  articleNumber: 'own-1',
  ean: EAN,
  desc: 'Eigener Artikel',
  descEn: 'Own article',
  price: 250,
  tax: 19,
};

let folder: string;
let real: Database;
let child: ChildProcess | undefined;

/** A shop that is open: its own article, its own cashier. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-own-shop-'));
  real = openDatabase(folder, sqlFunctions);
  await seedDemo(real, createMerchants(real), Date.now());
  await changeShop('Bäckerei am Tor', '2468');
});
afterEach(async () => {
  await end();
  await real.close();
  rmSync(folder, { recursive: true, force: true });
});

async function changeShop(name: string, pin: string): Promise<void> {
  const hash = await hashPin(pin);
  await real.write(() => {
    real.prepare('UPDATE merchant SET name = ? WHERE id = ?').run(name, demoIds.merchant);
    real.prepare('DELETE FROM article WHERE merchant = ?').run(demoIds.merchant);
    createMerchants(real).putArticle(demoIds.merchant, 0, { ...ARTICLE, group: [], quickKey: null } as never);
    real.prepare('DELETE FROM staff WHERE merchant = ?').run(demoIds.merchant);
    real
      .prepare('INSERT INTO staff (id, merchant, username, name, role, pin_hash) VALUES (?, ?, ?, ?, ?, ?)')
      .run('USR_OWN', demoIds.merchant, 'own@shop.example', 'Eigene Kasse', 'manager', hash);
  });
}

async function train(): Promise<string> {
  child = spawn(process.execPath, [...HEADLESS, '--training', '--port', '0', '--data', folder], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout!.on('data', part => {
    out += part;
  });
  await until(() => out.includes('\n') || child?.exitCode !== null, 30_000);
  return /^tillbridge ready (\S+)\n$/.exec(out)?.[1] ?? '';
}

async function end(): Promise<void> {
  if (!child || child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function ask(address: string, method = 'GET', body?: object, token?: string) {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

const signIn = (url: string, pin: string, username = 'own@shop.example') =>
  ask(`${url}/bridge/v1/session`, 'POST', { username, pin });
const tokenOf = ({ text }: { text: string }) => String((JSON.parse(text) as { access_token: string }).access_token);

/** Everything in the real database, as text. */
function contents(): string {
  const tables = real
    .prepare<string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  return tables.map(name => `${name} ${JSON.stringify(real.prepare(`SELECT * FROM "${name}"`).all())}`).join('\n');
}

it('sells articles of the real shop with its own staff, leaves that unchanged, and is up to date at the next start with its training sales', async () => {
  const before = contents();
  const url = await train();
  expect((await signIn(url, '9999', 'manager@demo.example')).status).not.toBe(200);
  const token = tokenOf(await signIn(url, '2468'));
  expect((await ask(`${url}/bridge/v1/catalogue`, 'GET', undefined, token)).text).toContain('Eigener Artikel');

  const basket = { products: [{ ean: EAN, desc: 'Eigener Artikel', quantity: 1, priceOne: 250, tax: 19 }] };
  const made = await ask(`${url}/api/v2/Smart/Transactions`, 'POST', { basket }, token);
  const sale = `${url}/api/v2/Smart/Transactions/${(JSON.parse(made.text) as { id: string }).id}`;
  await ask(`${sale}/preTransaction`, 'POST', undefined, token);
  expect((await ask(`${sale}/start/cashless`, 'POST', undefined, token)).status).toBe(200);
  const { text } = await ask(sale, 'GET', undefined, token);
  expect(text).toContain('Bäckerei am Tor');
  expect(text).toContain(TRAINING_MARK.de);

  expect(contents()).toBe(before);
  expect(real.prepare('SELECT count(*) FROM smart_transaction').pluck().get()).toBe(0);

  await end();
  await changeShop('Bäckerei am Tor', '1357');
  const next = await train();
  expect((await signIn(next, '2468')).status).not.toBe(200);
  const again = tokenOf(await signIn(next, '1357'));
  const kept = `${next}/api/v2/Smart/Transactions/${(JSON.parse(made.text) as { id: string }).id}`;
  expect((await ask(kept, 'GET', undefined, again)).status).toBe(200);
});

it('sells what the catalogue of the upstream service sells, where the real shop sells from that', async () => {
  const catalogue = createDownCatalogue(real);
  const document = JSON.stringify({ ...ARTICLE, articleNumber: 'chain-1', desc: 'Artikel der Kette', price: 990 });
  await real.write(() => {
    const version = catalogue.begin(demoIds.merchant);
    catalogue.stage(demoIds.merchant, version, 0, [{ articleNumber: 'chain-1', ean: EAN, document }]);
    catalogue.switchTo(demoIds.merchant, version);
  });
  const place = join(folder, 'practice');
  const db = openDatabase(place, sqlFunctions);
  await seedDemo(db, createMerchants(db), Date.now());
  await practiseInOwnShop(db, folder);
  const sold = db.prepare<string>('SELECT article_number FROM sold_article WHERE merchant = ?').pluck();
  expect(sold.all(demoIds.merchant)).toEqual(['chain-1']);
  await db.close();
});

it('lives by the clock of the real shop, so that its slips have the time of day there', async () => {
  const facts = { timeZone: 'Pacific/Kiritimati', language: 'de', dayStart: '04:00', loyalty: false };
  await real.write(() => createShopStore(real).keepFacts(demoIds.merchant, facts as StoredFacts));
  const db = openDatabase(join(folder, 'practice'), sqlFunctions);
  await seedDemo(db, createMerchants(db), Date.now());
  await practiseInOwnShop(db, folder);
  expect(createShopStore(db).facts(demoIds.merchant)).toEqual({ ...facts, loyalty: true });
  await db.close();
});

it('refuses a real database that cannot be read, and leaves it unchanged', async () => {
  await real.close();
  const file = join(folder, 'tillbridge.db');
  writeFileSync(file, 'this is no database, and long enough to be taken for one'.repeat(20));
  const damaged = readFileSync(file);
  await train();
  expect(child?.exitCode).toBe(2);
  expect(readFileSync(file)).toEqual(damaged);
  rmSync(folder, { recursive: true, force: true });
  real = openDatabase(folder, sqlFunctions);
});
