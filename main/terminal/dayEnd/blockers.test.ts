/** Blockers of an end-of-day, and two end-of-days at the same time. */
import { afterEach, describe, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { atTerminal, openShop, type Refused, secondTill } from './dayEnd.fixture.ts';

afterEach(closeAll);

const stops = ({ blockers }: { blockers: readonly { kind: string; stops: boolean }[] }) =>
  blockers.filter(one => one.stops).map(({ kind }) => kind);

describe('a blocker of the end-of-day', () => {
  it('a payment that runs stops it and is named', async () => {
    const shop = await openShop();
    const { id } = await shop.till.create(sale([item(1000)]));
    const { arrived, release } = hold(shop.bridge.terminal);
    const paying = shop.till.post(`/${id}/start/cashless`);
    await arrived;
    const { blockers } = await shop.preview();
    expect(blockers).toMatchObject([{ kind: 'paymentRunning', stops: true, about: [id] }]);
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect(refused.body.blockers).toEqual(blockers);
    expect(refused.body.error_details).toContain(id);
    release();
    ok(await paying);
    expect(stops(await shop.preview())).toEqual([]);
    expect((await shop.run()).state).toBe('agrees');
  });

  it('an unknown outcome stops it', async () => {
    const shop = await openShop({ parts: { outcomeTimeout: 50 } });
    await shop.pay(1000);
    shop.bridge.terminal.endings.push('loseOtherAmount');
    const { id } = await shop.till.create(sale([item(700)]));
    await shop.till.post(`/${id}/start/cashless`);
    await until(async () => (await shop.preview()).blockers.some(({ kind }) => kind === 'endingUnknown'));
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    const wire = await shop.till.post<Refused>('/me/endOfDay');
    expect([wire.status, wire.body.code]).toEqual([405, 1017]);
    expect(shop.day.asked).not.toContain('endOfDay');
  });

  it.each([
    ['terminalUnreachable', 1013],
    ['terminalBusy', 1016],
  ] as const)('%s stops it, and the operation of the specification answers with %i', async (kind, code) => {
    const shop = await openShop();
    shop.bridge.terminal.reachable = kind !== 'terminalUnreachable';
    shop.bridge.terminal.occupied = kind === 'terminalBusy';
    expect(stops(await shop.preview())).toEqual([kind]);
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    const wire = await shop.till.post<Refused>('/me/endOfDay');
    expect([wire.status, wire.body.code]).toEqual([405, code]);
    expect(await shop.list()).toEqual({ count: 0, data: [] });
  });

  it('an undecided late approval stops it until a person has decided', async () => {
    const shop = await openShop();
    const { id } = await shop.till.create(sale([item(1000)]));
    ok(await shop.till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    shop.bridge.terminal.endings.push('approveDespiteAbort');
    const { arrived, release } = hold(shop.bridge.terminal);
    const paying = shop.till.post(`/${id}/start/cashless`);
    await arrived;
    ok(await shop.till.ask('POST', '/bridge/v1/till/abort'));
    release();
    await paying;
    expect((await shop.preview()).blockers).toMatchObject([{ kind: 'lateApproval', stops: true, about: [id] }]);
    for (const refused of [await shop.ask(), await shop.till.post<Refused>('/me/endOfDay')])
      expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    ok(await shop.till.ask('POST', '/bridge/v1/till/late', { body: { keep: true } }));
    expect(await shop.run()).toMatchObject({ state: 'agrees', journal: { amount: 1000 } });
  });

  it('a payment with an open signature, made while the terminal is asked, stops it', async () => {
    const shop = await openShop();
    shop.bridge.terminal.signs = true;
    const { id } = await shop.till.create(sale([item(1000)]));
    ok(await shop.till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    shop.day.answering = async () => {
      shop.day.answering = () => undefined;
      ok(await shop.till.post(`/${id}/start/cashless`));
    };
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect(refused.body.blockers).toMatchObject([{ kind: 'signatureOpen', stops: true, about: [id] }]);
    expect(shop.day.asked).not.toContain('endOfDay');
    expect(await shop.list()).toEqual({ count: 0, data: [] });
    ok(await shop.till.ask('POST', '/bridge/v1/till/late', { body: { keep: false } }));
    expect(await shop.run()).toMatchObject({ state: 'agrees', journal: { amount: 0 } });
  });

  it('a late approval found while the terminal tells its totals stops it before the command', async () => {
    const shop = await openShop();
    const { id } = await shop.pay(1000);
    shop.day.answering = question => {
      if (question === 'turnoverTotals') shop.bridge.alter("UPDATE intent SET late = 'open'");
    };
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect(refused.body.blockers).toMatchObject([{ kind: 'lateApproval', stops: true, about: [id] }]);
    expect(shop.day.asked).not.toContain('endOfDay');
    expect(await shop.list()).toEqual({ count: 0, data: [] });
  });

  it('sales between two tenders and open pre-authorisations are shown, noted, and stop nothing', async () => {
    const shop = await openShop();
    shop.day.features = ['turnoverTotals', 'preAuthorisation'];
    shop.day.held = [11, 12];
    const { id } = await shop.till.create(sale([item(90_000)], cards.some));
    ok(await shop.till.post(`/${id}/preTransaction`));
    const { blockers } = await shop.preview();
    expect(blockers).toMatchObject([
      { kind: 'openSales', stops: false, about: [id] },
      { kind: 'openPreAuthorisations', stops: false, about: ['11', '12'] },
    ]);
    for (const { texts } of blockers) expect(texts.de).not.toBe(texts.en);
    expect(await shop.run()).toMatchObject({
      state: 'agrees',
      open_pre_authorisations: [11, 12],
      noted: blockers,
    });
  });
});

describe('never two at once', () => {
  it('the till that runs it gets the same answer, another till gets the name of the till that runs it', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const other = await secondTill(shop);
    const { arrived, release } = hold(shop.bridge.terminal);
    const first = shop.run();
    await arrived;
    const second = shop.run();
    const wire = shop.till.post<SmartTransaction>('/me/endOfDay');
    const refused = await shop.ask(other.client);
    expect([refused.status, refused.body.code]).toEqual([405, 1081]);
    expect(refused.body.error_details).toContain('running the end-of-day');
    const preview = ok(await other.client.ask<{ blockers: { kind: string; stops: boolean }[] }>('GET', atTerminal));
    expect(stops(preview)).toEqual(['dayEndRunning']);
    release();
    expect((await second).id).toBe((await first).id);
    expect(ok(await wire).id).toBe((await first).transaction);
    expect(shop.day.asked.filter(task => task === 'endOfDay')).toHaveLength(1);
  });

  it('two requests at the same moment are one end-of-day', async () => {
    const shop = await openShop();
    const both = await Promise.all([shop.run(), shop.run()]);
    expect(both[0].id).toBe(both[1].id);
    expect((await shop.list()).count).toBe(1);
  });

  it('no payment begins meanwhile', async () => {
    const shop = await openShop();
    const { arrived, release } = hold(shop.bridge.terminal);
    const running = shop.run();
    await arrived;
    const { id } = await shop.till.create(sale([item(5)]));
    expect((await shop.till.post<Refused>(`/${id}/start/cashless`)).body.code).toBe(1016);
    release();
    await running;
    expect(ok(await shop.till.post<SmartTransaction>(`/${id}/start/cashless`)).status).toBe('ok');
  });
});
