/** Tasks of a terminal: bytes sent, and outcomes. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers } from '../doubles/scriptedTerminal.ts';
import { closeScripted, DONE, opened, openScripted, script, sent, terminal } from './operations.fixture.ts';

afterEach(closeScripted);

describe('a task', () => {
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
    expect(await terminal.perform(task)).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual([bytes]);
  });

  it.each([
    ['in its tag', '06091f3f06' + '000000002500', 2500],
    ['as a kind of amount', '060f310d1f1d0105' + '1f2006000000000070', 70],
    ['as another kind of amount', '060f310d1f1d0101' + '1f2006000000000070', undefined],
    ['to the customer only', '', undefined],
  ])('reports the balance of a card that is sent %s', async (_, content, balance) => {
    const container = Buffer.from(`2700${content}`, 'hex');
    await opened([`800000 040f${container.length.toString(16).padStart(2, '0')}${container.toString('hex')} ${DONE}`]);
    const service = await terminal.perform({ do: 'cardBalance' });
    expect(service).toMatchObject({ kind: 'done' });
    expect(service.kind === 'done' && service.balance).toBe(balance);
  });

  it('with an invalid terminal id is not sent', async () => {
    await opened([]);
    await expect(terminal.perform({ do: 'setTerminalId', terminalId: '4711' })).rejects.toThrow('eight digits');
    expect(sent()).toEqual([]);
  });

  it('sends the registered receipt options with a short end-of-day', async () => {
    await opened([`800000 ${DONE}`], { options: { receiptParameter: '2180' } });
    await terminal.perform({ do: 'endOfDay', details: false });
    expect(sent()).toEqual(['06500a123456' + '06051f04022580']);
  });

  it('returns one copy of a receipt when the terminal can only repeat all copies', async () => {
    const block = (type: string, text: string) => `06d30e060c1f0701${type}2506070` + `1${text}090181`;
    await opened([`800000 ${block('01', '4d')} ${block('02', '43')} ${DONE}`], { profile: 'old' });
    const done = await terminal.perform({ do: 'repeatReceipt', which: 'customer' });
    expect(done).toMatchObject({ kind: 'done', receipts: [{ copy: 'customer', lines: [{ text: 'C' }] }] });
    expect(sent()).toEqual(['062003123456']);
  });

  it.each([
    [{ do: 'endOfDay', mode: 'automatic' }],
    [{ do: 'endOfDay', details: false }],
    [{ do: 'repeatReceipt', which: 'endOfDay' }],
  ] as const)('is refused without containers when it needs them, without sending a byte: %j', async task => {
    await opened([], { profile: 'old' });
    expect(await terminal.perform(task)).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
  });

  it.each([
    [{ do: 'endOfDay', mode: 'automatic' }, '848300', 'dayEndMode'],
    [{ do: 'endOfDay', mode: 'automatic' }, '849a00', 'dayEndMode'],
    [{ do: 'endOfDay', details: false }, '848300', 'dayEndDetails'],
    [{ do: 'repeatReceipt', which: 'endOfDay' }, '848300', 'repeatDayEnd'],
    [{ do: 'repeatReceipt', which: 'endOfDay' }, '849a00', 'repeatDayEnd'],
    [{ do: 'repeatReceipt', which: 'customer' }, '848300', undefined],
  ] as const)(
    'that is refused for an option stays available without the option: %j, %s',
    async (task, refusal, lost) => {
      await opened([refusal, `800000 ${DONE}`]);
      const before = terminal.features;
      expect(await terminal.perform(task)).toMatchObject({ kind: 'failed' });
      expect([...before].filter(one => !terminal.features.has(one))).toEqual(lost ? [lost] : []);
      expect(await terminal.perform({ do: task.do })).toMatchObject({ kind: 'done' });
    },
  );

  it('that is refused without an option is unavailable', async () => {
    await opened(['848300']);
    await terminal.perform({ do: 'endOfDay' });
    expect(terminal.features.has('endOfDay')).toBe(false);
  });

  it('is sent without options to a terminal that refused containers at the registration', async () => {
    await openScripted([
      async peer => {
        await peer.expect('0600');
        peer.send('849a00');
        await registers(peer);
        for (;;) {
          await peer.expect();
          peer.send('800000');
          await peer.tell(DONE);
        }
      },
    ]);
    // Before the driver knows that the terminal refuses containers, and afterwards.
    for (const mode of ['automatic', 'normal'] as const) {
      const refused = await terminal.perform({ do: 'endOfDay', mode });
      expect(refused).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    }
    const optional = ['dayEndMode', 'dayEndDetails', 'repeatDayEnd'] as const;
    expect(optional.filter(one => terminal.features.has(one))).toEqual([]);
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done' });
    expect(await terminal.perform({ do: 'repeatReceipt', which: 'customer' })).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual(['065003123456', '062003123456']);
  });

  it('is sent without the kind of diagnosis and the wanted card data when there are no containers', async () => {
    await opened([`800000 ${DONE}`, '800000 040f022700'], { profile: 'old' });
    await terminal.perform({ do: 'diagnosis', kind: 'line' });
    await terminal.readCard(5_000);
    expect(sent()).toEqual(['067000', '06c005051950fc02']);
  });

  it.each([
    [{ do: 'logOff' }, ['060200']],
    [{ do: 'display', lines: ['Ja', 'Nö'], seconds: 5 }, ['06e00cf005f1f0f24a61f2f0f24e94']],
    [
      { do: 'print', slip: { copy: 'customer', lines: [line('A')] } },
      ['06d3110' + '60f1f07010225090901500701410901' + '81'],
    ],
  ] as const)('%j ends with its answer', async (task, bytes) => {
    await opened(bytes.map(() => '800000'));
    expect(await terminal.perform(task)).toMatchObject({ kind: 'done' });
    expect(sent()).toEqual(bytes);
  });

  it('leaves configurations and customer input out of the trace', async () => {
    const lines: string[] = [];
    const answering = async (peer: Peer) => {
      await registers(peer);
      await peer.expect('0813');
      peer.send('800000');
      await peer.tell(DONE);
      await peer.expect('06e2');
      peer.send('8000053938373635');
      await peer.gone;
    };
    await openScripted([answering], { options: { textMac: '0011223344556677' } }, ({ text, hex = '' }) =>
      lines.push(`${text} ${hex}`),
    );
    await terminal.perform({ do: 'changeConfiguration', hex: 'e406ff4003739146' });
    const digits = { least: 1, most: 5 };
    await terminal.askCustomer({ lines: ['PLZ'], timeout: 1_000, digits });
    expect(lines.some(text => text.includes('08 13 (not shown)'))).toBe(true);
    expect(lines.join()).not.toMatch(/739146|98765|3938373635/);
  });

  it('prints in the agreed character set', async () => {
    const answering = async (peer: Peer) => {
      await registers(peer, '060f07' + '0605' + '27031401fe');
      await peer.expect('06d3');
      peer.send('800000');
      await peer.gone;
    };
    await openScripted([answering], { options: { requestCharset: 0xfe } });
    await terminal.perform({ do: 'print', slip: { copy: 'customer', lines: [line('ü')] } });
    expect(sent()[0]).toContain(Buffer.from('ü').toString('hex'));
  });

  it('prints line by line at a terminal without blocks, and stops at the first failure', async () => {
    const slip = { copy: 'customer', lines: [line('A'), line('B')] } as const;
    await opened(['800000', '84cc00'], { options: { printing: 'lines' } });
    expect(await terminal.perform({ do: 'print', slip })).toMatchObject({
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
  ])('that closes the day ends with %s', async (_, expected, answer) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject(expected);
  });

  it('reconnects after the announced restart of the terminal', async () => {
    await opened([`800000 060f0227fc`]);
    const { promise: back, resolve } = Promise.withResolvers<void>();
    const states: string[] = [];
    terminal.onState(state => {
      states.push(state);
      if (state === 'ready' && states.includes('offline')) resolve();
    });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ follows: 'restart' });
    await back;
    expect(script.connections).toBe(2);
  });

  it('is unknown when the line breaks after the terminal accepted it', async () => {
    await openScripted([
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
    ]);
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
  ] as const)('is not sent with a value that does not fit its field: %j', async task => {
    await opened([]);
    await expect(terminal.perform(task)).rejects.toThrow(RangeError);
    expect(sent()).toEqual([]);
  });
});
