/** Every operation of the contract: the bytes it sends, and what the answers mean. */
import { afterEach, describe, expect, it } from 'vitest';
import { registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../index.ts';
import type { PaymentTerminal, TerminalSettings } from '../terminal.ts';
import { decode } from './codec/apdu.ts';
import { commandStarted } from './exchange/commandState.ts';
import { commands, DEFAULT_TIMERS } from './exchange/commands.ts';
import { openPreAuthorisationsOf } from './exchange/outcome.ts';

const FAST = { t3: 300, t4: 500, short: 500, settle: 100, stop: 100, retryFirst: 10, retryMost: 20, drain: 100 };
const APPROVED = '040f0927000400000000' + '1200';
const DONE = '060f00';

let terminal: PaymentTerminal | undefined;
let script: ScriptedTerminal;
afterEach(async () => {
  await terminal?.close();
  await script.close();
});

/** A terminal that registers and gives each command of the till its row of answers. */
async function opened(answers: readonly string[], settings: Partial<TerminalSettings> = {}) {
  script = await scriptedTerminal(async peer => {
    await registers(peer);
    for (const answer of answers) {
      await peer.expect();
      for (const apdu of answer.split(' ').filter(Boolean)) {
        if (/^8[04]/.test(apdu)) peer.send(apdu);
        else await peer.tell(apdu);
      }
    }
    await peer.gone;
  });
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  const options = { ...settings.options, timers: FAST };
  terminal = await openTerminal({ protocol: 'zvt', connection, password: '123456', ...settings, options });
  return terminal;
}

/** What was sent after the registration, acknowledgements left out. */
const sent = () => script.received.filter(hex => !/^(0600|8000)/.test(hex));

type Doing = (terminal: PaymentTerminal) => Promise<{ readonly kind: string }>;

describe('money', () => {
  const doings: readonly (readonly [string, Doing, string])[] = [
    [
      'pay with a tip and cashback',
      it => it.pay({ amount: 1200, tip: 100, cashback: 200 }),
      '0601200400000000120049097819400612' + '1f3606000000000100' + '1f2506000000000200',
    ],
    [
      'pay with the card that was read',
      it => it.pay({ amount: 2, withReadCard: true }),
      '06010c040000000000024909781942',
    ],
    [
      'pay what was authorised on the telephone',
      it => it.pay({ amount: 1100, authorisationCode: '12AB56' }),
      '062118123456040000000011004909781940' + '3b3132414235360000',
    ],
    ['reverse all', it => it.reverse({ receiptNumber: 7 }), '06300612345687' + '0007'],
    [
      'reverse a part, by receipt number alone',
      it => it.reverse({ receiptNumber: 7, amount: 50, traceNumber: 12 }),
      '06301012345687000704000000000050490978',
    ],
    [
      'book without a long trace number',
      it => it.book({ receiptNumber: 1, amount: 5, traceNumber: 1_000_000 }),
      '06240f870001040000000000054909781940',
    ],
    ['refund', it => it.refund({ amount: 50 }), '06310f123456040000000000504909781940'],
    ['pre-authorise', it => it.preAuthorise({ amount: 2500 }), '06220c040000000025004909781940'],
    [
      'book',
      it => it.book({ receiptNumber: 491, amount: 1205, traceNumber: 9, authorisationCode: '12AB56' }),
      '06241c870491040000000012054909781940' + '0b000009' + '3b3132414235360000',
    ],
    ['release all', it => it.release({ receiptNumber: 231 }), '0625051940870231'],
    ['release a part', it => it.release({ receiptNumber: 491, unused: 1295 }), '06230f194087049104000000001295490978'],
    ['add a tip', it => it.addTip({ receiptNumber: 12, amount: 100 }), '060c0d04000000000100870012490978'],
  ];

  it.each(doings)('%s', async (_, doing, bytes) => {
    const opening = await opened([`800000 ${APPROVED} ${DONE}`]);
    expect(await doing(opening)).toMatchObject({ kind: 'approved' });
    expect(sent()).toEqual([bytes]);
  });

  it.each<readonly [string, object, Doing, string]>([
    ['by the option', {}, it => it.pay({ amount: 1 }), '1948'],
    ['beside the card that was read', {}, it => it.pay({ amount: 1, withReadCard: true }), '194a'],
    ['without a payment type of its own', { paymentType: null }, it => it.pay({ amount: 1 }), '1908'],
    ['not without the option', { tips: false }, it => it.pay({ amount: 1 }), '1940'],
    ['not where the till has added one', {}, it => it.pay({ amount: 1, tip: 1 }), '1940'],
    ['not where the terminal has no such feature', { features: ['pay'] }, it => it.pay({ amount: 1 }), '1940'],
    ['not where none could be told', { containers: false }, it => it.pay({ amount: 1 }), '1940'],
    ['not in a refund', {}, it => it.refund({ amount: 1 }), '1940'],
  ])('the customer may add a tip %s', async (_, options, doing, type) => {
    const opening = await opened([`800000 ${APPROVED} ${DONE}`], { options: { tips: true, ...options } });
    expect(await doing(opening)).toMatchObject({ kind: 'approved' });
    expect(sent()[0]).toMatch(new RegExp(`04000000000001490978${type}(06|$)`));
  });

  it.each(doings)('%s: nothing happened when it is refused', async (_, doing) => {
    const opening = await opened(['8483' + '00']);
    expect(await doing(opening)).toMatchObject({ kind: 'declined', reason: { code: 'unsupported' } });
  });

  it.each([
    [() => terminal!.reverse({ receiptNumber: 10_000 })],
    [() => terminal!.book({ receiptNumber: -1, amount: 1 })],
    [() => terminal!.pay({ amount: 1, tip: 1.5 })],
    [() => terminal!.book({ receiptNumber: 1, amount: 1, authorisationCode: 'TOO LONG 1' })],
    [() => terminal!.book({ receiptNumber: 1, amount: 5, traceNumber: -1 })],
    [() => terminal!.pay({ amount: 1, authorisationCode: '' })],
    [() => terminal!.pay({ amount: 1, authorisationCode: '123456789' })],
  ])('is not sent when no terminal can take the value: %s', async doing => {
    await opened([]);
    expect(await doing()).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
    expect(await terminal!.register()).toMatchObject({ ok: true });
  });
});

describe('open pre-authorisations', () => {
  it.each([
    ['none', '061e04b887ffff', { kind: 'found', receiptNumbers: [], complete: true }],
    ['none, said bare', '061e01b8', { kind: 'found', receiptNumbers: [], complete: true }],
    ['the first one only', '061e04b8870123', { kind: 'found', receiptNumbers: [123], complete: false }],
    ['a list', '061e0db8060a2308080201230802' + '4567', { kind: 'found', receiptNumbers: [123, 4567], complete: true }],
    ['a list that cannot be read', '061e06b806032301ff', { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['no list, but a completion', DONE, { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['not now', '061e01f0', { kind: 'unreachable', reason: { code: 'endOfDayRequired' } }],
  ])('%s', async (_, answer, expected) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal!.openPreAuthorisations()).toMatchObject(expected);
    expect(sent()).toEqual(['06230387ffff']);
  });

  it('a list that miscounts', () => {
    // On a serial line a frame may hold less than its message claims.
    const message = decode(Buffer.from('061e0eb8061123090802012308024567', 'hex'));
    const state = commandStarted(commands.openPreAuthorisations, DEFAULT_TIMERS);
    const run = { ending: { by: 'abort', message }, state, noisy: false } as const;
    const setting = { charset: 'auto', currency: 'EUR', language: 'en' } as const;
    expect(openPreAuthorisationsOf(run, setting)).toEqual({
      kind: 'found',
      receiptNumbers: [123, 4567],
      complete: true,
    });
  });

  it('unknown to the terminal', async () => {
    await opened(['848300']);
    expect(await terminal!.openPreAuthorisations()).toMatchObject({
      kind: 'unreachable',
      reason: { code: 'unsupported' },
    });
  });
});

describe('tasks', () => {
  const line = (text: string) => ({ text, align: 'center', wide: false, tall: true }) as const;
  const at = new Date(2026, 10, 21, 9, 5, 7).getTime();

  it.each([
    [{ do: 'endOfDay' }, '065003123456'],
    [{ do: 'endOfDay', mode: 'automatic' }, '065009123456' + '06041f260102'],
    [{ do: 'endOfDay', details: false }, '065009123456' + '06041f0401e4'],
    [{ do: 'endOfDay', details: true, mode: 'forced' }, '06500d123456' + '06081f260101' + '1f0401e0'],
    [{ do: 'repeatReceipt' }, '062003123456'],
    [{ do: 'repeatReceipt', which: 'endOfDay' }, '062009123456' + '06041f010104'],
    [{ do: 'diagnosis' }, '067000'],
    [{ do: 'diagnosis', kind: 'emvConfiguration' }, '06700506031b0104'],
    [{ do: 'initialisation' }, '069303123456'],
    [{ do: 'turnoverTotals' }, '061003123456'],
    [{ do: 'sendOffline' }, '065103123456'],
    [{ do: 'reprint', from: 3 }, '06120712345600030003'],
    [{ do: 'reprint', from: 3, to: 9 }, '06120712345600030009'],
    [{ do: 'printConfiguration' }, '061a00'],
    [{ do: 'selfTest' }, '067900'],
    [{ do: 'reset' }, '061800'],
    [{ do: 'selectLanguage', language: 'fr-CH' }, '08300102'],
    [{ do: 'setClock', at }, '06910b123456aa2611210c090507'],
    [{ do: 'serviceMode' }, '080103123456'],
    [{ do: 'changeConfiguration', hex: 'e405ff40021234' }, '0813090607e405ff40021234'],
    [{ do: 'setTerminalId', terminalId: '60004711' }, '061b081234562960004711'],
    [{ do: 'setTerminalId' }, '061b03123456'],
    [{ do: 'cardBalance' }, '060300'],
  ] as const)('%j', async (task, bytes) => {
    await opened([`800000 ${DONE}`]);
    expect(await terminal!.perform(task)).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual([bytes]);
  });

  it.each([
    ['in a tag of its own', '06091f3f06' + '000000002500', 2500],
    ['as a kind of amount', '060f310d1f1d0105' + '1f2006000000000070', 70],
    ['as another kind of amount', '060f310d1f1d0101' + '1f2006000000000070', undefined],
    ['to the customer alone', '', undefined],
  ])('the balance of a card is told %s', async (_, told, balance) => {
    const container = Buffer.from(`2700${told}`, 'hex');
    await opened([`800000 040f${container.length.toString(16).padStart(2, '0')}${container.toString('hex')} ${DONE}`]);
    const service = await terminal!.perform({ do: 'cardBalance' });
    expect(service).toMatchObject({ kind: 'done' });
    expect(service.kind === 'done' && service.balance).toBe(balance);
  });

  it('and a terminal id that is none is told before anything is sent', async () => {
    await opened([]);
    await expect(terminal!.perform({ do: 'setTerminalId', terminalId: '4711' })).rejects.toThrow('eight digits');
    expect(sent()).toEqual([]);
  });

  it('say of a short end-of-day what the till had registered beside it', async () => {
    await opened([`800000 ${DONE}`], { options: { receiptParameter: '2180' } });
    await terminal!.perform({ do: 'endOfDay', details: false });
    expect(sent()).toEqual(['06500a123456' + '06051f04022580']);
  });

  it('repeat one copy also where the terminal can only be asked for all', async () => {
    const block = (type: string, text: string) => `06d30e060c1f0701${type}2506070` + `1${text}090181`;
    await opened([`800000 ${block('01', '4d')} ${block('02', '43')} ${DONE}`], { profile: 'old' });
    const done = await terminal!.perform({ do: 'repeatReceipt', which: 'customer' });
    expect(done).toMatchObject({ kind: 'done', receipts: [{ copy: 'customer', lines: [{ text: 'C' }] }] });
    expect(sent()).toEqual(['062003123456']);
  });

  it.each([
    [{ do: 'endOfDay', mode: 'automatic' }],
    [{ do: 'endOfDay', details: false }],
    [{ do: 'repeatReceipt', which: 'endOfDay' }],
  ] as const)('are refused where they cannot be said, without a byte: %j', async task => {
    await opened([], { profile: 'old' });
    expect(await terminal!.perform(task)).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
  });

  it.each([
    [{ do: 'endOfDay', mode: 'automatic' }, '848300', 'dayEndMode'],
    [{ do: 'endOfDay', mode: 'automatic' }, '849a00', 'dayEndMode'],
    [{ do: 'endOfDay', details: false }, '848300', 'dayEndDetails'],
    [{ do: 'repeatReceipt', which: 'endOfDay' }, '848300', 'repeatDayEnd'],
    [{ do: 'repeatReceipt', which: 'endOfDay' }, '849a00', 'repeatDayEnd'],
    [{ do: 'repeatReceipt', which: 'customer' }, '848300', undefined],
  ] as const)('refused for what was chosen are known without it: %j, %s', async (task, refusal, lost) => {
    await opened([refusal, `800000 ${DONE}`]);
    const before = terminal!.features;
    expect(await terminal!.perform(task)).toMatchObject({ kind: 'failed' });
    expect([...before].filter(one => !terminal!.features.has(one))).toEqual(lost ? [lost] : []);
    expect(await terminal!.perform({ do: task.do })).toMatchObject({ kind: 'done' });
  });

  it('refused without a choice are unknown to the terminal', async () => {
    await opened(['848300']);
    await terminal!.perform({ do: 'endOfDay' });
    expect(terminal!.features.has('endOfDay')).toBe(false);
  });

  it('say no choice to a terminal that refused containers at the registration', async () => {
    script = await scriptedTerminal(async peer => {
      await peer.expect('0600');
      peer.send('849a00');
      await registers(peer);
      for (;;) {
        await peer.expect();
        peer.send('800000');
        await peer.tell(DONE);
      }
    });
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    terminal = await openTerminal({ protocol: 'zvt', connection, password: '123456', options: { timers: FAST } });
    // Before it is known that it refuses them, and afterwards.
    for (const mode of ['automatic', 'normal'] as const) {
      const refused = await terminal.perform({ do: 'endOfDay', mode });
      expect(refused).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    }
    const said = ['dayEndMode', 'dayEndDetails', 'repeatDayEnd'] as const;
    expect(said.filter(one => terminal!.features.has(one))).toEqual([]);
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done' });
    expect(await terminal.perform({ do: 'repeatReceipt', which: 'customer' })).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual(['065003123456', '062003123456']);
  });

  it('without containers say no kind of diagnosis, and no wishes for a card', async () => {
    await opened([`800000 ${DONE}`, '800000 040f022700'], { profile: 'old' });
    await terminal!.perform({ do: 'diagnosis', kind: 'line' });
    await terminal!.readCard(5_000);
    expect(sent()).toEqual(['067000', '06c005051950fc02']);
  });

  it.each([
    [{ do: 'logOff' }, ['060200']],
    [{ do: 'display', lines: ['Ja', 'Nö'], seconds: 5 }, ['06e00cf005f1f0f24a61f2f0f24e94']],
    [
      { do: 'print', slip: { copy: 'customer', lines: [line('A')] } },
      ['06d3110' + '60f1f07010225090901500701410901' + '81'],
    ],
  ] as const)('%j ends by its answer', async (task, bytes) => {
    await opened(bytes.map(() => '800000'));
    expect(await terminal!.perform(task)).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual(bytes);
  });

  it('leave configurations and what a customer typed out of the trace', async () => {
    const lines: string[] = [];
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      await peer.expect('0813');
      peer.send('800000');
      await peer.tell(DONE);
      await peer.expect('06e2');
      peer.send('8000053938373635');
      await peer.gone;
    });
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    const options = { textMac: '0011223344556677', timers: FAST };
    terminal = await openTerminal(
      { protocol: 'zvt', connection, options },
      { log: ({ text, hex = '' }) => lines.push(`${text} ${hex}`) },
    );
    await terminal.perform({ do: 'changeConfiguration', hex: 'e406ff4003739146' });
    const digits = { least: 1, most: 5 };
    await terminal.askCustomer({ lines: ['PLZ'], timeout: 1_000, digits });
    expect(lines.some(text => text.includes('08 13 (not shown)'))).toBe(true);
    expect(lines.join()).not.toMatch(/739146|98765|3938373635/);
  });

  it('prints in the character set that was agreed', async () => {
    script = await scriptedTerminal(async peer => {
      await registers(peer, '060f07' + '0605' + '27031401fe');
      await peer.expect('06d3');
      peer.send('800000');
      await peer.gone;
    });
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    const options = { requestCharset: 0xfe, timers: FAST };
    terminal = await openTerminal({ protocol: 'zvt', connection, options });
    await terminal.perform({ do: 'print', slip: { copy: 'customer', lines: [line('ü')] } });
    expect(sent()[0]).toContain(Buffer.from('ü').toString('hex'));
  });

  it('print line by line where the terminal knows no blocks, and stop at the first that fails', async () => {
    const slip = { copy: 'customer', lines: [line('A'), line('B')] } as const;
    await opened(['800000', '84cc00'], { options: { printing: 'lines' } });
    expect(await terminal!.perform({ do: 'print', slip })).toMatchObject({
      kind: 'failed',
      reason: { resultCode: 0xcc },
    });
    expect(sent()).toEqual(['06d1025041', '06d1025042']);
  });

  it.each([
    ['nothing', { kind: 'done' }, '060f00'],
    ['an update', { kind: 'done', follows: 'update' }, '060f0227e0'],
    ['a restart', { kind: 'done', follows: 'restart' }, '060f0227fc'],
    ['its failure', { kind: 'failed', reason: { resultCode: 0x77 } }, '060f022777'],
    ['its failure by 06 1E', { kind: 'failed', reason: { resultCode: 0x77 } }, '061e0177'],
    ['its failure by 04 0F', { kind: 'failed', reason: { resultCode: 0x77 } }, '040f022777'],
  ])('an end-of-day ends with %s', async (_, expected, answer) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal!.perform({ do: 'endOfDay' })).toMatchObject(expected);
  });

  it('comes back after the terminal has gone for a restart', async () => {
    await opened([`800000 060f0227fc`]);
    const { promise: back, resolve } = Promise.withResolvers<void>();
    const states: string[] = [];
    terminal!.onState(state => {
      states.push(state);
      if (state === 'ready' && states.includes('offline')) resolve();
    });
    expect(await terminal!.perform({ do: 'endOfDay' })).toMatchObject({ follows: 'restart' });
    await back;
    expect(script.connections).toBe(2);
  });

  it('is unknown when the terminal had accepted it and was not heard again', async () => {
    script = await scriptedTerminal(
      async peer => {
        await registers(peer);
        await peer.expect('0650');
        peer.send('800000');
        await peer.tell('04ff0106');
        peer.cut();
      },
      async peer => {
        await registers(peer);
        await peer.gone;
      },
    );
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({
      kind: 'unknown',
      reason: { code: 'lineLost' },
    });
  });

  it.each([
    [{ do: 'selectLanguage', language: 'tlh' }],
    [{ do: 'reprint', from: 12_345 }],
    [{ do: 'changeConfiguration', hex: 'zz' }],
    [{ do: 'changeConfiguration', hex: 'e405' + 'ff' }],
    [{ do: 'display', lines: Array.from({ length: 9 }, () => 'x'), seconds: 1 }],
  ] as const)('is not sent when no terminal can take it: %j', async task => {
    await opened([]);
    await expect(terminal!.perform(task)).rejects.toThrow(RangeError);
    expect(sent()).toEqual([]);
  });
});

describe('the reader', () => {
  it('reads a card: the status information is the end', async () => {
    await opened([`800000 04ff010a 040f0a270006064c0404a1b2c3`]);
    expect(await terminal!.readCard(15_000)).toMatchObject({ kind: 'read', uid: '04A1B2C3' });
    expect(sent()).toEqual(['06c00f0f1950fc0206081f1501d01f600107']);
  });

  it.each([
    ['nobody held one there', '061e016c', 'aborted'],
    ['it cannot be read', '040f022764', 'cardError'],
  ])('says when %s', async (_, answer, code) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal!.readCard(1_000)).toMatchObject({ kind: 'failed', reason: { code } });
  });

  it.each([
    ['8000010d', { kind: 'typed', key: 'ok' }],
    ['80000132', { kind: 'typed', key: 'f2' }],
    ['80000118', { kind: 'typed', key: 'clear' }],
    ['8000016c', { kind: 'failed', reason: { code: 'aborted' } }],
    ['846c00', { kind: 'failed', reason: { resultCode: 0x6c } }],
    ['800000', { kind: 'failed', reason: { code: 'garbled' } }],
  ])('asks for a key: %s', async (answer, expected) => {
    await opened([answer]);
    expect(await terminal!.askCustomer({ lines: ['OK?'], timeout: 9_000 })).toMatchObject(expected);
    expect(sent()).toEqual(['06e108f009f1f0f34f4b3f']);
  });

  it('waits for a key longer than for other answers', async () => {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      await peer.expect('06e1');
      await new Promise(resolve => setTimeout(resolve, 2 * FAST.t3));
      peer.send('8000010d');
      await peer.gone;
    });
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
    expect(await terminal.askCustomer({ lines: ['OK?'], timeout: 9_000 })).toMatchObject({ key: 'ok' });
  });

  it('asks for digits only with texts that the vendor has signed', async () => {
    const question = { lines: ['PLZ'], timeout: 9_000, digits: { least: 1, most: 5 } };
    await opened([]);
    expect(await terminal!.askCustomer(question)).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    await terminal!.close();
    await script.close();
    await opened(['8000053132333435'], { options: { textMac: '0011223344556677' } });
    expect(await terminal!.askCustomer(question)).toEqual({ kind: 'typed', digits: '12345' });
    expect(sent()).toEqual(['06e217f009f1f0f3504c5ae001e905eaffeb0011223344556677']);
  });
});

describe('what a model cannot do', () => {
  it.each<readonly [string, string, Doing]>([
    ['reverse any but the last payment, in part', 'reverse', it => it.reverse({ receiptNumber: 1 })],
    ['reverse a part', 'partialReversal', it => it.reverse({ receiptNumber: 1, amount: 5 })],
    ['pay with a tip', 'tip', it => it.pay({ amount: 1, tip: 1 })],
    ['reserve', 'preAuthorisation', it => it.preAuthorise({ amount: 1 })],
    ['name reservations', 'preAuthorisation', it => it.openPreAuthorisations()],
    ['read cards', 'readCard', it => it.readCard(1000)],
    ['test itself', 'selfTest', it => it.perform({ do: 'selfTest' })],
    ['remember', 'lastTransaction', it => it.lastTransaction()],
  ])('is refused before a byte of it leaves: %s', async (_, missing, doing) => {
    await opened([]);
    const features = [...terminal!.features].filter(feature => feature !== missing);
    expect(features.length).toBe(terminal!.features.size - 1);
    await terminal!.close();
    await script.close();
    await opened([], { options: { features } });
    expect(await doing(terminal!)).toMatchObject({ reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
  });
});
