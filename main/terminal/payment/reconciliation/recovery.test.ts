/** The lookup of an unknown outcome on demand, and a decision while it runs. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, until } from '../../../doubles/bridge.fixture.ts';
import { hold } from '../../../doubles/hold.ts';
import type { TillView } from '../../../wire/till.ts';
import { open, pay, payment, shop } from '../tillInput.fixture.ts';

afterEach(closeAll);

describe('asked for on demand', () => {
  const recover = (till: Client) => till.ask<TillView>('POST', '/bridge/v1/till/recover').then(ok);

  it('the terminal is asked at once, also where a person was called', async () => {
    const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    ok(await pay(till, await open(till)));
    const id = await open(till);
    terminal.endings.push('loseOtherAmount');
    ok(await pay(till, id));
    await until(async () => (await payment(till))?.step === 'person');
    expect((await recover(till)).payment).toMatchObject({
      step: 'person',
      evidence: {
        because: { en: expect.stringContaining('another amount') },
        known_receipt: 1,
        last: { amount: 1001, receipt_number: 2, last_four: '4321', approved: true },
        totals: { before: { count: 1, amount: 1000 }, now: { count: 2, amount: 2001 } },
      },
    });
    // Meanwhile somebody has cleared it at the terminal itself.
    terminal.last = terminal.before;
    Object.assign(terminal.totals, { count: 1, amount: 1000 });
    expect((await recover(till)).payment).toBeNull();
    expect((await till.read(id)).status).toBe('failed');
  });

  it('answers while the terminal is away, and when nothing is open', async () => {
    const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    expect((await recover(till)).payment).toBeNull();
    const id = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await pay(till, id));
    expect((await recover(till)).payment).toMatchObject({ transaction: id, step: 'deciding' });
    terminal.reachable = true;
    expect((await recover(till)).payment).toBeNull();
    expect((await till.read(id)).status).toBe('ok');
  });
});

describe('decided by a manager while the terminal is away', () => {
  it('the asking ends with that, and the next payment is asked for by itself', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const first = await open(till);
    terminal.endings.push('loseApproval', 'loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await pay(till, first));
    bridge.clock.pass(6 * 60_000);
    await until(async () => (await payment(till))?.step === 'person');
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${first}/verdict`, { body: { paid: true } }));
    terminal.reachable = true;
    const second = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, second);
    await arrived;
    expect((await till.ask<TillView>('POST', '/bridge/v1/till/recover')).body.payment).toMatchObject({
      transaction: second,
      step: 'prompt',
    });
    release();
    ok(await paying);
    await until(async () => (await till.read(second)).status === 'ok');
    expect(bridge.rows("SELECT 1 FROM terminal_journal WHERE kind = 'verdict'")).toHaveLength(3);
    expect(bridge.log.filter(line => line.startsWith('error'))).toEqual([]);
  });
});
