/** The end-of-day at the virtual ZVT terminal over TCP: whole days, and lines that break during the end-of-day. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import { type Client, closeAll, item, ok, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import type { DayEnd, DayEndList, DayEndPreview } from '../../wire/dayEnds.ts';
import type { Operation, OperationList } from '../../wire/operations.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { atTerminal, dayEnds, type Refused } from './dayEnd.fixture.ts';

const virtuals: RunningVirtualTerminal[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(virtuals.splice(0).map(virtual => virtual.close()));
});

/** Short, so that a silent line is noticed within a second. */
const TIMERS = { retryFirst: 20, retryMost: 100, t3: 1000, t4: 1500, short: 1500, settle: 200, stop: 300, drain: 50 };

async function counter(features?: readonly string[]) {
  const virtual = await startVirtualTerminal({ delay: 0 });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const open = () =>
    openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS, ...(features ? { features } : {}) } });
  const bridge = await startBridge({ parts: { openTerminal: open, outcomeTimeout: 5000 } });
  const till = await bridge.client();
  return { virtual, bridge, till };
}

async function pay(till: Client, amount: number): Promise<SmartTransaction> {
  const { id } = await till.create(sale([item(amount)]));
  return ok(await till.post<SmartTransaction>(`/${id}/start/cashless`));
}
const run = (till: Client) => till.ask<DayEnd & Refused>('POST', atTerminal);
const newest = async (till: Client) => ok(await till.ask<DayEndList>('GET', `${dayEnds}?count=1`)).data[0];

describe('a day at the virtual terminal', () => {
  it('with several cards, a reversal and a restart agrees, receipt by receipt', async () => {
    const { virtual, bridge, till } = await counter();
    await pay(till, 1200);
    virtual.terminal.behaviour = 'signature';
    await pay(till, 830);
    virtual.terminal.behaviour = 'approve';
    const reversed = await pay(till, 99);
    ok(await till.post(`/${reversed.id}/cancel`));
    const again = await bridge.restart();
    const client = await again.client();
    const preview = ok(await client.ask<DayEndPreview>('GET', atTerminal));
    expect(preview.terminal).toMatchObject({ count: 2, amount: 2030 });
    const done = ok(await run(client));
    expect(done).toMatchObject({
      state: 'agrees',
      terminal: { count: 2, amount: 2030, first_receipt: 1, last_receipt: 4 },
      journal: {
        by_card_type: [
          { card_type: 'girocard', count: 1, amount: 1200 },
          { card_type: 'Mastercard', count: 1, amount: 830 },
        ],
      },
    });
    const texts = done.receipt.map(line => JSON.stringify(line)).join('\n');
    expect(texts).toContain('Kassenschnitt');
    expect(texts).toContain('Abgleich');
    expect(virtual.terminal.memory.now.endOfDayDone).toBe(1);
  });

  it('with refund, tip and pre-authorisations, booked, partly given back and still open, agrees', async () => {
    const { virtual, till } = await counter();
    const operate = async (body: object) =>
      ok(await till.ask<Operation>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, { body }));
    await pay(till, 1200);
    await operate({ do: 'refund', amount: 300 });
    await operate({ do: 'tip', receipt_number: 1, amount: 150 });
    // Money that is held on a girocard cannot be given back, so this release is refused.
    virtual.terminal.behaviour = 'signature';
    const [booked, released, freed, open] = [
      await operate({ do: 'preAuthorisation', amount: 5000 }),
      await operate({ do: 'preAuthorisation', amount: 2000 }),
      await operate({ do: 'preAuthorisation', amount: 700 }),
      await operate({ do: 'preAuthorisation', amount: 900 }),
    ];
    await operate({ do: 'booking', receipt_number: booked.own_receipt_number, amount: 4400 });
    await operate({ do: 'release', receipt_number: released.own_receipt_number, amount: 500 });
    await operate({ do: 'release', receipt_number: freed.own_receipt_number });
    const preview = ok(await till.ask<DayEndPreview>('GET', atTerminal));
    expect(preview.blockers).toMatchObject([
      { kind: 'openPreAuthorisations', stops: false, about: [String(open.own_receipt_number)] },
    ]);
    const done = ok(await run(till));
    expect(done.differences).toEqual([]);
    expect(done).toMatchObject({
      state: 'agrees',
      terminal: { amount: 1200 - 300 + 150 + 4400 + 1500 },
      journal: { amount: 1200 - 300 + 150 + 4400 + 1500 },
      open_pre_authorisations: [open.own_receipt_number],
    });
    expect(done.journal.by_till).toMatchObject([{ till: demoIds.till }]);
  });

  it('that the terminal does not do says why in both languages, and so does an operation', async () => {
    const { virtual, till } = await counter();
    virtual.terminal.behaviour = 'end-of-day-fails';
    expect((await run(till)).status).toBe(405);
    expect(await newest(till)).toMatchObject({
      state: 'failed',
      reason: { de: 'Kassenabschluss nicht möglich', en: 'end of day not possible' },
    });
    virtual.terminal.behaviour = 'approve';
    ok(await run(till));
    virtual.terminal.behaviour = 'needs-diagnosis';
    const why = { de: 'Diagnose erforderlich', en: 'diagnosis required' };
    const operations = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
    await till.ask('POST', operations, { body: { do: 'refund', amount: 300 } });
    const { data } = ok(await till.ask<OperationList>('GET', operations));
    expect(data).toMatchObject([{ do: 'refund', state: 'declined', reason: why }]);
    const status = await till.ask('GET', `/bridge/v1/terminals/${demoIds.terminal}/status`);
    expect(ok(status)).toMatchObject({ kind: 'needs', cure: 'diagnosis', texts: why });
  });

  it('names the receipt of a payment that another program made there', async () => {
    const { virtual, bridge, till } = await counter();
    await pay(till, 1200);
    await bridge.close();
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const elsewhere = await openTerminal({ protocol: 'zvt', connection });
    await elsewhere.pay({ amount: 4711 });
    await elsewhere.close();
    const client = await (await bridge.restart()).client();
    const done = ok(await run(client));
    expect(done).toMatchObject({
      state: 'differs',
      differences: [
        {
          card_type: 'girocard',
          terminal: { count: 2, amount: 5911 },
          journal: { count: 1, amount: 1200 },
          receipts: [{ kind: 'onlyTerminal', receipt_number: 2, amount: 4711 }],
        },
      ],
    });
  });

  it('names it also from the list on the slip, where the terminal reprints nothing', async () => {
    const { virtual, bridge, till } = await counter(['pay', 'endOfDay']);
    await pay(till, 1200);
    await bridge.close();
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const elsewhere = await openTerminal({ protocol: 'zvt', connection });
    await elsewhere.pay({ amount: 4711 });
    await elsewhere.close();
    const done = ok(await run(await (await bridge.restart()).client()));
    expect(done.differences[0]?.receipts).toMatchObject([{ kind: 'onlyTerminal', receipt_number: 2, amount: 4711 }]);
  });

  it('has a short slip and says why, where that is chosen; nothing is chosen by default', async () => {
    const { virtual, till } = await counter();
    const lines = () => virtual.terminal.device.paper.at(-1)!.lines.map(({ text }) => text);
    const close = async (body: object) => {
      await pay(till, 1200);
      expect(ok(await till.ask<DayEnd>('POST', atTerminal, { body })).state).toBe('agrees');
      return lines().join('\n');
    };
    expect(await close({})).toMatch(/0001 Kartenzahlung/);
    const short = await close({ details: false, mode: 'forced' });
    expect(short).toMatch(/Art +erzwungen/);
    expect(short).not.toMatch(/Kartenzahlung/);
  });

  it('is refused with a choice that the terminal does not have, and the day stays open', async () => {
    const { virtual, till } = await counter(['pay', 'diagnosis']);
    for (const body of [{ details: false }, { mode: 'forced' }]) {
      const refused = await till.ask<Refused>('POST', atTerminal, { body });
      expect([refused.status, refused.body.code]).toEqual([405, 1075]);
    }
    expect((await till.ask('POST', atTerminal, { body: { mode: 'twice' } })).status).toBe(500);
    expect(virtual.terminal.memory.now.endOfDayDone).toBe(0);
  });

  it('that fails keeps the day open, and the terminal demands it until it is done', async () => {
    const { virtual, till } = await counter();
    await pay(till, 1200);
    virtual.terminal.behaviour = 'end-of-day-fails';
    const refused = await run(till);
    expect([refused.status, refused.body.code]).toEqual([405, 1018]);
    expect((await newest(till))?.state).toBe('failed');
    virtual.terminal.behaviour = 'approve';
    expect(ok(await run(till))).toMatchObject({ state: 'agrees', journal: { amount: 1200 } });
  });
});

describe('a line that breaks in the end-of-day', () => {
  const SENT = [0, 3, 20, 45, 70, 95, 120, 150, 200, 260, 330, 400];
  const RECEIVED = [0, 3, 8, 14, 20, 26, 32, 40, 50];
  const cuts = [
    ...SENT.map(cutAfterSent => ({ cutAfterSent })),
    ...RECEIVED.map(cutAfterReceived => ({ cutAfterReceived })),
  ];

  it('anywhere: afterwards journal and terminal say the same of whether the day was closed', {
    timeout: 120_000,
  }, async () => {
    const { virtual, till } = await counter();
    const { memory, faults } = virtual.terminal;
    for (const cut of cuts) {
      await pay(till, 1200);
      const before = memory.now.endOfDayDone;
      faults.arm(cut);
      await run(till);
      faults.arm({});
      const settled = await until(async () => {
        const found = await newest(till);
        return found?.state === 'unknown' || found?.state === 'running' ? null : { found };
      });
      const closed = memory.now.endOfDayDone > before;
      const { journal } = ok(await till.ask<DayEndPreview>('GET', atTerminal));
      expect([JSON.stringify(cut), journal.count === 0], settled.found?.reason?.en ?? '').toEqual([
        JSON.stringify(cut),
        closed,
      ]);
      if (closed) expect(settled.found?.state).toBe('agrees');
      else expect(ok(await run(till)).state).toBe('agrees');
    }
  });
});
