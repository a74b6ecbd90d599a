/** A till that works at several terminals: it sees, stops and answers its own commands, wherever they run. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, until } from '../../doubles/bridge.fixture.ts';
import type { SlipView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { abort, atSecondTill, decide, late, paying, type Shop, shop, view } from './severalTerminals.fixture.ts';

afterEach(closeAll);

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

  it('is stopped before anything is sent, and an earlier payment under reconciliation is not stopped', async () => {
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

describe('a command at a terminal other than that of the till', () => {
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

  it('for the sale on the screen comes first of two commands at once', async () => {
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

  it('with an unknown outcome is looked up by its till, which gets its slips', async () => {
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

describe('the slip for a reprint, at a terminal that two tills share', () => {
  const slip = async (till: Client) =>
    JSON.stringify((await till.ask<SlipView>('GET', '/bridge/v1/till/slip').then(ok)).receipt_merchant);

  it('belongs to the till that asks, also where a newer command waits for the other till', async () => {
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

  it('of a running payment is not for the cashier of another till, who gets the slip of an undecided approval', async () => {
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
