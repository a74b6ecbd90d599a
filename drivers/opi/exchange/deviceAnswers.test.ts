import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Progress, Question } from '../../terminal.ts';
import { attributeOf, type Element, element, find, textOf } from '../codec/element.ts';
import { headOf, message } from '../codec/messages.ts';
import { MOST_BYTES } from '../framing/frame.ts';
import { FAST, until } from '../pair.fixture.ts';
import { openScripted, type Scripted, success, tender } from '../scripted.fixture.ts';

let scripted: Scripted;
afterEach(() => scripted.close());

async function open(...args: Parameters<typeof openScripted>): Promise<Scripted> {
  scripted = await openScripted(...args);
  return scripted;
}

describe('channel 1', () => {
  const device = (request: Element, type: string, children: readonly Element[]) =>
    message('DeviceRequest', { ...headOf(request), requestType: type }, children);
  const printer = element('Output', { OutDeviceTarget: 'PrinterReceipt' }, [
    element('TextLine', { Alignment: 'Center', Width: 'Double', Height: 'DoubleHeight' }, 'DANKE  '),
    element('TextLine', { Alignment: 'Right' }, 'zwei\nZeilen'),
  ]);

  /** The till's answer to one request on channel 1 while a payment runs. */
  async function during(build: (request: Element) => Element, call: Parameters<Scripted['terminal']['pay']>[1] = {}) {
    let answer: Element | undefined;
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      till.send(build(request));
      answer = await till.next();
      wire.send(success(request, [tender('12.00')]));
    });
    const outcome = await scripted.terminal.pay({ amount: 1200 }, call);
    return { outcome, answer: answer! };
  }

  const result = (answer: Element) => attributeOf(answer, 'OverallResult');

  it('prints with the style of the lines', async () => {
    const { outcome } = await during(request => device(request, 'Output', [printer]));
    expect(outcome).toMatchObject({
      receipts: [
        {
          copy: 'customer',
          lines: [
            { text: 'DANKE', align: 'center', wide: true, tall: true },
            { text: 'zwei', align: 'right', wide: false, tall: false },
            { text: 'Zeilen', align: 'right', wide: false, tall: false },
          ],
        },
      ],
    });
  });

  it.each([
    ['E-Journal', 'Success'],
    ['CustomerDisplay', 'Success'],
    ['JournalPrinter', 'Success'],
    ['Barrier', 'DeviceUnavailable'],
  ])('answers for %s: %s', async (target, expected) => {
    const { answer } = await during(request =>
      device(request, 'Output', [element('Output', { OutDeviceTarget: target }, [element('TextLine', {}, 'x')])]),
    );
    expect(answer.name).toBe('DeviceResponse');
    expect([result(answer), find(answer, 'Output')?.attributes]).toEqual([
      expected,
      { OutDeviceTarget: target, OutResult: expected },
    ]);
  });

  it('keeps nothing while no request runs', async () => {
    await open(() => {});
    const till = await scripted.callTill();
    till.send(message('DeviceRequest', { requestType: 'Output', requestId: '5', workstation: '1' }, [printer]));
    const answer = await till.next();
    expect(answer.attributes).toMatchObject({ RequestID: '5', OverallResult: 'DeviceUnavailable' });
  });

  it.each<[string, string, Question, Answer, string, string | undefined]>([
    [
      'GetConfirmation',
      'Weiter?',
      { kind: 'choice', text: 'Weiter?', choices: expect.anything(), timeout: 7000 },
      { kind: 'chosen', value: 0 },
      'InBoolean',
      'false',
    ],
    [
      'GetConfirmation',
      'Signature ok?',
      { kind: 'signature', text: 'Signature ok?', timeout: 7000 },
      { kind: 'yes' },
      'InBoolean',
      'true',
    ],
    [
      'GetAmount',
      'Tip?',
      { kind: 'input', wants: 'amount', text: 'Tip?', timeout: 7000 },
      { kind: 'typed', text: '150' },
      'InNumber',
      '1.50',
    ],
    [
      'GetDecimals',
      'Table?',
      { kind: 'input', wants: 'number', text: 'Table?', timeout: 7000 },
      { kind: 'typed', text: '12' },
      'InNumber',
      '12',
    ],
    [
      'GetChars',
      'Name?',
      { kind: 'input', wants: 'text', text: 'Name?', timeout: 7000 },
      { kind: 'typed', text: 'A & B' },
      'InString',
      'A & B',
    ],
    [
      'GetAnyKey',
      'Read',
      { kind: 'choice', text: 'Read', choices: [{ value: 1, text: 'OK' }], timeout: 7000 },
      { kind: 'chosen', value: 1 },
      'InNumber',
      '1',
    ],
    [
      'GetDecimals',
      'Table?',
      { kind: 'input', wants: 'number', text: 'Table?', timeout: 7000 },
      { kind: 'typed', text: 'twelve' },
      'InNumber',
      undefined,
    ],
  ])('asks the cashier: %s %s', async (command, text, question, said, field, value) => {
    let asked: Question | undefined;
    const { answer } = await during(
      request =>
        device(request, 'Input', [
          element('Output', { OutDeviceTarget: 'CashierDisplay' }, [element('TextLine', {}, text)]),
          element('Input', { InDeviceTarget: 'CashierKeyboard' }, [element('Command', { TimeOut: '7' }, command)]),
        ]),
      {
        onQuestion: async one => {
          asked = one;
          return said;
        },
      },
    );
    expect(asked).toEqual(question);
    expect(textOf(find(answer, 'Input', 'InputValue'), field)).toBe(value);
    expect(result(answer)).toBe(value === undefined ? 'TimedOut' : 'Success');
  });

  it('offers the choices of a menu, and takes no other', async () => {
    const menu = (request: Element) =>
      device(request, 'Input', [
        element('Output', { OutDeviceTarget: 'CashierDisplay' }, [
          element('TextLine', { MenuItem: '1' }, 'girocard'),
          element('TextLine', { MenuItem: '2' }, 'Visa'),
        ]),
        element('Input', { InDeviceTarget: 'CashierKeyboard' }, [element('Command', {}, 'GetMenu')]),
      ]);
    const first = await during(menu, { onQuestion: async () => ({ kind: 'chosen', value: 2 }) });
    expect(textOf(find(first.answer, 'Input', 'InputValue'), 'InNumber')).toBe('2');
    await scripted.close();
    const second = await during(menu, { onQuestion: async () => ({ kind: 'chosen', value: 3 }) });
    expect(result(second.answer)).toBe('TimedOut');
  });

  it.each(['ProcessPIN', 'GetTrack2', ''])('never asks a cashier for %j', async command => {
    const { answer } = await during(
      request => device(request, 'Input', [element('Input', {}, [element('Command', {}, command)])]),
      { onQuestion: async () => ({ kind: 'typed', text: '1234' }) },
    );
    expect(result(answer)).toBe('DeviceUnavailable');
  });

  it('waits for the cashier no longer than the terminal waits', async () => {
    let over: AbortSignal | undefined;
    const { answer, outcome } = await during(
      request =>
        device(request, 'Input', [element('Input', {}, [element('Command', { TimeOut: '0.1' }, 'GetConfirmation')])]),
      {
        onQuestion: (_question, signal) => {
          over = signal;
          return new Promise(() => {});
        },
      },
    );
    expect([result(answer), over?.aborted, outcome.kind]).toEqual(['TimedOut', true, 'approved']);
  });

  it('aborts the question to the cashier when the payment ends', async () => {
    let over: AbortSignal | undefined;
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      till.send(
        device(request, 'Input', [element('Input', {}, [element('Command', { TimeOut: '600' }, 'GetConfirmation')])]),
      );
      await until(() => over !== undefined);
      wire.cut();
    });
    const onQuestion = (_question: Question, signal: AbortSignal) => {
      over = signal;
      return new Promise<Answer>(() => {});
    };
    expect((await scripted.terminal.pay({ amount: 1200 }, { onQuestion })).kind).toBe('unknown');
    expect(over?.aborted).toBe(true);
  });

  it('waits for a slip that came just before the answer', async () => {
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      till.send(device(request, 'Output', [printer]));
      await until(() => scripted.trace.some(({ text }) => text.includes('PrinterReceipt')));
      wire.send(success(request, [tender('12.00')]));
    });
    const onSlip = () => new Promise<boolean>(resolve => setTimeout(resolve, 50, true));
    expect(await scripted.terminal.pay({ amount: 1200 }, { onSlip })).toMatchObject({
      receipts: [{ copy: 'customer' }],
    });
  });

  it('gives up waiting for a slip that is never taken', async () => {
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      till.send(device(request, 'Output', [printer]));
      await until(() => scripted.trace.some(({ text }) => text.includes('PrinterReceipt')));
      wire.send(success(request, [tender('12.00')]));
    });
    const onSlip = () => new Promise<boolean>(() => {});
    expect(await scripted.terminal.pay({ amount: 1200 }, { onSlip })).toMatchObject({ kind: 'approved', receipts: [] });
  });

  it('answers the next request when a request cannot be answered', async () => {
    await open(() => {});
    const till = await scripted.callTill();
    // Echoed, its name would be longer than a message may be.
    till.send(
      message('DeviceRequest', { requestType: 'x'.repeat(MOST_BYTES - 200), requestId: '1', workstation: '1' }, []),
    );
    till.send(message('DeviceRequest', { requestType: 'Output', requestId: '2', workstation: '1' }, [printer]));
    expect((await till.next()).attributes.RequestID).toBe('2');
  });

  it('is cut when too many requests come at once', async () => {
    let flooded = false;
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      for (let turn = 0; turn < 20; turn++) till.send(device(request, 'Output', [printer]));
      await till.gone;
      flooded = true;
      wire.send(success(request, [tender('12.00')]));
    });
    const onSlip = () => new Promise<boolean>(() => {});
    expect((await scripted.terminal.pay({ amount: 1200 }, { onSlip })).kind).toBe('approved');
    expect(flooded).toBe(true);
  });

  it('keeps a payment alive as long as the terminal speaks', async () => {
    const timers = { timers: { ...FAST, card: 800 } };
    await open(async (request, wire) => {
      const till = await scripted.callTill();
      for (let turn = 0; turn < 10; turn++) {
        await new Promise(resolve => setTimeout(resolve, 100));
        till.send(device(request, 'Output', [element('Output', { OutDeviceTarget: 'CashierDisplay' })]));
        await till.next();
      }
      wire.send(success(request, [tender('12.00')]));
    }, timers);
    const seen: Progress[] = [];
    expect((await scripted.terminal.pay({ amount: 1200 }, { onProgress: one => seen.push(one) })).kind).toBe(
      'approved',
    );
    expect(seen).toEqual([{ step: 'sent' }]);
  });

  it('survives unreadable messages', async () => {
    await open(() => {});
    const till = await scripted.callTill();
    till.framed('<DeviceRequest');
    expect(result(await till.next())).toBe('ParsingError');
    till.send(message('CardServiceRequest', { requestType: 'CardPayment', requestId: '1', workstation: '1' }));
    expect(result(await till.next())).toBe('ValidationError');
    till.send(message('DeviceRequest', { requestType: 'Output', requestId: '2', workstation: '1' }));
    expect(result(await till.next())).toBe('ValidationError');
    till.raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await till.gone;
    const again = await scripted.callTill();
    again.framed('x');
    expect(result(await again.next())).toBe('ParsingError');
  });

  it('admits a few connections, and only from the terminal', async () => {
    await open(() => {}, { deviceFrom: '127.0.0.2' });
    await (await scripted.callTill()).gone;
    await scripted.close();
    await open(() => {});
    const calls = await Promise.all(Array.from({ length: 9 }, () => scripted.callTill()));
    await Promise.race(calls.map(({ gone }) => gone));
    expect(scripted.trace.filter(({ text }) => text.includes('silent longest was closed'))).toHaveLength(1);
  });
});
