/** A late approval or an undecided outcome at a terminal that is not, or no longer, the terminal of the till. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, until } from '../../doubles/bridge.fixture.ts';
import type { SlipView, TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';
import {
  abort,
  atSecondTill,
  decide,
  firstPayment,
  late,
  lateAtB,
  onlyA,
  paying,
  reopened,
  type Shop,
  shop,
  view,
} from './severalTerminals.fixture.ts';

afterEach(closeAll);

describe('a late approval at a terminal other than that of the till', () => {
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

  it('is the first event of the stream', async () => {
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

  it('delays no payment of its till elsewhere, can be decided meanwhile, and stop goes to the running payment', async () => {
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

  it('is not stopped by stop: the payment of another till there goes on', async () => {
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

  it.each([true, false])(
    'that is named is decided before an older approval (keep: %s), which still waits',
    async keep => {
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
    },
  );
});

describe('an undecided command of another till, once its sale is opened here', () => {
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
    // A terminal that waits for an answer of the till itself does not hide the late approval.
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

describe('a late approval at a terminal that is no longer connected', () => {
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
    expect([refused.status, refused.body.code]).toEqual([405, 1114]);
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

  it('comes after an approval at a connected terminal', async () => {
    const made = await shop();
    const gone = await lateAtB(made);
    const { id } = await made.till.create(sale([item(700)]));
    await late(made.till, made.atA, id);
    const till = await (await reopened(made, onlyA)).client();
    expect((await view(till)).payment).toMatchObject({ transaction: id, device: demoIds.terminal });
    expect(ok(await decide(till, { keep: true })).payment).toMatchObject({ transaction: gone, device: made.b });
  });
});

describe('an outcome that only a person can decide, at a terminal that is no longer connected', () => {
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
