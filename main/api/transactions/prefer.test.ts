/** Calls that wait for a terminal, answered early: Prefer: respond-async and Prefer: wait=N. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import {
  type Client,
  checkedAsk,
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  signedIn,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { HEADLESS } from '../../doubles/programs.fixture.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import type { Operation } from '../../wire/operations.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

let bridge: TestBridge;
let till: Client;
const SALES = '/api/v2/Smart/Transactions';

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterEach(() => {
  bridge.terminal.during = () => undefined;
});
afterAll(closeAll);

const opened = async (amount = 1000) => (await till.create(sale([item(amount)]))).id;
const ask = <T = SmartTransaction>(path: string, prefer: string, more: Record<string, string> = {}, body?: unknown) =>
  till.ask<T>('POST', path, { headers: { prefer, ...more }, ...(body === undefined ? {} : { body }) });
const pay = (id: string, prefer: string, more?: Record<string, string>) =>
  ask(`${SALES}/${id}/start/cashless`, prefer, more);
const ended = (id: string) =>
  until(async () => {
    const read = await till.read(id);
    return read.outcome.final ? read : null;
  });

describe('respond-async', () => {
  it('answers 202 with the sale while the terminal works, and the sale tells the end', async () => {
    const work = hold(bridge.terminal);
    const id = await opened();
    const { status, headers, body } = await pay(id, 'respond-async');
    expect([status, headers.get('location'), headers.get('preference-applied')]).toEqual([
      202,
      `${SALES}/${id}`,
      'respond-async',
    ]);
    expect(body).toMatchObject({
      status: 'pending',
      outcome: { result: 'unknown', final: false, next: { method: 'GET', path: `${SALES}/${id}` } },
      payments: [{ method: 'cashless', amount: 1000, status: 'open' }],
    });
    await work.arrived;
    work.release();
    expect(await ended(id)).toMatchObject({
      status: 'ok',
      payments: [{ status: 'paid', card: { brand: 'girocard' } }],
    });
  });

  it('leaves a decline in the sale, with its reason', async () => {
    const work = hold(bridge.terminal);
    bridge.terminal.endings.push('decline');
    const id = await opened();
    expect((await pay(id, 'respond-async')).status).toBe(202);
    work.release();
    const { outcome, payments } = await ended(id);
    expect(outcome.result).toBe('not_paid');
    expect(payments).toMatchObject([{ status: 'declined', reason: { code: 'declined' } }]);
  });

  it('is refused as always where nothing is begun', async () => {
    const work = hold(bridge.terminal);
    const [first, second] = [await opened(), await opened()];
    const answers = await Promise.all([pay(first, 'respond-async'), pay(second, 'respond-async')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 405]);
    const again = await pay(answers[0].status === 202 ? first : second, 'respond-async');
    expect(again.status).toBe(405);
    work.release();
    await Promise.all(answers.map(({ status, body }) => status === 202 && ended(body.id)));
    expect((await pay(`STX_${'0'.repeat(30)}`, 'respond-async')).status).toBe(404);
  });

  it('knows no sale of another merchant, open or paid', async () => {
    const other = await bridge.client('other');
    const begun = bridge.terminal.commands.length;
    const paid = await opened();
    ok(await till.post(`/${paid}/start/cash`));
    for (const prefer of ['respond-async', 'wait=1'])
      for (const path of [`${await opened()}/start/cashless`, `${paid}/cancel`]) {
        const { status, body } = await other.ask<object>('POST', `${SALES}/${path}`, { headers: { prefer } });
        expect([status, 'payments' in body], path).toEqual([404, false]);
      }
    expect(bridge.terminal.commands.length).toBe(begun);
  });

  it('gives a repeated key 202 with the sale as it is now, and takes the card once', async () => {
    const work = hold(bridge.terminal);
    const id = await opened();
    const key = { 'idempotency-key': `attempt of ${id}` };
    const before = bridge.terminal.commands.length;
    const [first, second] = await Promise.all([pay(id, 'respond-async', key), pay(id, 'respond-async', key)]);
    work.release();
    await ended(id);
    const third = await pay(id, 'respond-async', key);
    expect(second.text).toBe(first.text);
    expect(third.body).toEqual(await till.read(id));
    for (const answer of [first, second, third]) {
      expect(answer.status).toBe(202);
      expect(answer.headers.get('location')).toBe(`${SALES}/${id}`);
    }
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(bridge.terminal.commands.length - before).toBe(1);
  });

  it('is aborted as any other payment', async () => {
    bridge.terminal.endings.push('untilAborted');
    const id = await opened();
    expect((await pay(id, 'respond-async')).status).toBe(202);
    expect(ok(await till.post<SmartTransaction>(`/${id}/abort`)).outcome.abort_requested).toBe(true);
    expect((await ended(id)).outcome).toMatchObject({ result: 'not_paid', open: 1000 });
  });

  it('answers a reversal, a refund, a diagnosis and an end-of-day', async () => {
    const id = await opened();
    ok(await till.post(`/${id}/start/cashless`));
    const calls = [
      { path: `${SALES}/${id}/cancel`, location: `${SALES}/${id}` },
      {
        path: '/bridge/v1/terminals/me/operations',
        location: '/bridge/v1/terminals/me/operations/',
        body: { do: 'refund', amount: 100 },
      },
      { path: `${SALES}/me/diagnosis`, location: `${SALES}/STX_` },
      { path: `${SALES}/me/endOfDay`, location: `${SALES}/STX_` },
      { path: '/bridge/v1/terminals/me/day-end', location: '/bridge/v1/day-ends/', body: {} },
    ];
    for (const { path, location, body } of calls) {
      const work = hold(bridge.terminal);
      const answer = await ask(path, 'respond-async', {}, body);
      expect([path, answer.status, answer.text]).toEqual([path, 202, answer.text]);
      const followed = answer.headers.get('location') ?? '';
      expect(followed).toContain(location);
      work.release();
      await until(async () => {
        const { status, text } = await till.ask('GET', followed);
        return status === 200 && !/"(status":"pending|state":"(open|running)|result":"unknown)"/.test(text);
      });
    }
  });
});

it('a replayed key answers the outcome as it stands now, with the status of its own answer', async () => {
  const work = hold(bridge.terminal);
  const id = await opened();
  const keyed = () => ask(`${SALES}/${id}/start/cashless`, 'respond-async', { 'idempotency-key': `again-${id}` }, {});
  expect((await keyed()).body.outcome.result).toBe('unknown');
  await work.arrived;
  expect((await keyed()).body.outcome.result).toBe('unknown');
  work.release();
  await ended(id);
  const again = await keyed();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
  expect(again.body).toEqual(await till.read(id));
  expect(again.body).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: true, next: null } });
});

describe.each(['diagnosis', 'endOfDay'])('a second call that joins a running %s', service => {
  const path = `${SALES}/me/${service}`;

  it('is answered within its own time, and by the sale of the first one', async () => {
    const work = hold(bridge.terminal);
    const first = till.post<SmartTransaction>(`/me/${service}`);
    await work.arrived;
    const early = [await ask(path, 'respond-async'), await ask(path, 'wait=0')];
    expect(early.map(({ status }) => status)).toEqual([202, 202]);
    for (const { body, headers } of early) {
      expect(body.status).toBe('pending');
      expect(headers.get('location')).toBe(`${SALES}/${body.id}`);
    }
    work.release();
    const { id, status } = ok(await first);
    expect([status, ...early.map(({ body }) => body.id)]).toEqual(['ok', id, id]);
  });
});

it('a diagnosis that is joined holds no caller longer than the longest time', async () => {
  const terminal = terminalMemory();
  const own = await startBridge({ terminal, config: { answerWithin: 1 } });
  const client = await own.client();
  const work = hold(terminal);
  const first = client.post<SmartTransaction>('/me/diagnosis');
  await work.arrived;
  const second = client.post<SmartTransaction>('/me/diagnosis');
  const [one, other] = [ok(await first), ok(await second)];
  expect([one.status, other.status, other.id]).toEqual(['pending', 'pending', one.id]);
  work.release();
  await until(async () => (await client.read(one.id)).status === 'ok');
});

describe('wait', () => {
  it('answers in full where the terminal is done by then, and 202 where it is not', async () => {
    const quick = await opened();
    expect((await pay(quick, 'respond-async, wait=30')).body.status).toBe('ok');
    const work = hold(bridge.terminal);
    const id = await opened();
    const { status, headers, body } = await pay(id, 'wait=0');
    expect([status === 202 || body.status === undefined, headers.get('preference-applied')]).toEqual([
      true,
      status === 202 ? 'wait=0' : null,
    ]);
    work.release();
    const other = await opened();
    const second = hold(bridge.terminal);
    const answer = await pay(other, 'respond-async, wait=1');
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async, wait=1']);
    second.release();
    await ended(other);
  });

  it.each(['wait=soon', 'handling=lenient', ''])('that cannot be read is no preference: %j', async prefer => {
    const { status, headers } = await pay(await opened(), prefer);
    expect([status, headers.get('preference-applied')]).toEqual([200, null]);
  });
});

describe('a bridge that is killed after it has answered 202', () => {
  const children: ChildProcess[] = [];
  const terminals: RunningVirtualTerminal[] = [];
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const terminal of terminals) await terminal.close();
  });

  /** A bridge in a process of its own, with a virtual terminal for each of the two merchants. */
  async function started(data: string) {
    const settings = [demoIds.terminal, demoIds.otherTerminal].map((device, at) => ({
      ...{ protocol: 'zvt', device, shared: 'no' },
      connection: { type: 'tcp', host: '127.0.0.1', port: terminals[at]?.port },
    }));
    const config = join(data, 'config.json');
    writeFileSync(config, JSON.stringify({ terminals: settings }));
    const options = ['--demo', '--port', '0', '--data', data, '--config', config];
    const child = spawn(process.execPath, [...HEADLESS, ...options], {
      env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent', TILLBRIDGE_WAIT_SCALE: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const url = / ready (\S+)$/.exec(line)?.[1] ?? '';
    const client = (name: string) => signedIn(checkedAsk(url), `${name}-client`, `${name}-secret`, {});
    return { child, url, shop: await client('demo'), other: await client('other') };
  }

  /** At the terminal of the first merchant, by hand. */
  const atTerminal = async (method: string, path: string) =>
    (await fetch(`${terminals[0]?.control}${path}`, { method })).json() as Promise<{ bookings?: object[] }>;

  /** Reads the stream of events from what was known until the sale is paid. */
  async function paidEvent(url: string, { token }: Client, id: string, last: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': last };
    const end = new AbortController();
    const { body } = await fetch(`${url}/bridge/v1/events?events=transaction`, { headers, signal: end.signal });
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.split('\n').some(line => line.includes(id) && line.includes('"result":"paid"'))) break;
    }
    end.abort();
  }

  it('knows the truth afterwards, and gives the same key the same answer', async () => {
    // The customer of the payment shows a card while the bridge is gone; nobody comes for the refund.
    const waiting = { behaviour: 'manual', delay: 0, control: 0 };
    terminals.push(await startVirtualTerminal(waiting));
    terminals.push(await startVirtualTerminal({ ...waiting, customerTimeout: 500 }));
    const data = await demoDirectory();
    const before = await started(data);
    const { id } = await before.shop.create(sale([item(1000)]));
    const last = ok(await before.shop.ask<TillView>('GET', '/bridge/v1/till')).lastEventId;
    const payment = (client: Client) =>
      client.ask('POST', `${SALES}/${id}/start/cashless`, {
        headers: { prefer: 'respond-async', 'idempotency-key': 'payment' },
      });
    const refund = (client: Client) =>
      client.ask<Operation>('POST', '/bridge/v1/terminals/me/operations', {
        body: { do: 'refund', amount: 300 },
        headers: { prefer: 'respond-async', 'idempotency-key': 'refund' },
      });
    const answers = [await payment(before.shop), await refund(before.other)] as const;
    before.child.kill('SIGKILL');
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await once(before.child, 'exit');
    await until(() => terminals[0]?.terminal.isBusy);
    await atTerminal('POST', '/card');
    const after = await started(data);
    const repeated = [await payment(after.shop), await refund(after.other)] as const;
    // The bridge may have asked the terminal already: the outcome is that of now.
    for (const [at, { status, headers, body }] of repeated.entries()) {
      expect([status, body.id]).toEqual([202, answers[at]?.body.id]);
      expect(headers.get('location')).toBe(answers[at]?.headers.get('location'));
      expect(headers.get('idempotency-replayed')).toBe('true');
    }
    await paidEvent(after.url, after.shop, id, last);
    expect(await after.shop.read(id)).toMatchObject({
      outcome: { result: 'paid', paid: 1000, final: true },
      payments: [{ method: 'cashless', status: 'paid', card: { brand: 'girocard' } }],
    });
    expect((await atTerminal('GET', '/bookings')).bookings).toMatchObject([{ amount: 1000, state: 'kept' }]);
    // This terminal has booked nothing, and a till that never saw it book cannot know that: a person says it.
    const location = answers[1].headers.get('location') ?? '';
    await until(async () => ok(await after.other.ask<Operation>('GET', location)).state === 'unknown');
    const decided = await after.other.ask<Operation>('POST', `${location}/verdict`, { body: { paid: false } });
    expect(ok(decided)).toMatchObject({ state: 'declined' });
    after.child.kill('SIGKILL');
  });
});
