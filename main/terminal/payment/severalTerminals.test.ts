/** A till that works at more than its own terminal: it sees, stops, answers and decides what is its own, wherever that is. */
import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from '../../doubles/terminalMemory.ts';
import type { SlipView, TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

afterEach(closeAll);

const at = (device: string, port: number) =>
  ({ protocol: 'twin', device, connection: { type: 'tcp', host: '127.0.0.1', port }, shared: 'no' }) as const;

/** Two tills at terminal A, and terminal B, which is in no routing: who pays there names it. Or B is the second till's. */
async function shop(secondTills: 'A' | 'B' = 'A') {
  const first = await startBridge();
  const client = await first.client();
  const made = async (body: object) =>
    ok(await client.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', { body })).id;
  const b = await made({ type: 'zvt', description: 'Terminal B', tid: '60009999' });
  const secondTill = await made({ type: 'cashier', vendor: 'demo', vendor_uid: '/vendor/demo/till/2' });
  const routing = ok(await client.ask<{ id: string }>('POST', '/api/v2/Smart/Routings')).id;
  for (const one of [secondTill, secondTills === 'A' ? demoIds.terminal : b])
    ok(await client.ask('POST', `/api/v2/Smart/Routings/${routing}/assign/${one}`));
  const { data } = first;
  await first.close();
  const [atA, atB] = [terminalMemory(), terminalMemory()];
  atB.terminalId = '60009999';
  /** What is awaited before terminal A tells its last transaction. */
  const asked = { before: async () => {} };
  const bridge = await startBridge({
    data,
    terminal: atA,
    config: { terminals: [at(demoIds.terminal, 1), at(b, 2)] as never },
    parts: {
      outcomeTimeout: 50,
      openTerminal: async ({ connection }) =>
        'port' in connection && connection.port === 2 ? terminalDouble(atB) : pausing(terminalDouble(atA), asked),
    },
  });
  return { bridge, atA, atB, asked, b, till: await bridge.client(), secondTill };
}
type Shop = Awaited<ReturnType<typeof shop>>;

function pausing(twin: PaymentTerminal, asked: { before(): Promise<void> }): PaymentTerminal {
  const { lastTransaction } = twin;
  return Object.assign(twin, { lastTransaction: () => asked.before().then(() => lastTransaction()) });
}

/** Somebody who has signed in at the second till. */
async function atSecondTill({ bridge, secondTill }: Shop): Promise<Client> {
  const body = {
    ...{ grant_type: 'appuser', username: 'cashier@demo.example', password: '1111', device: secondTill },
    ...{ client_id: 'demo-client', client_secret: 'demo-secret' },
  };
  const { access_token: token } = ok(await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body }));
  const ask: Client['ask'] = (method, path, request = {}) => bridge.ask(method, path, { token, ...request });
  const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', `/api/v2/Smart/Transactions${path}`, { body });
  return {
    token,
    ask,
    post: post as Client['post'],
    create: async (input = {}) => ok(await ask('POST', '/api/v2/Smart/Transactions', { body: input })),
    read: async id => ok(await ask('GET', `/api/v2/Smart/Transactions/${id}`)),
  };
}

const view = async (till: Client) => ok(await till.ask<TillView>('GET', '/bridge/v1/till'));
const abort = (till: Client) => till.ask<Refusal & { requested: boolean }>('POST', '/bridge/v1/till/abort');
const decide = (till: Client, body: object) => till.ask<TillView & Refusal>('POST', '/bridge/v1/till/late', { body });

/** A payment that has arrived at its terminal; without `terminal` at the one of the routing. */
async function paying(till: Client, memory: TerminalMemory, amount: number, terminal?: string) {
  const { id } = await till.create(sale([item(amount)]));
  const before = memory.commands.length;
  const ended = till.post<SmartTransaction & Refusal>(
    `/${id}/start/cashless`,
    terminal === undefined ? {} : { terminal },
  );
  await until(() => memory.commands.length > before);
  return { id, ended };
}

/** Approved at B after the till had asked to stop. */
async function lateAtB({ atB, b, till }: Shop, amount = 1000): Promise<string> {
  const { id } = await till.create(sale([item(amount)]));
  await late(till, atB, id, b);
  return id;
}

async function late(till: Client, memory: TerminalMemory, id: string, terminal?: string): Promise<void> {
  const { arrived, release } = hold(memory);
  memory.endings.push('approveDespiteAbort');
  const ended = till.post<SmartTransaction>(`/${id}/start/cashless`, terminal === undefined ? {} : { terminal });
  await arrived;
  expect((await abort(till)).body).toEqual({ requested: true });
  release();
  expect(ok(await ended).status).toBe('ok');
}

/** What the stream of events tells a new listener of the payment at its till. */
async function firstPayment({ url }: Pick<Shop['bridge'], 'url'>, { token }: Client): Promise<unknown> {
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/bridge/v1/events`, { headers, signal: stopped.signal });
  let heard = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    heard += part;
    if (heard.includes('event: queue')) break;
  }
  stopped.abort();
  return JSON.parse(/(?<=event: payment\ndata: ).*/.exec(heard)?.[0] ?? 'null');
}

/** The same shop with these terminals only. */
async function reopened({ bridge, atA }: Shop, terminals: readonly object[]) {
  await bridge.close();
  return startBridge({ data: bridge.data, terminal: atA, config: { terminals: terminals as never } });
}
const onlyA = [at(demoIds.terminal, 1)];

describe('a sale that was opened at another till', () => {
  it('is paid at the terminal of the till that asks, and counts for that till', async () => {
    const made = await shop('B');
    const { bridge, atA, atB, b, secondTill } = made;
    const { id } = await (await bridge.staff('cashier')).create(sale([item(1500)]));
    const second = await atSecondTill(made);
    expect(ok(await second.post<SmartTransaction>(`/${id}/start/cashless`)).status).toBe('ok');
    expect([atA.commands, atB.commands]).toMatchObject([[], [{ name: 'pay', amount: 1500 }]]);
    expect(bridge.rows('SELECT till, party FROM intent')).toEqual([{ till: secondTill, party: b }]);
  });

  it.each(['cashless', 'auto'])('is paid there when a client asks that is no till: start/%s', async method => {
    const made = await shop('B');
    const { bridge, atA, atB, b, till, secondTill } = made;
    const { id } = await (await atSecondTill(made)).create(sale([item(1500)]));
    expect(ok(await till.post<SmartTransaction>(`/${id}/start/${method}`)).status).toBe('ok');
    expect([atA.commands, atB.commands]).toMatchObject([[], [{ name: 'pay', amount: 1500 }]]);
    expect(bridge.rows('SELECT till, party FROM intent')).toEqual([{ till: secondTill, party: b }]);
  });

  it('is taken back for the till that asks', async () => {
    const made = await shop('B');
    const { bridge, atB, secondTill } = made;
    const second = await atSecondTill(made);
    const { id } = await (await bridge.staff('cashier')).create(sale([item(1500)]));
    await late(second, atB, id);
    ok(await decide(second, { keep: false, transaction: id }));
    expect(bridge.rows('SELECT kind, till FROM intent ORDER BY number')).toEqual([
      { kind: 'payment', till: secondTill },
      { kind: 'reversal', till: secondTill },
    ]);
  });
});

describe('a payment that is only being prepared', () => {
  /** The terminal A is being asked what it did last, and has not answered yet. */
  async function preparing(made: Shop) {
    const { till, asked } = made;
    const { id } = await till.create(sale([item(2000)]));
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    asked.before = () => {
      begun.resolve();
      return answer.promise;
    };
    const ended = till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`);
    await begun.promise;
    return { id, ended, answer: answer.resolve };
  }

  it('is stopped before anything is sent, and an earlier one whose ending is being asked for is not meant', async () => {
    const made = await shop();
    const { bridge, atA, atB, b, till } = made;
    atB.endings.push('loseApproval');
    atB.during = () => {
      atB.reachable = false;
    };
    const earlier = await paying(till, atB, 1000, b);
    expect(ok(await earlier.ended).status).toBe('pending');
    const { id, ended, answer } = await preparing(made);
    expect((await abort(till)).body).toEqual({ requested: true });
    answer();
    expect((await ended).body.code).toBe(1006);
    expect([atA.commands, (await till.read(id)).status]).toEqual([[], 'created']);
    expect(bridge.rows('SELECT stop_asked_at FROM intent')).toEqual([{ stop_asked_at: null }]);
    expect(ok(await till.post<SmartTransaction>(`/${id}/start/cashless`)).status).toBe('ok');
  });

  it('is not stopped from another till', async () => {
    const made = await shop();
    const { ended, answer } = await preparing(made);
    expect((await abort(await atSecondTill(made))).body).toEqual({ requested: false });
    answer();
    expect(ok(await ended).status).toBe('ok');
  });
});

describe('a command at a terminal that is not the one of the till', () => {
  it('is shown and stopped by its till, and the payment of another till at its own terminal goes on', async () => {
    const made = await shop();
    const { atA, atB, b, till } = made;
    const second = await atSecondTill(made);
    atB.endings.push('untilAborted');
    atA.endings.push('untilAborted');
    const here = await paying(till, atB, 1000, b);
    const theirs = await paying(second, atA, 2000);
    expect(await view(till)).toMatchObject({ payment: { transaction: here.id, device: b }, terminal: { device: b } });
    expect((await view(second)).payment).toMatchObject({ transaction: theirs.id, device: demoIds.terminal });
    expect((await abort(till)).body).toEqual({ requested: true });
    expect((await here.ended).body.code).toBe(1006);
    expect((await view(second)).payment).toMatchObject({ transaction: theirs.id, aborting: false });
    expect((await abort(second)).body).toEqual({ requested: true });
    expect((await theirs.ended).body.code).toBe(1006);
    expect((await view(till)).terminal?.device).toBe(demoIds.terminal);
  });

  it('is not stopped from a till at which nothing runs', async () => {
    const made = await shop();
    const { atB, b, till } = made;
    atB.endings.push('untilAborted');
    const { ended } = await paying(till, atB, 1000, b);
    expect((await abort(await atSecondTill(made))).body).toEqual({ requested: false });
    ok(await abort(till));
    await ended;
  });

  it('of two at once the one for the sale on the screen comes first', async () => {
    const { atA, atB, b, till } = await shop();
    atA.endings.push('untilAborted');
    atB.endings.push('untilAborted');
    const other = await paying(till, atA, 1000);
    const { id } = await till.create(sale([item(2000)]));
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    const onScreen = till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`, { terminal: b });
    await until(() => atB.commands.length > 0);
    expect((await view(till)).payment?.transaction).toBe(id);
    ok(await abort(till));
    expect((await onScreen).body.code).toBe(1006);
    expect((await view(till)).payment).toMatchObject({ transaction: other.id, aborting: false });
    ok(await abort(till));
    expect((await other.ended).body.code).toBe(1006);
  });

  it('asks its question of its till, which answers it', async () => {
    const { atB, b, till } = await shop();
    atB.question = { kind: 'signature', text: 'Unterschrift?', timeout: 5000 };
    const { ended } = await paying(till, atB, 1000, b);
    const question = await until(async () => (await view(till)).payment?.question);
    ok(await till.ask('POST', '/bridge/v1/till/answer', { body: { question: question.id, answer: 'yes' } }));
    expect(ok(await ended).status).toBe('ok');
    expect(atB.answers).toEqual([{ kind: 'yes' }]);
  });

  it('with an ending nobody knows is asked for by its till, which gets its slips', async () => {
    const { atB, b, till } = await shop();
    atB.endings.push('loseApproval');
    atB.during = () => {
      atB.reachable = false;
    };
    const { id, ended } = await paying(till, atB, 1000, b);
    expect(ok(await ended).status).toBe('pending');
    expect((await view(till)).payment).toMatchObject({ transaction: id, device: b, step: 'deciding' });
    ok(await till.ask<SlipView>('GET', '/bridge/v1/till/slip'));
    atB.during = () => undefined;
    atB.reachable = true;
    ok(await till.ask('POST', '/bridge/v1/till/recover'));
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till)).payment === null);
  });
});

describe('a late approval at a terminal that is not the one of the till', () => {
  it.each([
    [true, 'ok'],
    [false, 'cancelled'],
  ])('is decided at its till (keep: %s), and then the terminal can close its day', async (keep, status) => {
    const made = await shop();
    const { b, till } = made;
    const id = await lateAtB(made);
    const dayEnd = () => till.ask<Refusal>('POST', `/bridge/v1/terminals/${b}/day-end`);
    expect((await dayEnd()).status).toBe(405);
    expect((await view(till)).payment).toMatchObject({ transaction: id, device: b, step: 'late' });
    expect(ok(await decide(till, { keep, transaction: id })).payment).toBeNull();
    expect((await till.read(id)).status).toBe(status);
    ok(await dayEnd());
  });

  it('is what the stream of events begins with', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const { bridge, b, till } = made;
    expect(await firstPayment(bridge, till)).toMatchObject({ device: b, payment: { transaction: id, step: 'late' } });
  });

  it('is shown again after a restart', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const till = await (await made.bridge.restart()).client();
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late' });
    ok(await decide(till, { keep: true, transaction: id }));
  });

  it('holds up no payment of its till elsewhere, is decided meanwhile, and stop is for what runs', async () => {
    const made = await shop();
    const { atA, till } = made;
    const id = await lateAtB(made);
    atA.endings.push('untilAborted');
    const next = await paying(till, atA, 500);
    expect((await view(till)).payment).toMatchObject({ transaction: next.id, device: demoIds.terminal });
    ok(await decide(till, { keep: true, transaction: id }));
    expect((await view(till)).payment).toMatchObject({ transaction: next.id, aborting: false });
    expect((await abort(till)).body).toEqual({ requested: true });
    expect((await next.ended).body.code).toBe(1006);
  });

  it('is not the business of another till', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const second = await atSecondTill(made);
    expect((await view(second)).payment).toBeNull();
    expect((await decide(second, { keep: true, transaction: id })).body.code).toBe(1098);
    ok(await decide(made.till, { keep: true, transaction: id }));
  });

  it('is not what stop is for: the payment of another till there goes on', async () => {
    const made = await shop('B');
    const { atB, till } = made;
    const id = await lateAtB(made);
    atB.endings.push('untilAborted');
    const second = await atSecondTill(made);
    const theirs = await paying(second, atB, 500);
    expect((await abort(till)).body).toEqual({ requested: false });
    expect((await view(second)).payment).toMatchObject({ transaction: theirs.id, aborting: false });
    ok(await abort(second));
    expect((await theirs.ended).body.code).toBe(1006);
    ok(await decide(till, { keep: true, transaction: id }));
  });

  it.each([true, false])('that is named is decided before an older one (keep: %s), which still waits', async keep => {
    const made = await shop();
    const { atB, till } = made;
    const older = await lateAtB(made);
    const newer = await lateAtB(made, 2000);
    expect(ok(await decide(till, { keep, transaction: newer })).payment).toMatchObject({ transaction: older });
    expect([(await till.read(older)).status, (await till.read(newer)).status]).toEqual([
      'ok',
      keep ? 'ok' : 'cancelled',
    ]);
    expect(atB.totals.amount).toBe(keep ? 3000 : 1000);
    expect((await decide(till, { keep, transaction: newer })).body.code).toBe(1094);
    expect(ok(await decide(till, { keep: true, transaction: older })).payment).toBeNull();
  });
});

describe('what another till has not settled, once its sale is opened here', () => {
  const open = (till: Client, transaction: string) =>
    till.ask<TillView>('PUT', '/bridge/v1/till', { body: { transaction } }).then(ok);

  /** The second till has its own terminal B, which did not tell how a payment ended. */
  async function unclearAtB(made: Shop) {
    const { bridge, atB } = made;
    const second = await atSecondTill(made);
    atB.endings.push('loseApproval');
    atB.during = () => {
      atB.reachable = false;
    };
    const { id, ended } = await paying(second, atB, 1000);
    expect(ok(await ended).status).toBe('pending');
    atB.during = () => undefined;
    return { id, second, manager: await bridge.staff('manager'), cashier: await bridge.staff('cashier') };
  }

  it('is shown at its terminal, and asked for there', async () => {
    const made = await shop('B');
    const { atB, b } = made;
    const { id, manager } = await unclearAtB(made);
    expect(await view(manager)).toMatchObject({ payment: null, terminal: { device: demoIds.terminal } });
    expect(await open(manager, id)).toMatchObject({ payment: { transaction: id, device: b }, terminal: { device: b } });
    atB.reachable = true;
    ok(await manager.ask('POST', '/bridge/v1/till/recover'));
    await until(async () => (await manager.read(id)).status === 'ok');
    await until(async () => (await view(manager)).payment === null);
    expect((await view(manager)).terminal?.device).toBe(demoIds.terminal);
  });

  it.each([true, false])('is a late approval that a manager decides about (keep: %s), and no cashier', async keep => {
    const made = await shop('B');
    const { bridge, atB } = made;
    const second = await atSecondTill(made);
    const { id } = await second.create(sale([item(1000)]));
    await late(second, atB, id);
    const manager = await bridge.staff('manager');
    // What waits for a word of the till itself does not hide it.
    await lateAtB({ ...made, till: manager });
    expect((await open(manager, id)).payment).toMatchObject({ transaction: id, step: 'late' });
    const slip = ok(await manager.ask<SlipView>('GET', '/bridge/v1/till/slip'));
    expect(JSON.stringify(slip.receipt_merchant)).toContain('approved 1');
    expect((await decide(await bridge.staff('cashier'), { keep, transaction: id })).body.code).toBe(1098);
    ok(await decide(manager, { keep, transaction: id }));
    expect((await manager.read(id)).status).toBe(keep ? 'ok' : 'cancelled');
  });

  it('is not decided by a cashier', async () => {
    const made = await shop('B');
    const { id, cashier } = await unclearAtB(made);
    await open(cashier, id);
    const verdict = await cashier.ask<Refusal>('POST', `/bridge/v1/transactions/${id}/verdict`, {
      body: { paid: true },
    });
    expect(verdict.status).toBe(403);
    expect((await cashier.ask<SlipView>('GET', '/bridge/v1/till/slip').then(ok)).receipt).toEqual([]);
  });
});

describe('the slip for a reprint, at a terminal that two tills share', () => {
  const slip = async (till: Client) =>
    JSON.stringify((await till.ask<SlipView>('GET', '/bridge/v1/till/slip').then(ok)).receipt_merchant);

  it('is that of the till that asks, however new what waits for the other one is', async () => {
    const made = await shop();
    const { bridge, atA } = made;
    const [first, second] = [await bridge.staff('cashier'), await atSecondTill(made)];
    const [theirs, ours] = [await second.create(sale([item(500)])), await first.create(sale([item(700)]))];
    await late(second, atA, theirs.id);
    expect(await slip(first)).toBe('[]');
    expect(await slip(await bridge.staff('manager'))).toContain('approved 1');
    await late(first, atA, ours.id);
    expect(await slip(first)).toContain('approved 2');
    expect(await slip(second)).toContain('approved 1');
  });

  it('of a payment that runs is not for the cashier of another till, who gets that of what waits for a word', async () => {
    const made = await shop();
    const { bridge, atA } = made;
    const [first, second] = [await bridge.staff('cashier'), await atSecondTill(made)];
    const { id } = await first.create(sale([item(700)]));
    await late(first, atA, id);
    atA.endings.push('untilAborted');
    const theirs = await paying(second, atA, 500);
    expect(await slip(first)).toContain('approved 1');
    expect(await slip(second)).toBe('[]');
    ok(await abort(second));
    await theirs.ended;
  });
});

describe('a late approval at a terminal that is not connected any more', () => {
  it('is shown by its till beside its own terminal, and can be kept', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const till = await (await reopened(made, onlyA)).client();
    expect(await view(till)).toMatchObject({
      payment: { transaction: id, device: made.b, step: 'late', amount: 1000 },
      terminal: { device: demoIds.terminal },
    });
    expect(ok(await decide(till, { keep: true, transaction: id })).payment).toBeNull();
    expect((await till.read(id)).status).toBe('ok');
  });

  it('cannot be taken back, which is said, and is still to be decided', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const till = await (await reopened(made, onlyA)).client();
    const refused = await decide(till, { keep: false, transaction: id });
    expect([refused.status, refused.body.code]).toEqual([405, 1007]);
    expect(refused.body).toMatchObject({ error_user: expect.stringContaining('nicht mehr angeschlossen') });
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late' });
    expect((await till.read(id)).status).toBe('ok');
  });

  it('is decided by the sale it names at a till that has no terminal', async () => {
    const made = await shop();
    const id = await lateAtB(made);
    const till = await (await reopened(made, [])).client();
    expect(await view(till)).toMatchObject({ payment: { transaction: id, step: 'late' }, terminal: null });
    const slips = ok(await till.ask<SlipView>('GET', '/bridge/v1/till/slip'));
    expect(JSON.stringify(slips.receipt_merchant)).toContain('approved 1');
    expect((await decide(till, { keep: true })).body.code).toBe(3003);
    expect(ok(await decide(till, { keep: true, transaction: id })).payment).toBeNull();
  });

  it('comes after one at a terminal that is connected', async () => {
    const made = await shop();
    const gone = await lateAtB(made);
    const { id } = await made.till.create(sale([item(700)]));
    await late(made.till, made.atA, id);
    const till = await (await reopened(made, onlyA)).client();
    expect((await view(till)).payment).toMatchObject({ transaction: id, device: demoIds.terminal });
    expect(ok(await decide(till, { keep: true })).payment).toMatchObject({ transaction: gone, device: made.b });
  });
});

describe('an ending that only a person can decide, at a terminal that is not connected any more', () => {
  const recover = (till: Client) => till.ask<TillView>('POST', '/bridge/v1/till/recover');

  /** B is gone with the ending of what its till has asked for there. */
  function silent({ atB }: Shop): void {
    atB.endings.push('loseApproval');
    atB.during = () => {
      atB.reachable = false;
    };
  }

  it.each([
    ['beside its own terminal', onlyA],
    ['without any terminal', []],
  ])('is shown by its till %s, in the stream of events as well, and a manager decides', async (_how, terminals) => {
    const made = await shop();
    silent(made);
    const { id, ended } = await paying(made.till, made.atB, 1000, made.b);
    expect(ok(await ended).status).toBe('pending');
    const bridge = await reopened(made, terminals);
    const till = await bridge.client();
    const { payment, terminal } = await view(till);
    expect(terminal?.device).toBe(terminals.length > 0 ? demoIds.terminal : undefined);
    const because = { de: expect.stringContaining('nicht mehr eingerichtet'), en: expect.any(String) };
    expect(payment).toMatchObject({ transaction: id, device: made.b, step: 'person', evidence: { because } });
    expect(ok(await recover(till)).payment).toEqual(payment);
    expect(await firstPayment(bridge, till)).toEqual({ device: made.b, payment });
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    expect((await till.read(id)).status).toBe('ok');
    expect((await view(till)).payment).toBeNull();
  });

  it.each(['of its till', 'of no till'])('of an operation %s is shown, and decided', async whose => {
    const made = await shop();
    silent(made);
    const operations = `/bridge/v1/terminals/${made.b}/operations`;
    const { id } = ok(await made.till.ask<{ id: string }>('POST', operations, { body: { do: 'refund', amount: 100 } }));
    if (whose === 'of no till') made.bridge.alter('UPDATE intent SET till = NULL');
    const bridge = await reopened(made, onlyA);
    const till = await bridge.client();
    expect((await view(till)).payment).toMatchObject({ operation: id, device: made.b, step: 'person' });
    ok(await till.ask('POST', `${operations}/${id}/verdict`, { body: { paid: false } }));
    expect((await view(till)).payment).toBeNull();
  });

  it('holds up no payment at the terminal of its till', async () => {
    const made = await shop();
    silent(made);
    const { id, ended } = await paying(made.till, made.atB, 1000, made.b);
    ok(await ended);
    const till = await (await reopened(made, onlyA)).client();
    const next = await paying(till, made.atA, 700);
    expect(ok(await next.ended).status).toBe('ok');
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'person' });
  });
});
