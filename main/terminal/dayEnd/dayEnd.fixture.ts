/** A shop with a terminal that keeps its day, for the tests of the end-of-day. */

import {
  type Answer,
  type Client,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  type TestBridge,
  testClock,
} from '../../doubles/bridge.fixture.ts';
import { countingTerminal, type TerminalDay, terminalDay } from '../../doubles/countingTerminal.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import type { DayEnd, DayEndList, DayEndPreview } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

export const atTerminal = `/bridge/v1/terminals/${demoIds.terminal}/day-end`;
export const dayEnds = '/bridge/v1/day-ends';

export interface Refused {
  readonly code: number;
  readonly error_details: string;
  readonly error_user: string;
  readonly blockers?: DayEndPreview['blockers'];
}

export interface TestShop {
  readonly bridge: TestBridge;
  readonly day: TerminalDay;
  readonly till: Client;
  pay(amount: number, who?: Client): Promise<SmartTransaction>;
  cancel(sale: SmartTransaction): Promise<SmartTransaction>;
  run(): Promise<DayEnd>;
  /** Runs the end-of-day and gives the answer. */
  ask(who?: Client): Promise<Answer<DayEnd & Refused>>;
  preview(): Promise<DayEndPreview>;
  list(): Promise<DayEndList>;
  /** The same shop after a restart of the bridge. */
  restart(): Promise<TestShop>;
  /** The same shop as a crash at this moment would leave it. */
  crash(): Promise<TestShop>;
}

export async function openShop(settings: Settings = {}, day = terminalDay()): Promise<TestShop> {
  const { clock = testClock(), terminal = terminalMemory() } = settings;
  const parts = {
    lookEvery: 20,
    ...settings.parts,
    openTerminal: async () => countingTerminal(day, terminal, clock.now),
  };
  return shopOf(await startBridge({ ...settings, clock, terminal, parts }), day);
}

async function shopOf(bridge: TestBridge, day: TerminalDay): Promise<TestShop> {
  const till = await bridge.client();
  const ask = (who = till) => who.ask<DayEnd & Refused>('POST', atTerminal);
  return {
    bridge,
    day,
    till,
    async pay(amount, who = till) {
      const { id } = await who.create(sale([item(amount)]));
      return ok(await who.post<SmartTransaction>(`/${id}/start/cashless`));
    },
    cancel: async ({ id }) => ok(await till.post<SmartTransaction>(`/${id}/cancel`)),
    run: async () => ok(await ask()),
    ask,
    // Time passes in these tests, and tokens expire.
    preview: async () => ok(await (await bridge.client()).ask<DayEndPreview>('GET', atTerminal)),
    list: async () => ok(await (await bridge.client()).ask<DayEndList>('GET', dayEnds)),
    restart: async () => shopOf(await bridge.restart(), day),
    crash: async () => shopOf(await bridge.crashCopy(), day),
  };
}

/** Another till whose cards are paid at the same terminal, with the manager signed in at it. */
export async function secondTill({
  bridge,
  till,
}: TestShop): Promise<{ readonly id: string; readonly client: Client }> {
  const device = { type: 'cashier', vendor: 'demo', vendor_uid: '/vendor/demo/till/2', description: 'Kasse 2' };
  const { id } = ok(await till.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', { body: device }));
  const routing = ok(await till.ask<{ id: string }>('POST', '/api/v2/Smart/Routings'));
  for (const one of [id, demoIds.terminal])
    ok(await till.ask('POST', `/api/v2/Smart/Routings/${routing.id}/assign/${one}`));
  const grant = { grant_type: 'appuser', username: 'manager@demo.example', password: '9999', device: id };
  const body = { client_id: 'demo-client', client_secret: 'demo-secret', ...grant };
  const { access_token: token } = ok(await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body }));
  const ask: Client['ask'] = (method, path, request = {}) => bridge.ask(method, path, { token, ...request });
  const post: Client['post'] = (path, sent) =>
    ask('POST', `/api/v2/Smart/Transactions${path}`, sent === undefined ? {} : { body: sent });
  const create: Client['create'] = async (input = {}) => ok(await post('', input));
  const read: Client['read'] = async one => ok(await ask('GET', `/api/v2/Smart/Transactions/${one}`));
  return { id, client: { token, ask, post, create, read } };
}
