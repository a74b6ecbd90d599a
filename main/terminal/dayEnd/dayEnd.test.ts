/** The end-of-day over the whole bridge: blockers, comparison, attribution to tills, and never two at once. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, until } from '../../doubles/bridge.fixture.ts';
import { alter, countForeign, forget } from '../../doubles/countingTerminal.ts';
import { hold } from '../../doubles/hold.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { demoIds } from '../../world/demoIds.ts';
import { atTerminal, dayEnds, openShop, type Refused, secondTill } from './dayEnd.fixture.ts';

afterEach(closeAll);

const receipts = (day: DayEnd) =>
  day.differences.flatMap(({ card_type, receipts: named }) =>
    named.map(({ kind, receipt_number }) => [card_type, kind, receipt_number]),
  );

describe('an end-of-day', () => {
  it('of a day without payments agrees', async () => {
    const shop = await openShop();
    const done = await shop.run();
    expect(done).toMatchObject({ state: 'agrees', differences: [], journal: { count: 0, amount: 0 } });
    expect(await shop.list()).toEqual({ count: 1, data: [done] });
  });

  it('holds terminal and journal beside each other, by card type and till, and is kept with its slip', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.card = { cardType: 10, cardName: 'Visa' };
    await shop.pay(250);
    const preview = await shop.preview();
    expect(preview).toMatchObject({ since: null, blockers: [], terminal: { count: 2, amount: 1250 } });
    expect(preview.journal.by_till).toMatchObject([{ till: demoIds.till, count: 2, amount: 1250 }]);
    const done = await shop.run();
    expect(done).toMatchObject({
      state: 'agrees',
      device: demoIds.terminal,
      staff: 'demo-client',
      terminal: { count: 2, amount: 1250, first_receipt: 1, last_receipt: 2 },
      journal: {
        by_card_type: [
          { card_type: 'girocard', count: 1, amount: 1000 },
          { card_type: 'Visa', count: 1, amount: 250 },
        ],
      },
    });
    const text = JSON.stringify(done.receipt);
    for (const words of ['Kassenschnitt', 'Abgleich Kassenschnitt', 'Terminal und Kasse stimmen überein'])
      expect(text).toContain(words);
    const carried = await shop.till.read(done.transaction ?? '');
    expect(carried).toMatchObject({ status: 'ok', product: 'endOfDay' });
    expect(carried.receipt.length).toBeGreaterThan(0);
    expect(ok(await shop.till.ask<DayEnd>('GET', `${dayEnds}/${done.id}`))).toEqual(done);
  });

  it('begins the next day with nothing, and says since when', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const done = await shop.run();
    const preview = await shop.preview();
    expect(preview).toMatchObject({ since: done.ended, journal: { count: 0, amount: 0 } });
    await shop.pay(300);
    expect((await shop.run()).journal).toMatchObject({ count: 1, amount: 300 });
  });

  it('leaves out what was reversed, and takes refunds off', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    await shop.cancel(await shop.pay(400));
    expect(await shop.run()).toMatchObject({ state: 'agrees', journal: { count: 1, amount: 1000 } });
  });

  it('attributes sales to the tills that share the terminal', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const other = await secondTill(shop);
    await shop.pay(700, other.client);
    await shop.pay(50, other.client);
    const { journal, state } = await shop.run();
    expect(state).toBe('agrees');
    expect(journal.by_till).toMatchObject([
      { till: demoIds.till, count: 1, amount: 1000 },
      { till: other.id, description: 'Kasse 2', count: 2, amount: 750 },
    ]);
    expect(journal.by_till.reduce((sum, { amount }) => sum + amount, 0)).toBe(journal.amount);
  });
});

describe('the open screens', () => {
  it('hear of its beginning and its end', async () => {
    const shop = await openShop();
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${shop.till.token}` };
    const { body } = await fetch(`${shop.bridge.url}/bridge/v1/events`, { headers, signal: stop.signal });
    const done = await shop.run();
    let received = '';
    for await (const bytes of body ?? []) {
      received += Buffer.from(bytes).toString();
      if (received.includes('"state":"agrees"')) break;
    }
    stop.abort();
    const published = [...received.matchAll(/event: dayEnd\n(?:.*\n)*?data: (.*)\n/g)].map(([, data = '']) =>
      JSON.parse(data),
    );
    expect(published).toEqual(['running', 'agrees'].map(state => ({ device: demoIds.terminal, id: done.id, state })));
  });
});

describe('a difference', () => {
  it('names the payment the terminal does not count, with its sale and till', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const lost = await shop.pay(470);
    forget(shop.day, 2);
    const done = await shop.run();
    expect(done.state).toBe('differs');
    expect(done.differences).toMatchObject([
      {
        card_type: 'girocard',
        terminal: { count: 1, amount: 1000 },
        journal: { count: 2, amount: 1470 },
        receipts: [{ kind: 'onlyJournal', receipt_number: 2, amount: 470, sale: lost.id, till: demoIds.till }],
      },
    ]);
    expect(JSON.stringify(done.receipt)).toContain('nur in der Kasse');
  });

  it('names the receipt only the terminal has, with the amount it tells of it', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    const foreign = countForeign(shop.day, shop.bridge.terminal, 3333);
    await shop.pay(5);
    const done = await shop.run();
    expect(receipts(done)).toEqual([['girocard', 'onlyTerminal', foreign]]);
    expect(done.differences[0]?.receipts[0]?.amount).toBe(3333);
  });

  it('names the receipt that a person called not paid and the terminal counts all the same', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.bridge.terminal.endings.push('approveOther');
    const { id } = await shop.pay(450);
    const manager = await shop.bridge.staff('manager');
    const decide = () => manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } });
    await until(async () => (await decide()).status === 200);
    expect(shop.day.counted.map(({ receipt }) => receipt)).toEqual([1, 2]);
    const done = await shop.run();
    expect(done.state).toBe('differs');
    expect(receipts(done)).toEqual([['girocard', 'onlyTerminal', 2]]);
  });

  it('names the receipt both have with another amount', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    await shop.pay(500);
    alter(shop.day, 1, 1001);
    const done = await shop.run();
    expect(done.state).toBe('differs');
    expect(receipts(done)).toEqual([['girocard', 'other', 1]]);
  });

  it('in an amount alone stands without a receipt where the terminal prints no copies', async () => {
    const shop = await openShop();
    shop.day.features = ['turnoverTotals'];
    await shop.pay(1000);
    await shop.pay(500);
    alter(shop.day, 1, 1001);
    const done = await shop.run();
    expect(done.differences).toMatchObject([{ terminal: { amount: 1501 }, journal: { amount: 1500 }, receipts: [] }]);
  });

  it('between card types alone agrees, and says so', async () => {
    const shop = await openShop();
    shop.day.card = { cardType: 46, cardName: 'Maestro' };
    await shop.pay(900);
    shop.day.counted.splice(0, 1, { receipt: 1, cardType: 'girocard', amount: 900 });
    const done = await shop.run();
    expect(done.state).toBe('agrees');
    expect(receipts(done)).toEqual([['Mastercard', 'other', 1]]);
  });

  it('uses the totals before where the terminal reports none with its end-of-day', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.ending = 'withoutTotals';
    expect(await shop.run()).toMatchObject({ state: 'agrees', terminal: { amount: 1000 } });
    shop.day.features = [];
    await shop.pay(10);
    expect(await shop.run()).toMatchObject({ state: 'differs', terminal: null });
  });
});

describe('a failed end-of-day', () => {
  it('keeps its reason, leaves the day open, and can be repeated', async () => {
    const shop = await openShop();
    const paid = await shop.pay(1000);
    shop.day.ending = 'failed';
    const refused = await shop.ask();
    expect([refused.status, refused.body.code]).toEqual([405, 1018]);
    const [failed] = (await shop.list()).data;
    expect(failed).toMatchObject({
      state: 'failed',
      reason: { en: 'declined (end of day not possible)' },
      journal: { amount: 1000 },
    });
    expect(await shop.till.read(failed?.transaction ?? '')).toMatchObject({ status: 'failed' });
    expect((await shop.till.post(`/${paid.receipt_number}/canceltrx`)).status).toBe(200);
    shop.day.ending = 'done';
    expect((await shop.run()).state).toBe('agrees');
  });
});

describe('the routes', () => {
  it('know no terminal of another merchant', async () => {
    const shop = await openShop();
    const done = await shop.run();
    const other = await shop.bridge.client('other');
    for (const [method, path] of [
      ['GET', atTerminal],
      ['POST', atTerminal],
      ['GET', `${dayEnds}/${done.id}`],
      ['GET', `${dayEnds}?device=${demoIds.terminal}`],
    ] as const)
      expect((await other.ask(method, path)).status).toBe(404);
    const verdict = await other.ask('POST', `${dayEnds}/${done.id}/verdict`, { body: { took_place: true } });
    expect(verdict.status).toBe(404);
    expect(ok(await other.ask('GET', dayEnds))).toEqual({ count: 0, data: [] });
    const schedule = { at: '22:00', device: demoIds.terminal };
    expect((await other.ask('PUT', `${dayEnds}/schedule`, { body: schedule })).status).toBe(404);
  });

  it('hold the bookings of a former machine apart, and name them', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    Object.assign(shop.bridge.terminal, { terminalId: '60009999' });
    shop.day.counted.length = 0;
    await shop.pay(250);
    const preview = await shop.preview();
    expect(preview.blockers).toMatchObject([{ kind: 'terminalExchanged', stops: false, about: ['1'] }]);
    const done = await shop.run();
    expect(done).toMatchObject({
      state: 'agrees',
      journal: { count: 1, amount: 250 },
      noted: [{ kind: 'terminalExchanged' }],
    });
    expect((await shop.preview()).blockers).toEqual([]);
  });

  it('of a terminal that was exchanged before it answered are for a person', async () => {
    const shop = await openShop();
    await shop.pay(1000);
    shop.day.ending = 'lostUndone';
    shop.bridge.terminal.during = () => {
      Object.assign(shop.bridge.terminal, { terminalId: '60009999' });
      shop.day.counted.length = 0;
    };
    const { id, state } = await shop.run();
    expect(state).toBe('unknown');
    expect(shop.bridge.rows('SELECT person FROM day_end_result')).toEqual([{ person: 1 }]);
    const decided = await shop.till.ask<DayEnd>('POST', `${dayEnds}/${id}/verdict`, { body: { took_place: false } });
    expect(ok(decided).state).toBe('failed');
  });

  it('wait for a task at the terminal to end', async () => {
    const shop = await openShop();
    shop.day.features = [...shop.day.features, 'diagnosis'];
    const { arrived, release } = hold(shop.bridge.terminal);
    const task = shop.till.ask('POST', `/bridge/v1/terminals/${demoIds.terminal}/tasks`, { body: { do: 'diagnosis' } });
    await arrived;
    const refused = await shop.ask();
    expect(refused.status).toBe(405);
    expect(refused.body.blockers).toMatchObject([{ kind: 'terminalBusy', about: ['diagnosis'] }]);
    release();
    ok(await task);
    await shop.run();
  });

  it('page the list, newest first', async () => {
    const shop = await openShop();
    const ids = [(await shop.run()).id, (await shop.run()).id, (await shop.run()).id].toReversed();
    const page = async (query: string) =>
      ok(await shop.till.ask<{ count: number; data: DayEnd[] }>('GET', `${dayEnds}?${query}`));
    expect(await page('count=2')).toMatchObject({ count: 3, data: [{ id: ids[0] }, { id: ids[1] }] });
    expect(await page(`count=2&offset=2&device=${demoIds.terminal}`)).toMatchObject({
      count: 3,
      data: [{ id: ids[2] }],
    });
  });

  it.each(['count=-1', 'offset=-5', 'count=x', 'device=1'])('refuse %s', async query => {
    const shop = await openShop();
    expect((await shop.till.ask('GET', `${dayEnds}?${query}`)).status).toBe(500);
  });

  it('refuse a second decision', async () => {
    const shop = await openShop();
    const { id } = await shop.run();
    const late = await shop.till.ask<Refused>('POST', `${dayEnds}/${id}/verdict`, { body: { took_place: false } });
    expect([late.status, late.body.code]).toEqual([405, 1185]);
    const wrong = await shop.till.ask('POST', `${dayEnds}/${id}/verdict`, { body: { took_place: 'no' } });
    expect(wrong.status).toBe(500);
    const none = await shop.till.ask('POST', `${dayEnds}/none/verdict`, { body: { took_place: true } });
    expect(none.status).toBe(404);
  });
});
