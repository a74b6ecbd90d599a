/** The trace of a terminal as it is kept and answered: both protocols, over real TCP. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { introduceTerminal, openTerminal } from '../../../drivers/index.ts';
import { FAST } from '../../../drivers/opi/pair.fixture.ts';
import { startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import {
  type Client,
  closeAll,
  demoDirectory,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { PairAnswer, TraceLine } from '../../wire/terminals.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/bridge/v1/terminals';
const traceOf = (device: string) => `${path}/${device}/trace`;
const TIMERS = { t3: 1000, short: 2000, connect: 1000, retryFirst: 20, retryMost: 50 };

interface Page {
  readonly count: number;
  readonly data: readonly TraceLine[];
}

const virtuals: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await closeAll();
  for (const virtual of virtuals.splice(0)) await virtual.close();
});

async function zvtShop(settings: Settings = {}): Promise<TestBridge> {
  const virtual = await startVirtualTerminal({ delay: 0 });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const terminals = [{ protocol: 'zvt', device: demoIds.terminal, connection, options: { timers: TIMERS } }];
  return startBridge({ ...settings, config: { terminals }, parts: { openTerminal } });
}

async function pay(till: Client, amount = 1234): Promise<string> {
  const { id } = await till.create(sale([item(amount)]));
  return (await till.post<{ status: string }>(`/${id}/start/cashless`)).body.status;
}

const read = async (client: Client, query = '') =>
  ok(await client.ask<Page>('GET', `${traceOf(demoIds.terminal)}${query}`));

describe('the trace', () => {
  it('tells a payment over ZVT frame by frame, in words and in hex', async () => {
    const bridge = await zvtShop();
    const manager = await bridge.staff('manager');
    expect(await pay(await bridge.client())).toBe('ok');
    const { count, data } = await read(manager);
    expect(count).toBe(data.length);
    const [begin, ...rest] = data.slice(data.findIndex(({ hex }) => hex?.startsWith('0601')));
    expect(begin).toMatchObject({ direction: 'sent', text: expect.stringContaining('amount=1234') });
    const lines = rest.map(({ direction, text }) => `${direction} ${text}`);
    expect(lines).toContainEqual(expect.stringMatching(/^received 04 0F Status-Information .*amount=1234/));
    expect(lines).toContainEqual(expect.stringMatching(/^received 06 0F/));
    expect(lines).toContain('note authorisation: ended by completion');
    expect(data.map(({ at }) => at)).toEqual(data.map(({ at }) => at).toSorted());
    // Digits of the password of the registration are not among them.
    expect(data[0]).toMatchObject({ text: expect.stringContaining('password="******"') });
    expect(data[0]!.hex).toMatch(/^0600..EEEEEE/);
  });

  it('gives the newest lines by pages, and as text', async () => {
    const bridge = await zvtShop();
    const client = await bridge.client();
    await pay(client);
    const { data } = await read(client);
    expect((await read(client, '?count=3&offset=2')).data).toEqual(data.slice(-5, -2));
    const { text, headers } = await client.ask('GET', `${traceOf('me')}/text?count=1`);
    expect(headers.get('content-type')).toContain('text/plain');
    const { at, text: words } = data.at(-1)!;
    expect(text).toBe(`${at} -- ${words}\n`);
  });

  it('says what could not be sent, and why', async () => {
    const bridge = await zvtShop();
    const client = await bridge.client();
    await pay(client);
    await virtuals.splice(0)[0]!.close();
    expect(await pay(client)).not.toBe('ok');
    const notes = (await read(client)).data.filter(({ direction }) => direction === 'note').map(({ text }) => text);
    expect(notes).toContainEqual(expect.stringMatching(/^offline: (unreachable|lineLost): /));
    expect(notes).toContain('authorisation: not sent');
  });

  it('tells a payment over O.P.I.', async () => {
    const devicePort = await freePort();
    const virtual = await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
    virtuals.push(virtual);
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const options = { devicePort, deviceHost: '127.0.0.1', timers: FAST };
    const terminals = [{ protocol: 'opi', device: demoIds.terminal, connection, options }];
    const bridge = await startBridge({ config: { terminals }, parts: { openTerminal } });
    const client = await bridge.client();
    expect(await pay(client)).toBe('ok');
    const lines = (await read(client)).data.map(({ direction, text }) => `${direction} ${text}`);
    expect(lines).toContainEqual(expect.stringMatching(/^sent channel 0: .*CardPayment/s));
    expect(lines).toContainEqual(expect.stringMatching(/^received channel 1: .*DeviceRequest/s));
    expect(lines).toContain('note CardPayment: ended by answer');
  });

  it('is for managers and integrators of the merchant', async () => {
    const bridge = await zvtShop();
    const where = traceOf(demoIds.terminal);
    for (const way of [where, `${where}/text`]) {
      expect((await (await bridge.staff('cashier')).ask('GET', way)).status).toBe(403);
      expect((await (await bridge.client('other')).ask('GET', way)).status).toBe(404);
    }
  });

  it('goes on where the disk takes nothing: the payment is not disturbed, and the log says so once', async () => {
    const data = await demoDirectory();
    const folder = join(data, 'traces', demoIds.terminal);
    mkdirSync(folder, { recursive: true });
    symlinkSync('/dev/full', join(folder, '00000001.jsonl'));
    const bridge = await zvtShop({ data });
    const client = await bridge.client();
    for (const amount of [1234, 2345]) expect(await pay(client, amount)).toBe('ok');
    await until(() => bridge.log.some(line => line.includes('trace of a terminal')));
    expect(bridge.log.filter(line => line.includes('trace of a terminal'))).toEqual([
      expect.stringMatching(/^error .*ENOSPC/),
    ]);
  });

  it('of a paired terminal begins with the pairing, and is still there when it has been removed', async () => {
    const bridge = await startBridge({
      parts: {
        openTerminal: (settings, listener) => openTerminal(settings, listener),
        introduceTerminal: (settings, listener) => introduceTerminal(settings, listener),
      },
      config: { terminals: [] },
    });
    const client = await bridge.client();
    const virtual = await startVirtualTerminal({ delay: 0 });
    virtuals.push(virtual);
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port };
    const { terminal } = ok(await client.ask<PairAnswer>('POST', path, { body: { connection, password: '000000' } }));
    expect(terminal.device).toBe(demoIds.terminal);
    ok(await client.ask('DELETE', `${path}/${terminal.device}`));
    const texts = (await read(client)).data.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('Diagnosis'));
  });
});
