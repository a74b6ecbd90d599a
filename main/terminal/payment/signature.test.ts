/** A slip to be signed: the cashier compares the signature, and a wrong signature takes the money back. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { cashier, type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { createMerchants } from '../../store/merchants.ts';
import type { TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { Principal } from '../../world/people.ts';
import { viewOf } from './screenView.ts';

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  bridge.terminal.signs = true;
  return { bridge, terminal: bridge.terminal, till: await bridge.staff('cashier') };
}

const LATE = '/bridge/v1/till/late';
const view = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
const say = (till: Client, keep: boolean, more: object = {}) =>
  till.ask<TillView & Refusal>('POST', LATE, { body: { keep, ...more } });
const codeOf = ({ status, body }: { status: number; body: Refusal }) => [status, body.code];
const opened = async (till: Client, amount = 1000) => (await till.create(sale([item(amount)]))).id;
const show = async (till: Client, transaction: string | null) =>
  ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction } }));
const pay = (till: Client, id: string) => till.post(`/${id}/start/cashless`);

/** A sale on the screen of the till. */
async function onScreen(till: Client, amount?: number): Promise<string> {
  const id = await opened(till, amount);
  await show(till, id);
  return id;
}

/** A sale of the screen that is paid, and whose slip is to be signed. */
async function unsigned(settings: Settings = {}) {
  const made = await shop(settings);
  const id = await onScreen(made.till);
  expect(ok(await pay(made.till, id)).status).toBe('ok');
  return { ...made, id };
}

const journal = ({ bridge }: Awaited<ReturnType<typeof shop>>) =>
  bridge
    .rows<{ data: string }>("SELECT data FROM terminal_journal WHERE kind = 'late' ORDER BY number")
    .map(({ data }) => JSON.parse(data));

describe('a signature that is right', () => {
  it('of a part is asked for, and the sale says what the part has paid', async () => {
    const { till } = await shop();
    const id = await onScreen(till);
    ok(await till.post(`/${id}/start/cashless`, { part: { amount: 400 } }));
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature', amount: 400 });
    expect((await till.read(id)).outcome).toMatchObject({ result: 'open', paid: 400, open: 600 });
    ok(await say(till, true, { transaction: id, about: 'signature' }));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'open', paid: 400, open: 600 });
  });

  it('is also asked for where the terminal approved a part only, and a person keeps it', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    expect((await pay(till, await opened(till, 300))).status).toBe(200);
    const id = await onScreen(till);
    terminal.endings.push('approveLess');
    expect((await pay(till, id)).status).toBe(200);
    await until(async () => (await till.read(id)).outcome.next?.path.endsWith('/verdict'));
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { part: 'keep' } }));
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature', amount: 999 });
    ok(await say(till, false, { transaction: id, about: 'signature' }));
    expect((await till.read(id)).outcome).toMatchObject({ paid: 0, open: 1000 });
    expect(terminal.totals.amount).toBe(300);
  });

  it('is asked for once the sale is paid, and leaves it as it is', async () => {
    const made = await unsigned();
    const { terminal, till, id } = made;
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature', amount: 1000, kind: 'payment' });
    expect(await till.read(id)).toMatchObject({ status: 'ok', receipt_merchant_print: true });
    expect(ok(await say(till, true, { transaction: id, about: 'signature' })).payment).toBeNull();
    expect((await till.read(id)).status).toBe('ok');
    expect(terminal.commands).toHaveLength(1);
    expect(journal(made)).toMatchObject([
      { state: 'open', about: 'signature' },
      { state: 'kept', about: 'signature', who: 'cashier@demo.example' },
    ]);
    expect(codeOf(await say(till, true))).toEqual([405, 1094]);
  });

  it('given twice at once with opposite answers: one of the answers counts', async () => {
    const { terminal, till, id } = await unsigned();
    const both = await Promise.all([say(till, true), say(till, false)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 405]);
    const right = both[0]?.status === 200;
    expect((await till.read(id)).status).toBe(right ? 'ok' : 'cancelled');
    expect(terminal.commands).toHaveLength(right ? 1 : 2);
  });
});

describe('a signature that is not right', () => {
  it('takes the payment back, with an intent and a slip of its own', async () => {
    const made = await unsigned();
    const { bridge, terminal, till, id } = made;
    expect(ok(await say(till, false, { transaction: id, about: 'signature' })).payment).toBeNull();
    expect(await till.read(id)).toMatchObject({ status: 'cancelled', receipt_reversal: expect.anything() });
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'reverse']);
    expect(terminal.totals.amount).toBe(0);
    expect(bridge.rows('SELECT kind, state, late, late_kind FROM intent ORDER BY number')).toEqual([
      { kind: 'payment', state: 'approved', late: 'takenBack', late_kind: 'signature' },
      { kind: 'reversal', state: 'approved', late: null, late_kind: 'late' },
    ]);
    expect(journal(made).at(-1)).toMatchObject({ state: 'takenBack', about: 'signature' });
    expect(codeOf(await say(till, false, { transaction: id }))).toEqual([405, 1094]);
  });

  it('whose reversal fails is open again, and the payment can be kept', async () => {
    const { terminal, till, id } = await unsigned();
    terminal.endings.push('decline');
    expect(codeOf(await say(till, false))).toEqual([405, 1007]);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
    expect((await till.read(id)).status).toBe('ok');
    ok(await say(till, true, { transaction: id }));
    expect([(await till.read(id)).status, terminal.totals.amount]).toEqual(['ok', 1000]);
  });

  it('whose reversal breaks off is settled by the reconciliation of the reversal', async () => {
    const { terminal, till, id } = await unsigned({ parts: { outcomeTimeout: 50 } });
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await say(till, false));
    expect(await view(till)).toMatchObject({ transaction: id, kind: 'reversal', step: 'deciding' });
    terminal.reachable = true;
    await until(async () => (await till.read(id)).status === 'cancelled');
    await until(async () => (await view(till)) === null);
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toHaveLength(1);
  });

  it('said before a crash that came before the reversal: nothing was sent, and it is asked again', async () => {
    const { bridge, terminal, id } = await unsigned();
    const copy = await bridge.crashCopy();
    copy.alter(`INSERT INTO terminal_journal (intent, merchant, device, at, kind, data)
      SELECT id, merchant, party, 0, 'late', '{"decision":"takeBack"}' FROM intent`);
    const again = await copy.restart();
    const till = await again.staff('cashier');
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay']);
    ok(await say(till, false));
    expect((await till.read(id)).status).toBe('cancelled');
  });
});

describe('without any answer yet', () => {
  it('survives a crash of the bridge, and is asked of every window of the till', async () => {
    const { bridge, id } = await unsigned();
    const copy = await bridge.crashCopy();
    for (const window of [await copy.staff('cashier'), await copy.staff('cashier')])
      expect(await view(window)).toMatchObject({ transaction: id, step: 'signature' });
    ok(await say(await copy.staff('cashier'), true));
    const third = await copy.restart();
    expect(await view(await third.staff('cashier'))).toBeNull();
  });

  it('delays nobody, and the signature of the present customer comes first', async () => {
    const { till, id } = await unsigned();
    await show(till, null);
    const second = await onScreen(till, 500);
    ok(await pay(till, second));
    expect(await view(till)).toMatchObject({ transaction: second, step: 'signature' });
    ok(await say(till, true, { transaction: second, about: 'signature' }));
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
    expect(codeOf(await say(till, false, { transaction: second }))).toEqual([405, 1094]);
    ok(await say(till, true, { transaction: id }));
    expect(await view(till)).toBeNull();
  });

  it('stands in the way of the end-of-day, after which nothing could be taken back', async () => {
    const { bridge, till, id } = await unsigned();
    const manager = await bridge.staff('manager');
    const dayEnd = () =>
      manager.ask<Refusal & { blockers: unknown }>('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`);
    expect((await dayEnd()).body.blockers).toMatchObject([{ kind: 'signatureOpen', stops: true, about: [id] }]);
    ok(await say(till, true));
    ok(await dayEnd());
  });

  it('is over when the sale is cancelled otherwise', async () => {
    const { bridge, till, id } = await unsigned();
    ok(await (await bridge.client()).post(`/${id}/cancel`));
    expect(await view(till)).toBeNull();
    expect(bridge.rows("SELECT late FROM intent WHERE kind = 'payment'")).toEqual([{ late: 'takenBack' }]);
  });

  it('is for the till that took the payment, and for a manager, at a terminal that another till uses, too', async () => {
    const { world, slot, memory, first, second, create, paid } = await twoTills();
    memory.signs = true;
    const [id, other] = [await create(first), await create(second)];
    await paid(first, id);
    await paid(second, other);
    for (const [till, sale] of [
      [first, id],
      [second, other],
    ] as const)
      expect(viewOf(world, till.device!, slot.device)).toMatchObject({ transaction: sale, step: 'signature' });
    const word = { sale: id, about: 'signature' } as const;
    await expect(flow.decideLateApproval(world, second, slot.device, true, word)).rejects.toMatchObject({
      key: 'paymentElsewhere',
    });
    await flow.decideLateApproval(world, { ...second, role: 'manager' }, slot.device, true, word);
    expect(viewOf(world, second.device!, slot.device)).toMatchObject({ transaction: other, step: 'signature' });
    expect(world.running.view(slot.device)).toMatchObject({ transaction: other, step: 'signature' });
    await flow.decideLateApproval(world, second, slot.device, false, { sale: other });
    expect(memory.commands.map(({ name }) => name)).toEqual(['pay', 'pay', 'reverse']);
    expect(world.running.view(slot.device)).toBeNull();
  });
});

describe('not asked', () => {
  it('where the terminal had asked the till itself, and the signature was right', async () => {
    const { terminal, till } = await shop();
    terminal.question = { kind: 'signature', text: 'Unterschrift?', timeout: 5000 };
    const id = await onScreen(till);
    const paying = pay(till, id);
    const question = await until(async () => (await view(till))?.question);
    ok(await till.ask('POST', '/bridge/v1/till/answer', { body: { question: question.id, answer: 'yes' } }));
    expect(ok(await paying).status).toBe('ok');
    expect(await view(till)).toBeNull();
  });

  it('of a register that pays over the API', async () => {
    const { bridge, till } = await shop();
    const register = await bridge.client();
    const id = await opened(register);
    expect(ok(await pay(register, id))).toMatchObject({ status: 'ok', receipt_merchant_print: true });
    expect(await view(till)).toBeNull();
    expect(codeOf(await say(till, true))).toEqual([405, 1094]);
  });

  it('where nothing has to be signed, and after a refused card', async () => {
    const { terminal, till } = await shop();
    const refused = await onScreen(till);
    terminal.endings.push('decline');
    await pay(till, refused);
    terminal.signs = false;
    const id = await onScreen(till);
    expect(ok(await pay(till, id)).receipt_merchant_print).toBe(false);
    expect(await view(till)).toBeNull();
  });
});

describe('asked although the terminal had asked the till', () => {
  it('of an unanswered question with an approval after it', async () => {
    const { terminal, till } = await shop();
    terminal.question = { kind: 'signature', text: 'Unterschrift?', timeout: 20 };
    const id = await onScreen(till);
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(terminal.answers).toEqual([{ kind: 'none' }]);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
  });
});

describe('of a payment that was reconciled after a cut line', () => {
  async function lost() {
    const made = await shop({ parts: { outcomeTimeout: 50 } });
    const { terminal, till } = made;
    const id = await onScreen(till);
    terminal.endings.push('loseApproval');
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    terminal.reachable = false;
    release();
    expect(ok(await paying).status).toBe('pending');
    return { ...made, id };
  }

  it('asks the same where the terminal tells it', async () => {
    const { terminal, till, id } = await lost();
    terminal.reachable = true;
    await until(async () => (await view(till))?.step === 'signature');
    expect(await till.read(id)).toMatchObject({ status: 'ok', receipt_merchant_print: true });
    ok(await say(till, false, { transaction: id, about: 'signature' }));
    expect((await till.read(id)).status).toBe('cancelled');
  });

  it('of a customer who is gone: first the payment, then the signature, each with its own decision', async () => {
    const { terminal, till, id } = await lost();
    await show(till, null);
    terminal.reachable = true;
    await until(async () => (await view(till))?.step === 'late');
    const keep = { transaction: id, about: 'late' };
    expect(ok(await say(till, true, keep)).payment).toMatchObject({ transaction: id, step: 'signature' });
    expect(codeOf(await say(till, true, keep))).toEqual([405, 1094]);
    expect(ok(await say(till, true, { transaction: id, about: 'signature' })).payment).toBeNull();
    expect((await till.read(id)).status).toBe('ok');
  });

  it('that a person decided asks for the signature where the terminal had reported it before', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const id = await onScreen(till);
    terminal.endings.push('approveOther');
    await pay(till, id);
    await until(async () => (await view(till))?.step === 'person');
    bridge.alter(`UPDATE intent SET facts = json_set(facts, '$.needsSignature', json('true'))`);
    const manager = await bridge.staff('manager');
    const decided = { body: { paid: true, receipt_number: 1 } };
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, decided));
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
    expect((await till.read(id)).receipt_merchant_print).toBe(true);
  });
});

const worlds = new Set<TestWorld>();
afterEach(async () => {
  for (const { db } of worlds) await db.close();
  worlds.clear();
});

/** Two tills that share one terminal. */
async function twoTills() {
  const made = await testWorld();
  worlds.add(made);
  const { world, db } = made;
  const screens = createMerchants(db);
  const slot = world.devices.slot(demoIds.terminal)!;
  const second: Principal = { ...cashier, device: demoIds.otherTill, ownTill: demoIds.otherTill };
  const create = async (who: Principal) => (await flow.create(world, who, sale([item(1000)]))).id;
  async function paid(who: Principal, id: string) {
    await db.write(() => screens.putOnTill(who.device!, id));
    expect((await flow.start(world, who, id, 'cashless', { terminal: slot.device })).status).toBe('ok');
  }
  return { ...made, slot, first: cashier, second, create, paid };
}
