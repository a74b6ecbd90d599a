/**
 * A bar with two tills whose business day begins at four in the morning, and its back office on a real PostgreSQL: both in this
 * process, over HTTP, with clocks that the test sets.
 */
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { openTerminal } from '../../drivers/index.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { cashOf } from '../../main/cash/cash.fixture.ts';
import {
  type Client,
  checkedAsk,
  ok,
  startBridge,
  type TestBridge,
  testClock,
  until,
} from '../../main/doubles/bridge.fixture.ts';
import { buildOfficeServer } from '../../main/office/api/server.ts';
import { type Cluster, startCluster } from '../../main/office/database/cluster.fixture.ts';
import { makeCode } from '../../main/office/enrolment/codes.ts';
import { merchant, openTestOffice, stores, type TestOffice } from '../../main/office/office.fixture.ts';
import { hashPassword } from '../../main/office/people/passwords.ts';
import type { ZReport } from '../../main/wire/zReports.ts';
import { demoIds } from '../../main/world/demoIds.ts';

type Ask = Client['ask'];
export type Rows = readonly Readonly<Record<string, string>>[];
/** The files of an archive by their names. */
export type Archive = Readonly<Record<string, Rows>>;

/** One person at one till. */
export interface Place {
  readonly ask: Ask;
  readonly cash: ReturnType<typeof cashOf>;
  readonly name: string;
  readonly till: 0 | 1;
  readonly person: 'cashier' | 'manager';
}

/** The reports of a till at the end of its day: X, and right behind it Z. */
export interface ClosedTill {
  readonly x: ZReport;
  readonly z: ZReport;
}

export interface Bar {
  readonly bridge: TestBridge;
  /** Where the head of the chain signs in with a browser. */
  readonly officeAddress: string;
  /** Both tills use it. */
  readonly terminal: RunningVirtualTerminal['terminal'];
  /** SDV_… */
  readonly tills: readonly [string, string];
  /** Sets the clocks of bridge and office to a moment, never back. */
  at(moment: string): void;
  /** Signs in at a till, 0 or 1. */
  stand(till: 0 | 1, person: 'cashier' | 'manager'): Promise<Place>;
  /** The terminal ends its day, and each till makes its Z report. */
  closeDay(): Promise<readonly ClosedTill[]>;
  /** The back office has every record. Asks it as the head of the chain. */
  office(): Promise<Ask>;
  /** TIL_… of a till in the office. */
  officeTill(till: 0 | 1): Promise<string>;
  closings(from: string, to: string): Promise<Archive>;
  close(): Promise<void>;
}

export const PASSWORD = 'a-long-password';
export const articles = [
  { number: 'PFAND', name: 'Pfand', price: 25, taxRate: 19 },
  { number: 'BEER', eans: ['4006381330015'], name: 'Bier', price: 420, taxRate: 19 },
  { number: 'COLA', eans: ['4006381330022'], name: 'Cola', price: 200, taxRate: 19, deposit: 'PFAND' },
  { number: 'NUTS', eans: ['4006381330039'], name: 'Nüsse', price: 300, taxRate: 7 },
  // Its group has the campaign of the demo: 10 % off with a card.
  { number: 'COFFEE', eans: ['4006381330046'], name: 'Kaffee', price: 350, taxRate: 19, group: 'coffee' },
] as const;

/** A line of a basket as the screen sends it. */
export function line(number: (typeof articles)[number]['number'], quantity: number, more: object = {}) {
  const article = articles.find(one => one.number === number);
  if (!article) throw new Error(`there is no article ${number}`);
  const { name: desc, price: priceOne, taxRate: tax } = article;
  const group = 'group' in article ? [{ id: article.group, desc: 'Kaffee', level: 1 }] : [];
  return {
    ...{ articleNumber: number, ean: '', desc, priceOne, tax, quantity, item_type: 'article', group },
    reference_id: `line:${number}`,
    ...more,
  };
}

/** At a moment; with the screens of the tills where their folder is given. */
export async function openBar(begin: string, screen?: string): Promise<Bar> {
  const cluster = await startCluster();
  const office = await openTestOffice(cluster.database());
  const clock = testClock(Date.parse(begin));
  office.clock.set(clock.now());
  await office.database.query(
    "INSERT INTO person (id, merchant, username, name, role, store, password_hash) VALUES ('USR_1', $1, 'chain', 'Chain', 'chain', NULL, $2)",
    [merchant, await hashPassword(PASSWORD)],
  );
  const app = await buildOfficeServer(office);
  // A till whose request was refused for its time corrects its clock by the answer.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', new Date(office.clock.now()).toUTCString());
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const enrol = await makeCode(office.database, stores.first, null, clock.now());
  const virtual = await startVirtualTerminal({ delay: 0 });
  // Every amount is approved, and of this card a pre-authorisation can be released.
  virtual.terminal.amountRules = false;
  virtual.terminal.overrides = { card: 'visa' };
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const bridge = await startBridge({
    clock,
    // The screen asks for a tip before a card.
    config: { backoffice: { address, enrol }, tips: { ask: screen !== undefined, perCent: [10] } },
    parts: {
      ...(screen ? { screen } : {}),
      openTerminal: () => openTerminal({ protocol: 'zvt', connection, options: { tips: true } }),
    },
  });
  const second = await setUp(bridge);
  const { ask } = await bridge.staff('manager');
  await until(async () => {
    const { body } = await ask<{ state: string }>('GET', '/bridge/v1/queue/office');
    return body.state === 'enrolled';
  });
  return barOf({ bridge, office, address, second, cluster, app, virtual });
}

/** Gives the second till, which shares the terminal of the first. */
async function setUp(bridge: TestBridge): Promise<string> {
  const manager = await bridge.staff('manager');
  const put = async (path: string, body: object) => {
    const { headers } = await manager.ask('GET', path);
    ok(await manager.ask('PUT', path, { body, headers: { 'if-match': headers.get('etag') ?? '' } }));
  };
  await put('/bridge/v1/shop', { timeZone: 'Europe/Berlin', dayStart: '04:00' });
  for (const body of articles) ok(await manager.ask('POST', '/bridge/v1/articles', { body }));
  const client = await bridge.client();
  const group = { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true };
  ok(await client.ask('POST', '/bridge/v1/loyalty/card-groups', { body: group }));
  return ok(
    await manager.ask<{ id: string }>('POST', '/bridge/v1/tills', {
      body: { name: 'Kasse 2', terminal: demoIds.terminal },
    }),
  ).id;
}

interface Parts {
  readonly bridge: TestBridge;
  readonly office: TestOffice;
  readonly address: string;
  readonly second: string;
  readonly cluster: Cluster;
  readonly app: Awaited<ReturnType<typeof buildOfficeServer>>;
  readonly virtual: RunningVirtualTerminal;
}

const PINS = { cashier: '1111', manager: '9999' } as const;

function barOf({ bridge, office, address, second, cluster, app, virtual }: Parts): Bar {
  const tills = [demoIds.till, second] as const;
  const askOffice = checkedAsk(`${address}/office/v1`);

  async function stand(till: 0 | 1, person: keyof typeof PINS): Promise<Place> {
    const body = { username: `${person}@demo.example`, pin: PINS[person], till: tills[till] };
    const session = ok(
      await bridge.ask<{ access_token: string; user: { name: string } }>('POST', '/bridge/v1/session', { body }),
    );
    const token = session.access_token;
    const ask: Ask = (method, path, request = {}) => bridge.ask(method, path, { token, ...request });
    return { ask, cash: cashOf({ ask } as Client), name: session.user.name, till, person };
  }

  async function signedIn(): Promise<string> {
    const response = await fetch(`${address}/office/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'chain', password: PASSWORD }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const isSent = async () => {
    const [own] = bridge.rows<{ count: number }>('SELECT count(*) AS count FROM queue_record');
    const [held] = await office.database.query<{ count: number }>('SELECT count(*)::int AS count FROM document');
    return own?.count === held?.count;
  };

  /** A request that is on its way while the clocks are set looks like one of another time, and the link pauses. */
  async function sent(): Promise<void> {
    if (await isSent()) return;
    const { ask } = await stand(0, 'manager');
    await until(async () => {
      ok(await ask('POST', '/bridge/v1/queue/office/try'));
      return isSent();
    });
  }

  return {
    ...{ bridge, tills, stand, terminal: virtual.terminal, officeAddress: address },
    at(moment) {
      const ms = Date.parse(moment) - bridge.clock.now();
      if (ms < 0) throw new Error(`${moment} is over`);
      // First the office: a request from the future would be refused.
      office.clock.set(bridge.clock.now() + ms);
      bridge.clock.pass(ms);
    },
    async closeDay() {
      const manager = await stand(0, 'manager');
      ok(await manager.ask('POST', '/bridge/v1/terminals/me/day-end'));
      const reports: ClosedTill[] = [];
      for (const till of [0, 1] as const) {
        const { cash } = await stand(till, 'manager');
        const { shift } = await cash.current();
        if (shift) await cash.close(shift.id, (await cash.expected()) ?? 0);
        reports.push({ x: await cash.x(), z: await cash.z() });
      }
      return reports;
    },
    async office() {
      await sent();
      const token = await signedIn();
      return (method, path, request = {}) => askOffice(method, path, { token, ...request });
    },
    async officeTill(till) {
      await sent();
      const [row] = await office.database.query<{ id: string }>('SELECT id FROM till WHERE device = $1', [tills[till]]);
      return row?.id ?? '';
    },
    async closings(from, to) {
      await sent();
      const answer = await fetch(`${address}/office/v1/exports/dsfinvk.zip?from=${from}&to=${to}`, {
        headers: { authorization: `Bearer ${await signedIn()}` },
      });
      return unzipped(new Uint8Array(await answer.arrayBuffer()));
    },
    async close() {
      await bridge.close();
      await virtual.close();
      await app.close();
      await office.database.close();
      cluster.remove();
    },
  };
}

function unzipped(content: Uint8Array): Archive {
  const files = Object.entries(unzipSync(content)).filter(([name]) => name.endsWith('.csv'));
  return Object.fromEntries(
    files.map(([name, data]) => {
      const [head = '', ...rows] = strFromU8(data).trimEnd().split('\r\n');
      const names = head.split(';');
      const read = (row: string) =>
        Object.fromEntries(row.split(';').map((value, at) => [names[at] ?? '', value.replace(/^"(.*)"$/, '$1')]));
      return [name.slice(0, -4), rows.map(read)];
    }),
  );
}
