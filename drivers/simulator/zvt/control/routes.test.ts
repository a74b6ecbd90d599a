/** The HTTP control of the virtual terminal: every action of the customer, the event streams, and the refusals. */
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../index.ts';
import type { PaymentTerminal } from '../../../terminal.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';

const TIMERS = { t3: 500, t4: 3000, short: 1000, settle: 100, stop: 100, retryFirst: 5, retryMost: 20, drain: 100 };

let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await virtual.close();
  terminal = undefined;
});

async function start(options: VirtualTerminalOptions = {}) {
  virtual = await startVirtualTerminal({ delay: 0, control: 0, behaviour: 'manual', timers: { t3: 500 }, ...options });
}

async function drive() {
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, password: '123456', options: { timers: TIMERS } });
  await terminal.register();
  return terminal;
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(virtual.control! + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

interface StreamEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream up to the awaited event. */
async function stream(path: string, isLast: (event: StreamEvent) => boolean): Promise<StreamEvent[]> {
  const response = await fetch(virtual.control! + path);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: StreamEvent[] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const whole = text.split('\n\n');
    text = whole.pop()!;
    for (const one of whole) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(one) ?? [];
      events.push({ event, data: JSON.parse(data) });
      if (isLast(events.at(-1)!)) return events;
    }
  }
  return events;
}

const shows = (phase: string) => (event: StreamEvent) => event.data.phase === phase && event.data.awaits !== null;

describe('a person at the terminal', () => {
  it('sees an ordered fault, and its end', async () => {
    await start();
    const ordered = stream('/events', ({ data }) => 'noise' in (data.fault as object));
    await call('POST', '/fault', { noise: '00ff' });
    await ordered;
    const usedUp = stream('/events', ({ data }) => Object.keys(data.fault as object).length === 0);
    await drive();
    expect((await usedUp).at(-1)!.data).toMatchObject({ fault: {} });
  });

  it('sees every change without asking, and acts when the terminal waits', async () => {
    await start();
    const driver = await drive();
    const atCard = stream('/events', shows('card'));
    const outcome = driver.pay({ amount: 1234 });
    expect((await atCard).at(-1)!.data).toMatchObject({
      awaits: 'card',
      amount: 1234,
      display: ['EUR 12,34', 'Karte vorhalten', 'oder einstecken'],
    });
    const atPin = stream('/events', shows('pin'));
    expect(await call('POST', '/card', { card: 'visa-chip' })).toMatchObject({
      status: 200,
      body: { inserted: 'visa-chip' },
    });
    expect((await atPin).at(-1)!.data).toMatchObject({ awaits: 'pin', inserted: 'visa-chip' });
    await call('POST', '/pin', { pin: '1234' });
    expect(await outcome).toMatchObject({ kind: 'approved' });
    const { body } = await call('GET', '/bookings');
    expect(body).toMatchObject({
      authorisationsReceived: 1,
      received: { authorisation: 1, registration: 1 },
      bookings: [{ kind: 'payment', amount: 1234, state: 'kept', receiptNumber: 1, tip: null }],
    });
  });

  it('takes the card out of the slot instead of a PIN', async () => {
    await start();
    const driver = await drive();
    const atCard = stream('/events', shows('card'));
    const outcome = driver.pay({ amount: 1200 });
    await atCard;
    const atPin = stream('/events', shows('pin'));
    await call('POST', '/card', { card: 'girocard-chip' });
    await atPin;
    expect(await call('DELETE', '/card')).toMatchObject({ status: 200, body: { inserted: null } });
    expect(await outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
    expect(await call('DELETE', '/card')).toMatchObject({ status: 409 });
  });

  it('presses keys and types digits for the till', async () => {
    await start();
    const driver = await drive();
    const atKey = stream('/events', shows('input'));
    const pressed = driver.askCustomer({ lines: ['Tüte?'], timeout: 5_000 });
    expect((await atKey).at(-1)!.data).toMatchObject({ awaits: 'key', display: ['Tüte?'] });
    expect(await call('POST', '/digits', { digits: '1' })).toMatchObject({ status: 409 });
    await call('POST', '/key', { key: 'f2' });
    expect(await pressed).toEqual({ kind: 'typed', key: 'f2' });
  });

  it('takes the paper out and tears it off', async () => {
    await start({ behaviour: 'approve' });
    const driver = await drive();
    await driver.pay({ amount: 1200 });
    expect((await call('GET', '/paper')).body).toHaveLength(2);
    expect((await call('DELETE', '/paper')).body).toEqual([]);
    expect(await call('POST', '/paper', { loaded: false })).toMatchObject({ body: { hasPaper: false } });
    expect((await call('GET', '/state')).body).toMatchObject({ hasPaper: false, paper: [] });
  });

  it('chooses the behaviour and the fate of unacknowledged payments, orders faults and restarts', async () => {
    await start({ behaviour: 'approve' });
    const driver = await drive();
    expect(await call('POST', '/behaviour', { behaviour: 'decline', unacknowledged: 'reversed' })).toMatchObject({
      body: { behaviour: 'decline', unacknowledged: 'reversed' },
    });
    expect(await call('POST', '/fault', { cutAfterSent: 3, thenRestart: true })).toMatchObject({
      body: { cutAfterSent: 3 },
    });
    expect(await driver.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown' });
    expect(await call('GET', '/fault')).toMatchObject({ body: {} });
    expect(await call('POST', '/restart', {})).toMatchObject({ body: { registered: false } });
  });
});

describe('the trace', () => {
  it('has each message as hex and text, passwords left out', async () => {
    await start({ behaviour: 'approve' });
    const driver = await drive();
    const completed = stream('/trace/events', event => String(event.data.meaning).startsWith('04 0F'));
    await driver.pay({ amount: 1200 });
    const events = await completed;
    const { body } = await call('GET', '/trace');
    const lines = body as unknown as { direction: string; hex: string; meaning: string; number: number }[];
    expect(events[0]!.data).toMatchObject({ number: 1, direction: 'received' });
    expect(lines[0]!.meaning).toMatch(/^06 00 Registration/);
    expect(lines[0]!.hex).toMatch(/^0600..EEEEEE/);
    expect(JSON.stringify([events, body])).not.toContain('123456');
    expect(lines.find(line => line.meaning.startsWith('06 01'))!.meaning).toContain('amount=1200');
  });

  it('keeps the last 500 messages', async () => {
    await start({ behaviour: 'approve' });
    const driver = await drive();
    for (let i = 0; i < 60; i++) await driver.status();
    for (let i = 0; i < 40; i++) await driver.pay({ amount: 1200 });
    const { body } = await call('GET', '/trace');
    expect(body).toHaveLength(500);
  });
});

describe('refusals', () => {
  it.each([
    ['POST', '/fault', { cutAfterSent: -1 }, 'cutAfterSent must be'],
    ['POST', '/fault', { cutAfterSent: '3' }, 'cutAfterSent must be'],
    ['POST', '/fault', { explode: true }, 'there is no fault explode'],
    ['POST', '/fault', { noise: 'abc' }, 'noise must be hex'],
    ['POST', '/paper', { loaded: 1 }, 'loaded must be'],
    ['POST', '/digits', { digits: 'x' }, 'digits must be'],
    ['POST', '/key', { key: 'f9' }, 'key must be one of'],
    ['POST', '/signature', { signed: 'yes' }, 'signed must be'],
    ['POST', '/restart', { downFor: -5 }, 'downFor must be'],
    ['POST', '/behaviour', { unacknowledged: 'lost' }, 'unacknowledged must be'],
  ] as const)('%s %s %j', async (method, path, body, error) => {
    await start();
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
  });

  it.each(['//', '/\\', '//evil.example:x/', '*', 'http://[', '/%'])('a path that is no address: %s', async path => {
    await start();
    const socket = connect(Number(new URL(virtual.control!).port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(String(await buffer(socket))).toMatch(/^HTTP\/1.1 404 /);
    expect((await call('GET', '/state')).status).toBe(200);
  });

  it('a body of more than 64 KiB', async () => {
    await start();
    expect(await call('POST', '/card', { card: 'x'.repeat(65_536) })).toEqual({
      status: 400,
      body: { error: 'the body is too long' },
    });
    expect((await call('GET', '/state')).status).toBe(200);
  });

  it.each(['[]', 'null', '5'])('the body %s, which is no JSON object', async body => {
    await start();
    const response = await fetch(`${virtual.control}/card`, { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([400, { error: 'the body must be a JSON object' }]);
  });

  it('a page of another origin, also for its streams', async () => {
    await start();
    for (const path of ['/state', '/events', '/trace/events']) {
      const answer = await fetch(virtual.control! + path, { headers: { origin: 'https://evil.example' } });
      expect(answer.status).toBe(403);
      await answer.body?.cancel();
    }
  });
});
