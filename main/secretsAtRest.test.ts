/** A copy of the database shows neither the password of a terminal nor the number of a bank account, nor a PIN. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetSecrets } from './dataDirectory/forgetSecrets.ts';
import {
  type Client,
  closeAll,
  demoDirectory,
  ok,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  until,
} from './doubles/bridge.fixture.ts';
import { sqlFunctions } from './query/comparable.ts';
import { createGuesses } from './services/auth/guesses.ts';
import { createPersons } from './services/auth/persons.ts';
import { createPins, hashPin, pinCosts } from './services/auth/pins.ts';
import { createAccounts } from './store/accounts.ts';
import { type Database, openDatabase } from './store/database.ts';
import { sealOld } from './store/sealOld.ts';
import { createTerminals } from './store/terminals.ts';
import { systemClock } from './world/clock.ts';
import { demoIds } from './world/demoIds.ts';

afterAll(closeAll);

const IBANS = { container: 'DE75512108001245126199', contract: 'AT611904300234573201', payout: 'NL91ABNA0417164300' };
/** Account numbers of the demo data. */
const SEEDED = ['DE89370400440532013000', 'DE12500105170648489890'];

const files = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

/** In any file, as text or with the blanks that people write. */
function found(directory: string, secrets: readonly string[]): string[] {
  return files(directory).flatMap(file => {
    const text = readFileSync(file, 'latin1');
    const plain = text.replace(/ /g, '');
    return secrets
      .filter(secret => text.includes(secret) || plain.includes(secret))
      .map(secret => `${file}: ${secret}`);
  });
}

describe('a whole bridge', () => {
  let bridge: TestBridge;
  let client: Client;
  beforeAll(async () => {
    bridge = await startBridge();
    client = await bridge.client();
  });

  it('uses bank accounts everywhere, and no file of it holds one', async () => {
    const account = { type: 'bank_account', private: { iban: IBANS.container, owner: 'Ada Muster' } };
    const keyed = { headers: { 'idempotency-key': 'account-1' } };
    const container = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: account, ...keyed }),
    );
    await client.ask('POST', '/api/v2/Payment/Containers/me/validateSingleIban', {
      body: { iban: IBANS.container },
      headers: { 'idempotency-key': 'account-2' },
    });
    ok(
      await client.ask('POST', '/api/v2/General/Contracts/me/updateBankAccount', {
        body: { iban: IBANS.contract, owner: 'Ada' },
      }),
    );
    ok(
      await client.ask('POST', '/api/v2/Payment/Svcdebits', {
        body: { amount: 100, currency: 'EUR', purpose: 'Probe', container: container.id, customer: demoIds.payer },
      }),
    );
    const payout = await client.ask('POST', '/api/v2/Payment/Svcpayout/direct', {
      body: {
        amount: 700,
        currency: 'EUR',
        contract_id: demoIds.contract,
        purpose: 'Gewinne',
        payout_list: [
          { amount: 700, purpose: 'Gewinn', reference: 'S-1', bank_account: { iban: IBANS.payout, owner: 'E' } },
        ],
      },
    });
    // The same account of the same customer is still the same container.
    const again = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: account, ...keyed }),
    );
    expect(again.id).toBe(container.id);
    const changed = await client.ask<{ private: object }>('PUT', `/api/v2/Payment/Containers/${container.id}`, {
      body: { private: { iban: IBANS.container, owner: 'Ada Lovelace' } },
    });
    expect([changed.status, payout.status]).toEqual([200, expect.any(Number)]);
    await until(() => bridge.rows("SELECT 1 FROM setting WHERE key = 'sealed'").length > 0);
    expect(found(bridge.data, [...Object.values(IBANS)])).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM payment_container WHERE inner LIKE \'%"iban":"sealed1.%\'').length).toBe(4);
    await bridge.restart();
    expect(found(bridge.data, [...Object.values(IBANS), ...SEEDED])).toEqual([]);
  });
});

describe('a directory of an older version', () => {
  const opened: Database[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(db => db.close()));
  });
  const open = (data: string, secretsKey: string | null = null) => {
    const db = openDatabase(data, sqlFunctions, undefined, 'demo', { secretsKey });
    opened.push(db);
    return db;
  };
  const terminal = {
    device: demoIds.terminal,
    merchant: demoIds.merchant,
    protocol: 'zvt',
    connection: { type: 'tcp', host: '192.0.2.1', port: 20007 },
    password: '739514',
    currency: null,
    profile: null,
    options: {},
    terminalId: null,
    software: null,
    sharedWith: null,
    handOver: false,
    pairedAt: 1,
  } as const;

  async function older(): Promise<string> {
    const data = await demoDirectory();
    const db = openDatabase(data, sqlFunctions);
    await db.write(() => createTerminals(db).save(terminal));
    await db.close();
    expect(found(data, ['739514'])).not.toEqual([]);
    return data;
  }

  it('is sealed at its first start, and everything can still be read with the key', async () => {
    const data = await older();
    const db = open(data);
    await sealOld(db, () => false);
    expect(createTerminals(db).find(demoIds.terminal)).toEqual(terminal);
    await opened.pop()?.close();
    expect(found(data, ['739514', ...SEEDED])).toEqual([]);
    expect(createTerminals(open(data)).all()).toEqual([terminal]);
  });

  it('goes on where it was interrupted', async () => {
    const data = await older();
    const db = open(data);
    await sealOld(db, () => true);
    await opened.pop()?.close();
    const again = open(data);
    await sealOld(again, () => false);
    await opened.pop()?.close();
    expect(found(data, ['739514', ...SEEDED])).toEqual([]);
  });

  it('a lost or another key is one sentence, and nothing else is lost', async () => {
    const data = await older();
    await sealOld(open(data), () => false);
    await opened.pop()?.close();
    const key = readFileSync(join(data, 'secrets.key'), 'utf8');
    rmSync(join(data, 'secrets.key'));
    expect(() => open(data)).toThrow(/The key of the secrets .* is missing: put back the file from the backup/);
    writeFileSync(join(data, 'secrets.key'), 'x'.repeat(43));
    expect(() => open(data)).toThrow(/is not the one this database was written with/);
    const reading = openDatabase(data, sqlFunctions, undefined, 'demo', { readOnly: true });
    expect(reading.prepare('SELECT count(*) FROM article').pluck().get()).toBeGreaterThan(200);
    await reading.close();
    rmSync(join(data, 'secrets.key'));
    expect(createTerminals(open(data, key.trim())).all()).toEqual([terminal]);
  });

  it('goes on without what only the lost key could open, once a person says so', async () => {
    const data = await older();
    await sealOld(open(data), () => false);
    await opened.pop()?.close();
    rmSync(join(data, 'secrets.key'));
    expect(await forgetSecrets(data, () => undefined)).toBe(0);
    const db = open(data);
    expect(createTerminals(db).all()).toEqual([{ ...terminal, password: null }]);
    expect(db.prepare('SELECT count(*) FROM payment_container').pluck().get()).toBe(3);
  });

  it('forgets no key of an enrolment while records wait for the back office, unless a person knows of them', async () => {
    const data = await older();
    const db = open(data);
    await db.write(() => {
      db.prepare(
        "INSERT INTO office_enrolment VALUES (1, 'MRC_1', 'http://office', 'enrolled', 1, NULL, NULL, NULL, NULL, NULL)",
      ).run();
      db.prepare("INSERT INTO queue_till VALUES ('SDV_1', 'MRC_1', NULL, 1, 1)").run();
      db.prepare(`INSERT INTO queue_record (till, epoch, sequence, merchant, business_day, at, kind, event, object, sum, currency, facts)
        VALUES ('SDV_1', 1, 1, 'MRC_1', '2026-01-01', 1, 'sale', 'closed', 'STX_1', 100, 'EUR', '{}')`).run();
    });
    await opened.pop()?.close();
    rmSync(join(data, 'secrets.key'), { force: true });
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await expect(forgetSecrets(data, say)).rejects.toThrow(
      /^Nothing was given up: the back office has not confirmed 1 records/,
    );
    expect(lines).toEqual([]);
    expect(await forgetSecrets(data, say, true)).toBe(0);
    expect(lines[0]).toMatch(/^waits: the back office has not confirmed 1 records/);
    expect(open(data).prepare('SELECT count(*) FROM office_enrolment').pluck().get()).toBe(0);
  });

  it('reads nothing from a copy without the key, and everything from a copy of the directory', async () => {
    const data = await older();
    await sealOld(open(data), () => false);
    await opened.pop()?.close();
    const copy = temporaryDirectory();
    cpSync(data, copy, { recursive: true });
    expect(createTerminals(open(copy)).all()).toEqual([terminal]);
  });
});

describe('PINs', () => {
  const pepper = { id: 'p', key: Buffer.alloc(32, 7) };

  it('cannot be guessed from a database alone, and are slow with everything', async () => {
    const pins = createPins(pinCosts.live, pepper);
    const hash = await pins.hash('4711');
    expect(await pins.matches('4711', hash)).toBe(true);
    expect(await pins.matches('4712', hash)).toBe(false);
    expect(await createPins(pinCosts.live, null).matches('4711', hash)).toBe(false);
    expect(await createPins(pinCosts.live, { id: 'p', key: Buffer.alloc(32, 8) }).matches('4711', hash)).toBe(false);
    expect(pinCosts.live).toBeGreaterThanOrEqual(16);
  });

  it('of older versions match, and are made anew when they are typed in a shop', async () => {
    const pins = createPins(pinCosts.live, pepper);
    const older = 'AAAAAAAAAAAAAAAAAAAAAA.x';
    expect(pins.isOld(older)).toBe(true);
    expect(pins.isOld(await hashPin('1111'))).toBe(true);
    expect(pins.isOld(await pins.hash('1111'))).toBe(false);
    expect(pins.isOld(await createPins(pinCosts.demo, pepper).hash('1111'))).toBe(true);
  });

  it('of a shop are upgraded at the next sign-in', async () => {
    const db = openDatabase(await demoDirectory(), sqlFunctions);
    const accounts = createAccounts(db);
    const stored = () => accounts.staff('manager@demo.example')?.pinHash ?? '';
    const before = stored();
    const pins = createPins(pinCosts.live, pepper);
    const person = createPersons(accounts, createGuesses(accounts, systemClock), pins);
    await expect(person('manager@demo.example', '1234', null)).rejects.toThrow();
    expect(stored()).toBe(before);
    await person('manager@demo.example', '9999', null);
    expect(stored()).toMatch(/^s2\.p\.16\./);
    const after = stored();
    await person('manager@demo.example', '9999', null);
    expect(stored()).toBe(after);
    await db.close();
  });

  it('of the shop are good in its training, too', async () => {
    const shop = createPins(pinCosts.live, pepper);
    const training = createPins(pinCosts.training, { id: 't', key: Buffer.alloc(32, 9) }, [pepper]);
    expect(await training.matches('4711', await shop.hash('4711'))).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('files', () => {
  it('are readable by their owner alone, also those of an older version', async () => {
    const data = await demoDirectory();
    mkdirSync(join(data, 'mails'), { mode: 0o755 });
    writeFileSync(join(data, 'mails', 'old.eml'), '', { mode: 0o644 });
    writeFileSync(join(data, 'of-somebody-else.txt'), '');
    // The mask of the process takes nothing away from a mode that is set.
    chmodSync(join(data, 'of-somebody-else.txt'), 0o644);
    chmodSync(join(data, 'tillbridge.db'), 0o644);
    chmodSync(data, 0o755);
    const db = openDatabase(data, sqlFunctions, undefined, 'demo');
    const mode = (path: string) => (statSync(join(data, path)).mode & 0o777).toString(8);
    expect(['.', 'mails'].map(mode)).toEqual(['700', '700']);
    expect(['tillbridge.db', 'mails/old.eml', 'secrets.key', 'tillbridge.mark', 'directory.json'].map(mode)).toEqual(
      Array(5).fill('600'),
    );
    expect(mode('of-somebody-else.txt')).toBe('644');
    await db.close();
  });
});
