/** A denial by a reconciliation is as revisable as one by a person: what the terminal shows later counts, and nobody pays twice. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  type TestBridge,
  until,
} from '../../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../../doubles/terminalDouble.ts';
import { bookTransaction, terminalMemory } from '../../../doubles/terminalMemory.ts';
import { demoIds } from '../../../world/demoIds.ts';
import { open, pay, payments, shop, view } from '../cashless.fixture.ts';

afterEach(closeAll);

const intents = (bridge: TestBridge) =>
  bridge.rows<{ state: string; late: string | null; receipt: number | null }>(
    "SELECT state, late, facts ->> 'receiptNumber' AS receipt FROM intent ORDER BY number",
  );

/** A payment of 10.00 that was called not paid after a break. */
async function denied(settings: Settings = {}) {
  const made = await shop(settings);
  ok(await pay(made.till, (await open(made.till, 300)).id));
  made.bridge.clock.pass(5000);
  const { id } = await open(made.till);
  made.terminal.endings.push('loseNothing');
  expect((await pay(made.till, id)).status).toBe(405);
  expect((await made.till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  made.bridge.clock.pass(5000);
  return { ...made, id };
}

/** Listens to the stream; gives the way to wait for the next event about this sale. */
async function listenTo({ url }: TestBridge, { token }: Client, id: string): Promise<() => Promise<unknown>> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${url}/bridge/v1/events?events=transaction&sale=${id}`, {
    headers,
    signal: stop.signal,
  });
  return async () => {
    let text = '';
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const data = /^data: (.*)$/m.exec(text)?.[1];
      if (data === undefined) continue;
      stop.abort();
      return JSON.parse(data);
    }
    return null;
  };
}

const isRefused = async (till: Client, amount = 500) => {
  const refused = await pay(till, (await open(till, amount)).id);
  expect([refused.status, refused.body.code]).toEqual([405, 1265]);
  return refused.body;
};

describe('the terminal books after "not paid"', () => {
  it('the next payment is not sent: it names the other sale, and that sale is paid at once', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    const body = await isRefused(till);
    expect(body).toMatchObject({
      error_code: 'paymentFound',
      money: 'not_moved',
      found: { transaction: id, kind: 'payment', amount: 1000, currency: 'EUR', receipt_number: 2 },
      next: { method: 'POST', path: '/bridge/v1/till/late' },
    });
    expect(payments(terminal)).toHaveLength(2);
    const sale = await till.read(id);
    expect(sale).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: false, paid: 1000, late: true } });
    expect(sale.payments).toMatchObject([{ status: 'paid', late: true, receipt_number: 2 }]);
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'denied' });
  });

  it.each(['paid', 'surplus'] as const)('stream and push tell it: %s', async what => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till, 300)).id));
    const application_context = { return_urls: { url_push: 'http://127.0.0.1:9009/push' } };
    const { id } = await till.create({ ...sale([item(1000)]), application_context });
    terminal.endings.push('loseNothing');
    expect((await pay(till, id)).status).toBe(405);
    if (what === 'surplus') ok(await till.post(`/${id}/start/cash`));
    bookTransaction(terminal, 1000, bridge.clock.now());
    const pushes = () =>
      bridge.rows<{ event: string }>(
        "SELECT document ->> 'event' AS event FROM push WHERE document ->> '$.data[0].id' = ? ORDER BY number",
        id,
      );
    const before = pushes().length;
    const received = await listenTo(bridge, till, id);
    await isRefused(till);
    expect(
      pushes()
        .slice(before)
        .map(({ event }) => event),
    ).toEqual([what === 'paid' ? 'sale.paid' : 'sale.changed']);
    expect(await received()).toMatchObject({ id, document: { outcome: { result: 'paid', final: false } } });
  });

  it('it is asked for before the next payments, whatever the clock was set to since', async () => {
    const { bridge, terminal, id } = await denied();
    bridge.clock.jump(1_200_000);
    // By this clock the token of before is over.
    const till = await bridge.staff('cashier');
    ok(await pay(till, (await open(till, 400)).id));
    bookTransaction(terminal, 1000, bridge.clock.now());
    expect(await isRefused(till)).toMatchObject({ found: { transaction: id } });
  });

  it('a payment stays in the way until somebody has decided', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    await isRefused(till);
    await isRefused(till);
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    ok(await pay(till, (await open(till, 500)).id));
    expect(payments(terminal)).toHaveLength(3);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true });
  });

  it('and is taken back where it is not wanted', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    await isRefused(till);
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
    expect((await till.read(id)).status).toBe('cancelled');
    expect(terminal.totals.amount).toBe(300);
    ok(await pay(till, (await open(till, 500)).id));
  });

  it('the same sale that is paid again is answered as paid, and nobody is charged twice', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    expect(ok(await pay(till, id))).toMatchObject({ id, status: 'ok', outcome: { result: 'paid', paid: 1000 } });
    expect(payments(terminal)).toHaveLength(2);
    expect(terminal.totals.amount).toBe(1300);
    expect(intents(bridge)).toEqual([
      { state: 'approved', late: null, receipt: 1 },
      { state: 'approved', late: 'open', receipt: 2 },
    ]);
  });

  it('behind a payment that was made in between, it may be somebody at the keys of the terminal: a person decides', async () => {
    const { bridge, terminal, till, id } = await denied();
    ok(await pay(till, (await open(till, 500)).id));
    bookTransaction(terminal, 1000, bridge.clock.now());
    const body = await isRefused(till, 700);
    expect(body).toMatchObject({
      found: { transaction: id, receipt_number: 3 },
      next: { path: `/bridge/v1/transactions/${id}/verdict` },
    });
    expect((await till.read(id)).outcome).toMatchObject({ result: 'unknown', final: false });
  });

  it('another amount is not this payment', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 700, bridge.clock.now());
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).status).toBe('failed');
  });

  it('at a terminal of others it may be theirs: nothing is reopened', async () => {
    const others = {
      config: {
        terminals: [
          {
            protocol: 'twin',
            device: demoIds.terminal,
            connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
            shared: 'others',
          },
        ],
      } as NonNullable<Settings['config']>,
    };
    const { bridge, terminal, till, id } = await denied(others);
    bookTransaction(terminal, 1000, bridge.clock.now());
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).status).toBe('failed');
  });

  it('a sale that was paid in cash since keeps its cash: what the card paid too much waits for a person', async () => {
    const { bridge, terminal, till, id } = await denied();
    ok(await till.post(`/${id}/start/cash`));
    bookTransaction(terminal, 1000, bridge.clock.now());
    await isRefused(till);
    expect(await till.read(id)).toMatchObject({
      payment_method: 'cash',
      outcome: { result: 'paid', final: false, paid: 1000 },
    });
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
    expect(terminal.totals.amount).toBe(300);
    expect(await till.read(id)).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: true } });
  });

  it.each(['cancel', 'change'] as const)(
    'a sale that was given up or changed since (%s) waits for a person',
    async step => {
      const { bridge, terminal, till, id } = await denied();
      if (step === 'cancel') ok(await till.post(`/${id}/cancel`));
      else ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: { basket_info: { sum: 700 } } }));
      bookTransaction(terminal, 1000, bridge.clock.now());
      const body = await isRefused(till);
      expect(body).toMatchObject({ found: { transaction: id } });
      expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'surplus' });
      expect((await till.read(id)).outcome).toMatchObject({ final: false, next: { path: '/bridge/v1/till/late' } });
      ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
      expect(terminal.totals.amount).toBe(300);
      ok(await pay(till, (await open(till, 500)).id));
    },
  );

  it('that fits two denied payments is decided by a person', async () => {
    const { bridge, terminal, till, id } = await denied();
    const second = await open(till);
    terminal.endings.push('loseNothing');
    expect((await pay(till, second.id)).status).toBe(405);
    // The second look behind this denial is over before the terminal books.
    expect((await till.read(second.id)).outcome).toMatchObject({ result: 'not_paid', final: true });
    bridge.clock.pass(5000);
    bookTransaction(terminal, 1000, bridge.clock.now());
    const body = await isRefused(till);
    expect(body).toMatchObject({ found: { transaction: second.id } });
    expect((await till.read(second.id)).outcome).toMatchObject({ result: 'unknown', final: false });
    expect((await view(till)).payment).toMatchObject({ transaction: second.id, step: 'person' });
    // Neither another question nor a restart decides it without a person.
    ok(await till.ask('POST', '/bridge/v1/till/recover'));
    expect((await till.read(second.id)).outcome).toMatchObject({ result: 'unknown' });
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${second.id}/verdict`, { body: { paid: false } }));
    // It was not the second: then it may be the first, or somebody at the keys of the terminal.
    await until(async () => (await view(till)).payment?.transaction === id);
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'person' });
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    expect((await till.read(id)).status).toBe('ok');
  });

  it('a receipt that was on the screen of a person who called its payment paid is no earlier payment', async () => {
    const { bridge, terminal, till, id } = await denied();
    const second = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.totals.amount += 5;
    };
    ok(await pay(till, second.id));
    terminal.during = () => undefined;
    await until(async () => (await view(till)).payment?.step === 'person');
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${second.id}/verdict`, { body: { paid: true } }));
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  });

  it('is found after a restart, too', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    void till;
    const again = await bridge.restart();
    await isRefused(await again.client());
    expect((await (await again.client()).read(id)).status).toBe('ok');
  });
});

describe('a terminal that repeats no transaction', () => {
  it('shows by its totals alone that a payment was carried out after all: a person decides', async () => {
    const memory = terminalMemory();
    const openTerminal = async () => ({
      ...terminalDouble(memory),
      lastTransaction: async () => ({ kind: 'none' }) as const,
    });
    const { bridge, till } = await shop({ terminal: memory, parts: { openTerminal } });
    for (const amount of [300, 400]) {
      ok(await pay(till, (await open(till, amount)).id));
      bridge.clock.pass(2 * 60_000);
    }
    const { id } = await open(till);
    memory.endings.push('loseNothing');
    expect((await pay(till, id)).status).toBe(405);
    bookTransaction(memory, 1000, bridge.clock.now());
    const body = await isRefused(till);
    expect(body).toMatchObject({ found: { transaction: id }, next: { path: `/bridge/v1/transactions/${id}/verdict` } });
    expect((await till.read(id)).outcome).toMatchObject({ result: 'unknown', final: false });
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    expect((await till.read(id)).status).toBe('ok');
  });
});

describe('a payment that was called paid, and that the terminal takes back by itself later', () => {
  async function takenBack() {
    const made = await shop();
    const { id } = await open(made.till);
    made.terminal.endings.push('loseApproval');
    expect(ok(await pay(made.till, id)).status).toBe('ok');
    made.bridge.clock.pass(2 * 60_000);
    bookTransaction(made.terminal, 1000, made.bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    ok(await pay(made.till, (await open(made.till, 500)).id));
    return { ...made, id };
  }

  it('is a case for a person at once, and the day agrees with the terminal', async () => {
    const { bridge, till, id } = await takenBack();
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: false });
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'takenBack' });
    expect(intents(bridge).map(({ state, receipt }) => [state, receipt])).toEqual([
      ['approved', 1],
      ['approved', 2],
      ['approved', 3],
    ]);
  });

  it('is cancelled without another reversal where the goods stay', async () => {
    const { terminal, till, id } = await takenBack();
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
    expect((await till.read(id)).status).toBe('cancelled');
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toEqual([]);
    expect((await view(till)).payment).toBeNull();
  });

  it('stays paid where the customer has paid otherwise', async () => {
    const { till, id } = await takenBack();
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true });
  });
});

describe('a terminal that reports no trace numbers', () => {
  /** It shows a receipt of this amount, which another payment finds; a person says whether the denied payment was carried out. */
  async function decided({ bridge, terminal, till, id }: Awaited<ReturnType<typeof denied>>, paid: boolean) {
    showWithoutTrace({ bridge, terminal });
    const body = await isRefused(till);
    expect(body).toMatchObject({ found: { transaction: id }, next: { path: `/bridge/v1/transactions/${id}/verdict` } });
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } }));
  }

  function showWithoutTrace({ bridge, terminal }: Pick<Awaited<ReturnType<typeof denied>>, 'bridge' | 'terminal'>) {
    const { traceNumber: _none, ...facts } = bookTransaction(terminal, 1000, bridge.clock.now(), 0).facts;
    terminal.last = { ...terminal.last!, facts };
  }

  it('shows a receipt that may be the payment or its reversal: a person decides, once', async () => {
    const made = await denied();
    await decided(made, false);
    ok(await pay(made.till, (await open(made.till, 500)).id));
    expect((await made.till.read(made.id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  });

  it.each([true, false])(
    'of a sale that was paid in cash since: it stays paid until a person has said %s',
    async paid => {
      const made = await denied();
      ok(await made.till.post(`/${made.id}/start/cash`));
      await decided(made, paid);
      expect((await made.till.read(made.id)).outcome).toMatchObject({ result: 'paid', final: !paid });
      expect((await view(made.till)).payment).toEqual(
        paid ? expect.objectContaining({ lateBecause: 'surplus', amount: 1000 }) : null,
      );
    },
  );

  it('shows the receipt with which a person called a later payment paid: it is of no older one', async () => {
    const made = await denied();
    const { bridge, terminal, till, id } = made;
    const { id: later } = await open(till);
    terminal.endings.push('loseNothing');
    terminal.during = () => showWithoutTrace(made);
    ok(await pay(till, later));
    expect((await till.read(later)).outcome).toMatchObject({ result: 'unknown' });
    terminal.during = () => undefined;
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${later}/verdict`, { body: { paid: true } }));
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
    expect((await till.read(later)).outcome).toMatchObject({ result: 'paid', final: true });
  });

  it('and called an earlier payment paid by a person: by a clock that was set back it is no later one', async () => {
    const made = await shop();
    const { bridge, terminal, till } = made;
    ok(await pay(till, (await open(till, 300)).id));
    const { id: earlier } = await open(till);
    terminal.endings.push('loseNothing');
    terminal.during = () => showWithoutTrace(made);
    ok(await pay(till, earlier));
    terminal.during = () => undefined;
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${earlier}/verdict`, { body: { paid: true } }));
    bridge.clock.jump(-600_000);
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    expect((await pay(till, id)).status).toBe(405);
    bookTransaction(terminal, 1000, bridge.clock.now());
    expect(await isRefused(till)).toMatchObject({ found: { transaction: id, amount: 1000 } });
  });
});

describe('a receipt that may be the payment of a sale that was paid in cash since, or not', () => {
  /** Without a trace number it may as well be the terminal's own reversal. */
  async function shown() {
    const made = await denied();
    const { bridge, terminal, till, id } = made;
    ok(await till.post(`/${id}/start/cash`));
    const { traceNumber: _none, ...facts } = bookTransaction(terminal, 1000, bridge.clock.now()).facts;
    terminal.last = { ...terminal.last!, facts };
    const body = await isRefused(till);
    expect(body).toMatchObject({ found: { transaction: id }, next: { path: `/bridge/v1/transactions/${id}/verdict` } });
    // The published outcome stands until a person has decided.
    expect(await till.read(id)).toMatchObject({ payment_method: 'cash', outcome: { result: 'paid', final: false } });
    const decide = async (paid: boolean) =>
      ok(
        await (await bridge.staff('manager')).ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } }),
      );
    return { ...made, decide };
  }
  const operations = (bridge: TestBridge) =>
    bridge.rows("SELECT 1 FROM queue_record WHERE kind = 'terminalOperation' AND event = 'approved'");

  it('is not counted as money where a person says that it is not the payment', async () => {
    const { bridge, till, id, decide } = await shown();
    await decide(false);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true, paid: 1000 });
    expect(intents(bridge)[1]).toMatchObject({ state: 'declined', late: null });
    expect(operations(bridge)).toEqual([]);
    ok(await pay(till, (await open(till, 500)).id));
  });

  it('is money that the sale has no use for where a person says that it is the payment', async () => {
    const { bridge, terminal, till, id, decide } = await shown();
    await decide(true);
    expect(intents(bridge)[1]).toMatchObject({ state: 'approved', late: 'open' });
    expect(operations(bridge)).toHaveLength(1);
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'surplus' });
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    expect(await till.read(id)).toMatchObject({ payment_method: 'cash', outcome: { result: 'paid', final: true } });
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toEqual([]);
  });
});

describe('a denial that the terminal itself has reported', () => {
  /** The line breaks, and the terminal shows that it has taken the payment back. */
  async function takenBackUnheard() {
    const made = await shop();
    const { id } = await open(made.till);
    made.terminal.endings.push('loseNothing');
    made.terminal.during = () => {
      bookTransaction(made.terminal, 1000, made.bridge.clock.now());
      bookTransaction(made.terminal, 1000, made.bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    };
    expect((await pay(made.till, id)).status).toBe(405);
    made.terminal.during = () => undefined;
    made.bridge.clock.pass(5000);
    return { ...made, id };
  }

  it.each([1, 2])('is not revised by %i later receipts of the same amount', async count => {
    const { bridge, terminal, till, id } = await takenBackUnheard();
    for (let paid = 0; paid < count; paid += 1) bookTransaction(terminal, 1000, bridge.clock.now());
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  });
});

describe('an end-of-day', () => {
  it('looks once more, and waits for the decision about what it finds', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    const manager = await bridge.staff('manager');
    const refused = await manager.ask<{ readonly code: number }>(
      'POST',
      `/bridge/v1/terminals/${demoIds.terminal}/day-end`,
      { body: {} },
    );
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: false });
  });

  it('finds what the terminal has taken back by itself, where nothing was ever called not paid', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    ok(await pay(till, id));
    bridge.clock.pass(5000);
    bookTransaction(terminal, 1000, bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    const manager = await bridge.staff('manager');
    expect((await manager.ask('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, { body: {} })).status).toBe(
      405,
    );
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: false });
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'takenBack' });
  });
});

describe('a reversal that the terminal carries out after it was called not carried out', () => {
  async function kept() {
    const made = await shop();
    const { id } = await open(made.till);
    ok(await pay(made.till, id));
    made.bridge.clock.pass(5000);
    made.terminal.endings.push('loseNothing');
    expect((await made.till.post(`/${id}/cancel`)).status).toBe(405);
    expect((await made.till.read(id)).status).toBe('ok');
    made.bridge.clock.pass(5000);
    bookTransaction(made.terminal, 1000, made.bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    return { ...made, id };
  }

  it('cancels the sale as soon as the terminal shows it, and the next payment goes on', async () => {
    const { till, id } = await kept();
    ok(await pay(till, (await open(till, 500)).id));
    expect((await till.read(id)).status).toBe('cancelled');
  });

  it('is not asked for a second time when the sale is cancelled again', async () => {
    const { terminal, till, id } = await kept();
    const again = await till.post(`/${id}/cancel`);
    expect([again.status, (await till.read(id)).status]).toEqual([200, 'cancelled']);
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toHaveLength(1);
  });
});
