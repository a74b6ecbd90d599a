/** A late approval: paid, shown until a person decides, and taken back with an intent of its own. */
import { afterEach, describe, expect, it } from 'vitest';
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
import type { TillView } from '../../wire/till.ts';

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const view = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
const decide = (till: Client, keep: unknown) =>
  till.ask<TillView & Refusal>('POST', '/bridge/v1/till/late', { body: { keep } });
const journal = ({ bridge }: Shop, kind: string) =>
  bridge
    .rows<{ data: string }>('SELECT data FROM terminal_journal WHERE kind = ? ORDER BY number', kind)
    .map(({ data }) => JSON.parse(data));

/** A sale whose payment is approved after the cashier asked to stop. */
async function late(settings: Settings = {}) {
  const made = await shop(settings);
  return { ...made, id: await lateOnce(made.till, made.terminal) };
}

async function lateOnce(till: Client, terminal: Shop['terminal']): Promise<string> {
  const { id } = await till.create(sale([item(1000)]));
  const { arrived, release } = hold(terminal);
  terminal.endings.push('approveDespiteAbort');
  const paying = till.post(`/${id}/start/cashless`);
  await arrived;
  ok(await till.ask('POST', '/bridge/v1/till/abort'));
  release();
  expect(ok(await paying).status).toBe('ok');
  return id;
}

describe('a late approval', () => {
  it('closes the sale, stays on the till, and is kept when a person decides so', async () => {
    const made = await late();
    const { till, id } = made;
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', amount: 1000, kind: 'payment' });
    expect((await till.ask('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: false });
    expect(ok(await decide(till, true)).payment).toBeNull();
    expect((await till.read(id)).status).toBe('ok');
    expect(journal(made, 'late')).toMatchObject([{ state: 'open' }, { state: 'kept', who: 'demo-client' }]);
    const again = await decide(till, true);
    expect([again.status, again.body.code]).toEqual([405, 1094]);
  });

  it('is taken back by a reversal with an intent of its own', async () => {
    const made = await late();
    const { bridge, terminal, till, id } = made;
    expect(ok(await decide(till, false)).payment).toBeNull();
    expect((await till.read(id)).status).toBe('cancelled');
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'reverse']);
    expect(bridge.rows('SELECT kind, state, late FROM intent ORDER BY number')).toEqual([
      { kind: 'payment', state: 'approved', late: 'takenBack' },
      { kind: 'reversal', state: 'approved', late: null },
    ]);
  });

  it('that cannot be taken back is still to be decided', async () => {
    const { terminal, till, id } = await late();
    terminal.endings.push('decline');
    const refused = await decide(till, false);
    expect([refused.status, refused.body.code]).toEqual([405, 1007]);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late' });
    ok(await decide(till, true));
  });

  it('whose reversal breaks off is decided by the reconciliation of the reversal', async () => {
    const { terminal, till, id } = await late({ parts: { outcomeTimeout: 50 } });
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await decide(till, false));
    expect((await till.read(id)).status).toBe('pending');
    expect(await view(till)).toMatchObject({ transaction: id, kind: 'reversal', step: 'deciding' });
    terminal.reachable = true;
    await until(async () => (await till.read(id)).status === 'cancelled');
    await until(async () => (await view(till)) === null);
  });

  it('survives the end of the bridge', async () => {
    const { bridge, id } = await late();
    const again = await bridge.restart();
    const till = await again.client();
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late' });
    ok(await decide(till, true));
    const third = await again.restart();
    expect(await view(await third.client())).toBeNull();
  });

  it('delays nobody: the next payment runs, and then the approval is shown again', async () => {
    const { till, id } = await late();
    const next = await till.create(sale([item(500)]));
    expect(ok(await till.post(`/${next.id}/start/cashless`)).status).toBe('ok');
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late' });
  });

  it('disappears when its sale is cancelled otherwise', async () => {
    const { till, id } = await late();
    ok(await till.post(`/${id}/cancel`));
    expect(await view(till)).toBeNull();
    expect((await decide(till, true)).body.code).toBe(1094);
  });

  it.each([
    [true, false],
    [false, true],
    [false, false],
    [true, true],
  ])('decided twice at once (%s and %s): one of them counts, and the other is refused', async (first, second) => {
    const made = await late();
    const { terminal, till, id } = made;
    const both = await Promise.all([decide(till, first), decide(till, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 405]);
    const keeps = both[0]?.status === 200 ? first : second;
    expect((await till.read(id)).status).toBe(keeps ? 'ok' : 'cancelled');
    expect(terminal.commands).toHaveLength(keeps ? 1 : 2);
    expect(journal(made, 'late').at(-1)).toMatchObject({ state: keeps ? 'kept' : 'takenBack' });
    expect(await view(till)).toBeNull();
  });

  it('that a cancel takes back is taken back in the journal, too', async () => {
    const { bridge, till, id } = await late();
    ok(await till.post(`/${id}/cancel`));
    expect(bridge.rows("SELECT late FROM intent WHERE kind = 'payment'")).toEqual([{ late: 'takenBack' }]);
  });

  it('that is named is the only decided approval: the same request again leaves the next approval alone', async () => {
    const { terminal, till, id } = await late();
    const next = await lateOnce(till, terminal);
    const takeBack = { keep: false, transaction: id };
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: takeBack }));
    const again = await till.ask<Refusal>('POST', '/bridge/v1/till/late', { body: takeBack });
    expect([again.status, again.body.code]).toEqual([405, 1094]);
    expect((await till.read(next)).status).toBe('ok');
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'pay', 'reverse']);
    expect(await view(till)).toMatchObject({ transaction: next, step: 'late' });
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: null } }));
    expect(
      (await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: 'other' } })).status,
    ).toBe(500);
  });

  it.each([true, false])(
    'decided under a key (keep: %s) is decided once, and the repeat is answered alike',
    async keep => {
      const { terminal, till, id } = await late();
      const next = await lateOnce(till, terminal);
      const keyed = () =>
        till.ask<TillView>('POST', '/bridge/v1/till/late', { body: { keep }, headers: { 'idempotency-key': 'late' } });
      const both = [await keyed(), await keyed()];
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both[1]?.text).toBe(both[0]?.text);
      expect([(await till.read(id)).status, (await till.read(next)).status]).toEqual([keep ? 'ok' : 'cancelled', 'ok']);
      expect(await view(till)).toMatchObject({ transaction: next, step: 'late' });
    },
  );

  it.each([true, false])(
    'decided under a key (keep: %s) whose answer a crash took is not decided again',
    async keep => {
      const { bridge, terminal, till, id } = await late();
      const next = await lateOnce(till, terminal);
      const request = { body: { keep }, headers: { 'idempotency-key': 'late' } };
      ok(await till.ask('POST', '/bridge/v1/till/late', request));
      await until(() => bridge.rows("SELECT 1 FROM request_key WHERE key = 'late' AND status = 200").length > 0);
      bridge.alter(
        "UPDATE request_key SET status = NULL, headers = NULL, body = NULL WHERE key = 'late' AND changes <> '[]'",
      );
      const again = await till.ask<Refusal>('POST', '/bridge/v1/till/late', request);
      expect([again.status, again.body.code]).toEqual([409, 1050]);
      expect([(await till.read(id)).status, (await till.read(next)).status]).toEqual([keep ? 'ok' : 'cancelled', 'ok']);
    },
  );

  it('is decided only by its own till, and only with a clear decision', async () => {
    const { bridge, till } = await late();
    expect((await decide(await bridge.client('other'), true)).status).toBe(405);
    expect((await decide(till, 'maybe')).status).toBe(500);
    expect((await till.ask('POST', '/bridge/v1/till/late', { body: {} })).status).toBe(500);
  });
});

describe('a command that the till has left behind', () => {
  const waiting = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.waiting;
  const show = (till: Client, transaction: string | null, more: object = {}) =>
    till.ask<TillView>('PUT', '/bridge/v1/till', { body: { transaction, ...more } });

  /** A payment of the sale on the screen, held back at the terminal. */
  async function running(isLost = false) {
    const made = await shop({ parts: { outcomeTimeout: 50 } });
    if (isLost) made.terminal.endings.push('loseApproval');
    const { id } = await made.till.create(sale([item(1000)]));
    ok(await show(made.till, id));
    const { arrived, release } = hold(made.terminal);
    const paying = made.till.post(`/${id}/start/cashless`);
    await arrived;
    return { ...made, id, release, paying };
  }

  it('is nothing while its sale is on the screen', async () => {
    const { till, release, paying } = await running();
    expect(await waiting(till)).toEqual([]);
    release();
    ok(await paying);
    expect(await waiting(till)).toEqual([]);
  });

  it('is a payment that still runs, and its approval waits for a decision although no stop was requested', async () => {
    const { till, id, release, paying } = await running();
    ok(await show(till, null));
    expect(await waiting(till)).toMatchObject([{ transaction: id, step: 'prompt', lateBecause: null }]);
    release();
    expect(ok(await paying).status).toBe('ok');
    expect(await waiting(till)).toMatchObject([{ transaction: id, step: 'late', lateBecause: 'lineBroke' }]);
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id, about: 'late' } }));
    expect(await waiting(till)).toEqual([]);
  });

  it('is an unknown outcome, then its reconciliation, beside the next sale on the screen and after a restart', async () => {
    const { bridge, terminal, till, id, release, paying } = await running(true);
    terminal.reachable = false;
    release();
    expect(ok(await paying).status).toBe('pending');
    expect(await waiting(till)).toEqual([]);
    const next = await till.create(sale([item(500)]));
    ok(await show(till, next.id));
    expect(await waiting(till)).toMatchObject([{ transaction: id, step: 'deciding' }]);
    const again = await bridge.restart();
    const other = await again.client();
    expect(await waiting(other)).toMatchObject([{ transaction: id }]);
    terminal.reachable = true;
    await until(async () => (await waiting(other))[0]?.step === 'late');
    expect(await waiting(other)).toMatchObject([{ transaction: id, lateBecause: 'lineBroke' }]);
    expect((await other.ask<TillView>('GET', '/bridge/v1/till')).body.transaction?.id).toBe(next.id);
  });

  it('says when the terminal reported something new last', async () => {
    const { till, id, release, paying } = await running();
    const begun = (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
    expect(begun).toMatchObject({ transaction: id, newsAt: expect.any(Number) });
    expect(begun?.newsAt).toBeGreaterThanOrEqual(begun?.startedAt ?? Number.POSITIVE_INFINITY);
    release();
    ok(await paying);
  });

  it('keeps the next sale when a second window closes the previous sale', async () => {
    const { till } = await shop();
    const [first, next] = [await till.create(sale([item(100)])), await till.create(sale([item(200)]))];
    ok(await show(till, first.id));
    ok(await show(till, next.id));
    expect(ok(await show(till, null, { instead_of: first.id })).transaction?.id).toBe(next.id);
    expect(ok(await show(till, null, { instead_of: next.id })).transaction).toBeNull();
  });
});

describe('found paid by the verdict', () => {
  async function lost({ stop, leave }: { stop: boolean; leave: boolean }) {
    const made = await shop({ parts: { outcomeTimeout: 50 } });
    const { terminal, till } = made;
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    terminal.endings.push('loseApproval');
    const { arrived, release } = hold(terminal);
    const paying = till.post(`/${id}/start/cashless`);
    await arrived;
    if (stop) ok(await till.ask('POST', '/bridge/v1/till/abort'));
    terminal.reachable = false;
    release();
    expect(ok(await paying).status).toBe('pending');
    if (leave) ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: null } }));
    terminal.reachable = true;
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till))?.step !== 'deciding');
    return { ...made, id };
  }

  it('after the cashier had asked to stop: late', async () => {
    const { till, id } = await lost({ stop: true, leave: false });
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', lateBecause: 'stopped' });
  });

  it('after the till had gone on to the next customer: late', async () => {
    const { till, id } = await lost({ stop: false, leave: true });
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', lateBecause: 'lineBroke' });
  });

  it('while the till still waits for it: simply paid', async () => {
    const { till } = await lost({ stop: false, leave: false });
    expect(await view(till)).toBeNull();
  });

  it('that the cashier asked to stop is known after a crash', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    terminal.endings.push('approveDespiteAbort');
    const { arrived, release } = hold(terminal);
    const paying = till.post(`/${id}/start/cashless`);
    await arrived;
    ok(await till.ask('POST', '/bridge/v1/till/abort'));
    release();
    ok(await paying);
    const copy = await bridge.crashCopy();
    expect(await view(await copy.client())).toMatchObject({ transaction: id, step: 'late' });
  });
});
