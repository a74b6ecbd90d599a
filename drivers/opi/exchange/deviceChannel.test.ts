/** Slips that come after the answer, or name a request: the request they belong to, and whether they are kept. */
import { afterEach, expect, it } from 'vitest';
import type { Question } from '../../terminal.ts';
import { attributeOf, type Element, element } from '../codec/element.ts';
import { headOf, message } from '../codec/messages.ts';
import { FAST, until } from '../pair.fixture.ts';
import { openScripted, type Scripted, success, tender } from '../scripted.fixture.ts';

let scripted: Scripted;
afterEach(() => scripted.close());

async function open(...args: Parameters<typeof openScripted>): Promise<void> {
  scripted = await openScripted(...args);
}

const printer = element('Output', { OutDeviceTarget: 'PrinterReceipt' }, [element('TextLine', {}, 'DANKE')]);
const result = (answer: Element) => attributeOf(answer, 'OverallResult');

/** A slip of the request `reference`, or of a request that it does not name. */
const slipOf = (request: Element, reference?: string): Element => {
  const slip = message('DeviceRequest', { ...headOf(request), requestType: 'Output' }, [printer]);
  return reference ? { ...slip, attributes: { ...slip.attributes, ReferenceRequestID: reference } } : slip;
};

/** The terminal's answer, and behind it a slip on channel 1. */
async function slipAfter(call: Parameters<Scripted['terminal']['pay']>[1], reference?: string, timers: object = {}) {
  let paid: Element | undefined;
  await open(
    (request, wire) => {
      paid = request;
      wire.send(success(request, [tender('12.00')]));
    },
    { timers: { ...FAST, ...timers } },
  );
  const outcome = await scripted.terminal.pay({ amount: 1200 }, call);
  const till = await scripted.callTill();
  const late = slipOf(paid!, reference);
  till.send(late);
  return { outcome, answer: await till.next(), till, late };
}

it('takes a slip that comes a little after the answer, where a listener takes slips', async () => {
  const slips: unknown[] = [];
  const onSlip = (slip: unknown) => slips.push(slip) > 0;
  const { outcome, answer } = await slipAfter({ onSlip });
  expect(outcome).toMatchObject({ kind: 'approved', receipts: [] });
  expect(result(answer)).toBe('Success');
  expect(slips).toMatchObject([{ copy: 'customer', lines: [{ text: 'DANKE' }] }]);
});

it.each<[string, Parameters<typeof slipAfter>]>([
  ['no listener takes', [{}]],
  ['belongs to another request', [{ onSlip: () => true }, '11111111']],
  ['cannot be kept', [{ onSlip: () => false }]],
])('refuses a slip after the answer that %s', async (_, args) => {
  expect(result((await slipAfter(...args)).answer)).toBe('DeviceUnavailable');
});

it('refuses a slip after a request that was lost', async () => {
  await open((_, wire) => wire.cut());
  expect((await scripted.terminal.pay({ amount: 1200 }, { onSlip: () => true })).kind).toBe('unknown');
  const till = await scripted.callTill();
  till.send(message('DeviceRequest', { requestType: 'Output', requestId: '1', workstation: '1' }, [printer]));
  expect(result(await till.next())).toBe('DeviceUnavailable');
});

it('refuses a slip without a name after a lost payment, although a payment was answered just before', async () => {
  const slips: number[] = [];
  await open(async (request, wire) => {
    wire.send(success(request, [tender('12.00')]));
    await wire.next();
    wire.cut();
  });
  const pay = (amount: number) => scripted.terminal.pay({ amount }, { onSlip: () => slips.push(amount) > 0 });
  expect((await pay(1200)).kind).toBe('approved');
  expect((await pay(1300)).kind).toBe('unknown');
  const till = await scripted.callTill();
  till.send(message('DeviceRequest', { requestType: 'Output', requestId: '1', workstation: '1' }, [printer]));
  expect([result(await till.next()), slips]).toEqual(['DeviceUnavailable', []]);
});

it('refuses slips that name no request after a lost payment, until a request awaits slips', async () => {
  const results: unknown[] = [];
  let isLost = false;
  await open(async (request, wire) => {
    if (!isLost) {
      isLost = true;
      return wire.cut();
    }
    for (let asked = request; ; asked = await wire.next()) {
      const till = await scripted.callTill();
      till.send(slipOf(asked));
      results.push(result(await till.next()));
      wire.send(success(asked, [tender('12.00', { ApprovalCode: '123456' })]));
    }
  });
  const { terminal } = scripted;
  expect((await terminal.pay({ amount: 1200 }, { onSlip: () => true })).kind).toBe('unknown');
  await terminal.status();
  expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', receipts: [] });
  const slips: unknown[] = [];
  await terminal.pay({ amount: 1200 }, { onSlip: slip => slips.push(slip) > 0 });
  expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', receipts: [{ copy: 'customer' }] });
  expect(results).toEqual(['DeviceUnavailable', 'DeviceUnavailable', 'Success', 'Success']);
  expect(slips).toHaveLength(1);
});

it('refuses a slip during a status, which returns no slips', async () => {
  const results: unknown[] = [];
  await open(async (request, wire) => {
    const till = await scripted.callTill();
    till.send(slipOf(request, headOf(request).requestId));
    results.push(result(await till.next()));
    wire.send(success(request));
  });
  expect((await scripted.terminal.status()).kind).toBe('ready');
  expect(results).toEqual(['DeviceUnavailable']);
});

it('refuses a slip that comes too late', async () => {
  const { till, late } = await slipAfter({ onSlip: () => true }, undefined, { late: 50 });
  await until(async () => {
    till.send(late);
    return result(await till.next()) === 'DeviceUnavailable';
  });
});

it('asks no question and shows no text after the answer', async () => {
  const received: unknown[] = [];
  const receive = async (given: unknown) => void received.push(given);
  const onQuestion = (asked: Question) => receive(asked).then(() => ({ kind: 'yes' }) as const);
  const { till, late } = await slipAfter({ onSlip: () => true, onQuestion, onProgress: one => void receive(one) });
  const before = received.length;
  const display = element('Output', { OutDeviceTarget: 'CashierDisplay' }, [element('TextLine', {}, 'Danke')]);
  till.send({ ...late, children: [display] });
  expect(result(await till.next())).toBe('Success');
  till.send({ ...late, children: [element('Input', {}, [element('Command', {}, 'GetConfirmation')])] });
  expect(result(await till.next())).toBe('TimedOut');
  expect(received).toHaveLength(before);
});

it('keeps the slip of another request out of the running one', async () => {
  const results: unknown[] = [];
  await open(async (request, wire) => {
    const till = await scripted.callTill();
    const { requestId } = headOf(request);
    for (const reference of ['11111111', requestId, `000${requestId}`, '0']) {
      till.send(slipOf(request, reference));
      results.push(result(await till.next()));
    }
    wire.send(success(request, [tender('12.00')]));
  });
  const outcome = await scripted.terminal.pay({ amount: 1200 });
  expect(results).toEqual(['DeviceUnavailable', 'Success', 'Success', 'Success']);
  expect(outcome).toMatchObject({ receipts: [{ copy: 'customer' }, {}, {}] });
});

it('takes the slip of the payment before while the next payment runs, and keeps it apart', async () => {
  const slips: number[] = [];
  const results: unknown[] = [];
  await open(async (first, wire) => {
    wire.send(success(first, [tender('12.00')]));
    const second = await wire.next();
    const till = await scripted.callTill();
    till.send(slipOf(first, headOf(first).requestId));
    results.push(result(await till.next()));
    wire.send(success(second, [tender('13.00')]));
  });
  const pay = (amount: number) => scripted.terminal.pay({ amount }, { onSlip: () => slips.push(amount) > 0 });
  await pay(1200);
  expect(await pay(1300)).toMatchObject({ kind: 'approved', receipts: [] });
  expect([slips, results]).toEqual([[1200], ['Success']]);
});

it('replaces the longest silent connection of a terminal that opens more than it closes', async () => {
  await open((request, wire) => wire.send(success(request, [tender('12.00')])));
  const head = { requestType: 'Output', requestId: '1', workstation: '1' };
  const slip = message('DeviceRequest', head, [printer]);
  const first = await scripted.callTill();
  const idle = await Promise.all(Array.from({ length: 7 }, () => scripted.callTill()));
  // Each connection is known to the till when it has got an answer.
  for (const wire of [first, ...idle]) {
    wire.send(slip);
    await wire.next();
  }
  first.send(slip);
  await first.next();
  const ninth = await scripted.callTill();
  ninth.send(slip);
  expect(result(await ninth.next())).toBe('DeviceUnavailable');
  await idle[0]!.gone;
  first.send(slip);
  expect(result(await first.next())).toBe('DeviceUnavailable');
});

it('waits a little for the slip behind an approval, so that it goes with the outcome', async () => {
  await open(
    async (request, wire) => {
      wire.send(success(request, [tender('12.00')]));
      const till = await scripted.callTill();
      till.send(slipOf(request));
    },
    { timers: { ...FAST, slips: 5000 } },
  );
  expect(await scripted.terminal.pay({ amount: 1200 })).toMatchObject({
    kind: 'approved',
    receipts: [{ copy: 'customer', lines: [{ text: 'DANKE' }] }],
  });
});

it('never puts a slip without a name on the next payment', async () => {
  const slips: [number, unknown][] = [];
  const results: unknown[] = [];
  await open(async (first, wire) => {
    const till = await scripted.callTill();
    till.send(slipOf(first));
    await till.next();
    wire.send(success(first, [tender('12.00')]));
    const second = await wire.next();
    till.send(slipOf(first));
    results.push(result(await till.next()));
    wire.send(success(second, [tender('13.00')]));
  });
  const pay = (amount: number) =>
    scripted.terminal.pay({ amount }, { onSlip: ({ lines }) => slips.push([amount, lines[0]?.text]) > 0 });
  await pay(1200);
  await pay(1300);
  expect([slips, results]).toEqual([
    [
      [1200, 'DANKE'],
      [1200, 'DANKE'],
    ],
    ['Success'],
  ]);
});

/** Two payments; what the terminal prints while the second one runs, and the payments that got it. */
async function printedDuringSecond(
  prints: (first: Element) => readonly Element[],
  shows: readonly Element[] = [],
): Promise<readonly number[]> {
  const slips: number[] = [];
  await open(async (first, wire) => {
    wire.send(success(first, [stan('000011'), tender('12.00', { ReceiptNumber: '41' })]));
    const second = await wire.next();
    const till = await scripted.callTill();
    for (const sent of [...shows, ...prints(first)]) {
      till.send(sent);
      await till.next();
    }
    wire.send(success(second, [stan('000012'), tender('12.00', { ReceiptNumber: '42' })]));
  });
  const pay = (at: number) => scripted.terminal.pay({ amount: 1200 }, { onSlip: () => slips.push(at) > 0 });
  await pay(1);
  await pay(2);
  return slips;
}

const stan = (number: string) => element('Terminal', { STAN: number });
const display = message('DeviceRequest', { requestType: 'Output', requestId: '1', workstation: '1' }, [
  element('Output', { OutDeviceTarget: 'CashierDisplay' }, [element('TextLine', {}, 'Karte vorhalten')]),
]);
const printOf = (request: Element, ...lines: string[]): Element => ({
  ...slipOf(request),
  children: [
    element(
      'Output',
      { OutDeviceTarget: 'PrinterReceipt' },
      lines.map(line => element('TextLine', {}, line)),
    ),
  ],
});

it('gives the first slip that it ever prints, behind the next request, to the payment before', async () => {
  expect(await printedDuringSecond(first => [slipOf(first)])).toEqual([1]);
});

it.each([
  ['the receipt number', ['Beleg-Nr. 0041', 'Betrag EUR 12,00'], 1],
  ['the trace number', ['TA-Nr 000011 EUR 12,00'], 1],
  ['another receipt number', ['Beleg-Nr 0042', 'um 09:41'], 2],
  ['no number', ['DANKE'], 2],
])('gives a slip that names no request to the transaction of which it prints %s', async (_, lines, payment) => {
  expect(await printedDuringSecond(first => [printOf(first, ...lines)], [display])).toEqual([payment]);
});

it('gives the slip of a payment to it while totals are asked for, and the list of a day to the totals', async () => {
  const slips: unknown[] = [];
  await open(async (first, wire) => {
    wire.send(success(first, [stan('000011'), tender('12.00', { ReceiptNumber: '41' })]));
    const totals = await wire.next();
    const till = await scripted.callTill();
    for (const lines of [['Beleg-Nr 0041'], ['Beleg-Nr 0040', 'Beleg-Nr 0041']]) {
      till.send(printOf(first, ...lines));
      await till.next();
    }
    wire.send(success(totals, [element('Reconciliation')]));
  });
  await scripted.terminal.pay({ amount: 1200 }, { onSlip: slip => slips.push(slip) > 0 });
  expect(await scripted.terminal.perform({ do: 'turnoverTotals' })).toMatchObject({ receipts: [{ copy: 'admin' }] });
  expect(slips).toMatchObject([{ copy: 'customer', lines: [{ text: 'Beleg-Nr 0041' }] }]);
});

it.each([
  ['that names the payment', true],
  ['that names nothing', false],
])('takes a slip %s after another request was answered', async (_, isNamed) => {
  const slips: unknown[] = [];
  const results: unknown[] = [];
  await open(async (first, wire) => {
    wire.send(success(first, [tender('12.00')]));
    wire.send(success(await wire.next()));
    const till = await scripted.callTill();
    const repeating = await wire.next();
    till.send(slipOf(first, isNamed ? headOf(first).requestId : undefined));
    results.push(result(await till.next()));
    wire.send(success(repeating));
  });
  await scripted.terminal.pay({ amount: 1200 }, { onSlip: slip => slips.push(slip) > 0 });
  await scripted.terminal.status();
  await scripted.terminal.status();
  expect([slips.length, results]).toEqual([1, ['Success']]);
});
