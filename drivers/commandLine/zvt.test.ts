/** The protocol by hand: what it prints and the code it exits with. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import { program } from './program.ts';

const CLI = new URL('./zvt.ts', import.meta.url).pathname;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One command as a process of its own. */
function started(...args: string[]): Promise<Ended> {
  return new Promise(resolve => {
    const child = execFile(process.execPath, [CLI, ...args], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

/** Carries out one command after the other: the start of a process costs more than most commands. */
const HOST = `
import { program } from '${new URL('./program.ts', import.meta.url)}';
process.on('message', async args => {
  const said = { out: '', err: '' };
  console.log = line => { said.out += line + '\\n'; };
  console.error = line => { said.err += line + '\\n'; };
  const code = await program(args, console.error);
  process.removeAllListeners('SIGINT');
  process.send({ code, ...said });
});`;
const host = spawn(process.execPath, ['--input-type=module', '--eval', HOST], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
afterAll(() => host.kill());

async function zvt(...args: string[]): Promise<Ended> {
  const ended = once(host, 'message');
  host.send(args);
  return (await ended)[0] as Ended;
}

/** One sentence and code 2, in this process: what the program's own process adds to it, the other tests see. */
async function wrongUse(args: string[]): Promise<void> {
  const sentences: string[] = [];
  expect(await program(args, sentence => sentences.push(sentence))).toBe(2);
  expect(sentences).toEqual([expect.stringMatching(/^[^\n]+$/)]);
}

describe('decode', () => {
  it('prints one object per message', async () => {
    const { code, out } = await started(
      'decode',
      '06010a0400000000123449 0978 80 00 00 04ff010e',
      '--transport',
      'tcp',
    );
    const messages = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(code).toBe(0);
    expect(messages).toEqual([
      {
        command: 'Authorisation',
        class: '06',
        instruction: '01',
        length: 10,
        fields: [
          { id: '04', name: 'amount', raw: '000000001234', value: 1234 },
          { id: '49', name: 'currency', raw: '0978', value: 978 },
        ],
        tlv: [],
        rest: '',
      },
      expect.objectContaining({ class: '80', instruction: '00' }),
      expect.objectContaining({ fields: [{ id: null, name: 'intermediateStatus', raw: '0E', value: '0E' }] }),
    ]);
  });

  it('shows tags with their children, and the bytes that it cannot read', async () => {
    const tagged = await zvt('decode', '06d30f060d1f0701022507070241420901' + '81');
    const message = JSON.parse(tagged.out);
    expect(message.tlv).toMatchObject([
      { tag: '1F07', name: 'receipt type', raw: '02', value: '02', children: [] },
      {
        tag: '25',
        name: 'print texts',
        value: null,
        children: [
          { tag: '07', value: 'AB' },
          { tag: '09', value: '81' },
        ],
      },
    ]);
    const unknown = await zvt('decode', '040f0427009901');
    expect(JSON.parse(unknown.out)).toMatchObject({ fields: [{ id: '27' }], rest: '9901' });
  });

  it('reads serial frames, and masks card numbers', async () => {
    const serial = await zvt('decode', '100206010a0400000004597449097810031010', '--transport', 'serial');
    expect(JSON.parse(serial.out)).toMatchObject({ command: 'Authorisation', fields: [{ value: 45974 }, {}] });
    const card = await zvt('decode', '040f0d270022f0f84111111111111111');
    expect(card.out).toContain('"raw":"EEEEEEEEEEEE1111"');
    expect(card.out).not.toContain('4111');
  });

  it.each([
    [['decode', 'xyz']],
    [['decode', '040']],
    [['decode', '040f05']],
    [['decode', '1002800000100300', '--transport', 'serial']],
    [['decode', '800000', '--transport', 'pigeon']],
    [['decode']],
  ])('exits 2 for %j', wrongUse);
});

describe('commands', () => {
  let virtual: RunningVirtualTerminal;
  let tcp: readonly string[];
  beforeEach(async () => {
    virtual = await startVirtualTerminal({ delay: 0, password: '123456' });
    tcp = ['--tcp', `127.0.0.1:${virtual.port}`, '--password', '123456', '--json'];
  });
  afterEach(() => virtual.close());

  const resultOf = ({ code, out }: Ended) => ({ code, ...JSON.parse(out) });
  const run = async (...args: string[]) => resultOf(await zvt(...args, ...tcp));
  const runStarted = async (...args: string[]) => resultOf(await started(...args, ...tcp));
  const PROCESSES = 120_000; // several processes

  it('pay, repeat-receipt, reverse, refund, totals, end-of-day, status, diagnose', { timeout: PROCESSES }, async () => {
    expect(await runStarted('pay', '--amount', '1200')).toMatchObject({
      code: 0,
      outcome: 'approved',
      resultCode: 0,
      fields: { receiptNumber: 1 },
      receipts: [{}, {}],
    });
    expect(await run('repeat-receipt')).toMatchObject({ code: 0, outcome: 'approved', fields: { amount: 1200 } });
    expect(await runStarted('pay', '--amount', '1205')).toMatchObject({ code: 3, outcome: 'declined', resultCode: 5 });
    expect(await runStarted('pay', '--amount', '1213')).toMatchObject({
      code: 4,
      outcome: 'unknown',
      resultCode: null,
    });
    expect(await run('reverse', '--receipt', '1')).toMatchObject({ code: 0, outcome: 'approved' });
    expect(await run('refund', '--amount', '100')).toMatchObject({ code: 0, fields: { amount: 100 } });
    expect(await run('totals')).toMatchObject({ code: 0, totals: { amount: 1113 } });
    expect(await run('end-of-day')).toMatchObject({ code: 0, outcome: 'done', totals: { amount: 1113 } });
    expect(await run('status')).toMatchObject({ code: 0, outcome: 'ready' });
    expect(await run('diagnose')).toMatchObject({ code: 0, outcome: 'done', receipts: [{ copy: 'admin' }] });
  });

  it('is unknown, with both amounts, when the terminal approves another amount', async () => {
    virtual.terminal.behaviour = 'partial:1217';
    expect(await run('pay', '--amount', '1234')).toMatchObject({
      code: 4,
      outcome: 'unknown',
      asked: { amount: 1234, currency: 'EUR' },
      approved: { amount: 17, currency: 'EUR' },
      fields: { amount: 17 },
      text: expect.stringContaining('0.17 EUR instead of 12.34 EUR'),
    });
    const { code, out } = await zvt('pay', '--amount', '1234', ...tcp.filter(arg => arg !== '--json'));
    expect([code, out]).toEqual([4, expect.stringContaining('0.17 EUR instead of 12.34 EUR')]);
  });

  it('is unknown, with both receipts, when the terminal approves twice', async () => {
    virtual.terminal.behaviour = 'approves-twice';
    expect(await run('pay', '--amount', '1200')).toMatchObject({
      code: 4,
      outcome: 'unknown',
      fields: { receiptNumber: 1 },
      alsoApproved: [{ receiptNumber: 2, amount: 1200 }],
      text: expect.stringContaining('more than once'),
    });
  });

  it('sends no amount above the largest one, unless it is named', { timeout: PROCESSES }, async () => {
    const { code, err } = await started('pay', '--amount', '100000000', ...tcp);
    expect([code, err]).toEqual([2, expect.stringContaining('--largest 100000000')]);
    expect(virtual.terminal.authorisationsReceived).toBe(0);
    expect(await run('pay', '--amount', '100000000', '--largest', '100000000')).toMatchObject({ code: 0 });
    const { code: tooLong } = await zvt('pay', '--amount', '1000000000000', '--largest', '999999999999', ...tcp);
    expect(tooLong).toBe(2);
  });

  it('reports a terminal that refuses to repeat its receipt as refused, not as unknown', async () => {
    const script = await scriptedTerminal(async peer => {
      await peer.expect('0600');
      peer.send('800000');
      await peer.tell('060f0a19002960001234490978');
      for (;;) {
        await peer.expect();
        peer.send('848300');
      }
    });
    script.finished.catch(() => {});
    const { code, out } = await zvt('repeat-receipt', '--tcp', `127.0.0.1:${script.port}`, '--json');
    expect([code, JSON.parse(out)]).toEqual([3, expect.objectContaining({ outcome: 'refused', resultCode: 0x83 })]);
    await script.close();
  });

  it('reserve, book, read cards and introduce a terminal', { timeout: PROCESSES }, async () => {
    expect(await run('pre-authorise', '--amount', '5000')).toMatchObject({ code: 0, fields: { receiptNumber: 1 } });
    expect(await run('pre-authorisations')).toMatchObject({ code: 0, fields: { receiptNumbers: [1] } });
    expect(await run('book', '--receipt', '1', '--amount', '3000')).toMatchObject({ code: 0, outcome: 'approved' });
    expect(await run('pay', '--amount', '900', '--hand-over', '400')).toMatchObject({ fields: { amount: 400 } });
    expect(await run('pay', '--amount', '900', '--hand-over', 'failed')).toMatchObject({
      code: 3,
      reason: 'notHandedOver',
    });
    const approved = await run('pay', '--amount', '700', '--authorisation', '12AB56');
    expect(approved).toMatchObject({ code: 0, fields: { amount: 700, authorisationCode: '12AB56' } });
    expect(await run('balance')).toMatchObject({ code: 0, fields: { balance: 2500 } });
    expect(await run('set-terminal-id', '--terminal-id', '60004711')).toMatchObject({ code: 3, resultCode: 0x6a });
    expect(await run('reset-terminal-id')).toMatchObject({ code: 3, resultCode: 0x6a });
    expect(await run('read-card', '--seconds', '5')).toMatchObject({ code: 0, outcome: 'read' });
    expect(await run('display', '--text', 'Hallo')).toMatchObject({ code: 0, outcome: 'done' });
    expect(await run('reverse', '--receipt', '1', '--option', 'features=["pay"]')).toMatchObject({
      code: 3,
      outcome: 'notSent',
      reason: 'unsupported',
    });
    expect(await run('introduce')).toMatchObject({
      code: 0,
      outcome: 'introduced',
      fields: { profile: 'generic', status: 'ready', diagnosis: 'done' },
    });
  });

  it('report that nothing was sent when no terminal answers', async () => {
    await virtual.close();
    const { code, out } = await zvt('pay', '--amount', '100', ...tcp);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'notSent',
      reason: 'unreachable',
      note: 'nothing was sent, no money moved',
    });
    virtual = await startVirtualTerminal();
  });

  it('print text for people without --json', async () => {
    const { out } = await started('pay', '--amount', '1200', ...tcp.filter(arg => arg !== '--json'));
    expect(out).toContain('Karte vorhalten');
    expect(out).toContain('approved');
    expect(out).toContain('[customer]');
  });

  it.each([
    ['1200', 0],
    ['1205', 3],
  ])(
    'end a payment of %s quietly when nobody reads any more what they print',
    { timeout: PROCESSES },
    async (amount, code) => {
      const child = spawn(process.execPath, [CLI, 'pay', '--amount', amount, ...tcp.filter(arg => arg !== '--json')]);
      const ended = once(child, 'close');
      let complaint = '';
      child.stderr.on('data', text => {
        complaint += text;
      });
      await once(child.stdout, 'data');
      child.stdout.destroy();
      expect(await ended).toEqual([code, null]);
      expect(complaint).toBe('');
    },
  );

  describe('record', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'zvt-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('keeps an existing recording when it cannot record', async () => {
      const file = join(folder, 'one.jsonl');
      writeFileSync(file, 'kept');
      const taken = ['--listen', String(virtual.port), '--tcp', 'a:1'];
      const { code, err } = await zvt('record', ...taken, '--file', file);
      expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
      expect(readFileSync(file, 'utf8')).toBe('kept');
    });

    it('says in one sentence that the file cannot be written', async () => {
      const place = ['--listen', '0', '--tcp', 'a:1', '--file', join(folder, 'none', 'one.jsonl')];
      const { code, err } = await zvt('record', ...place);
      expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
    });

    it('goes on between till and terminal when the disk is full, and reports it once', {
      timeout: PROCESSES,
    }, async () => {
      const ends = ['--listen', '0', '--tcp', `127.0.0.1:${virtual.port}`, '--file', '/dev/full'];
      const child = spawn(process.execPath, [CLI, 'record', ...ends]);
      const ended = once(child, 'close');
      let complaint = '';
      child.stderr.on('data', text => {
        complaint += text;
      });
      const [ready] = await once(child.stdout, 'data');
      const address = String(ready).trim().split(' ').at(-1)!;
      const paid = await zvt('pay', '--amount', '1200', '--tcp', address, '--password', '123456', '--json');
      child.kill('SIGINT');
      expect(await ended).toEqual([3, null]);
      expect(paid.code).toBe(0);
      expect(complaint.trim().split('\n')).toHaveLength(1);
    });
  });

  it.each([
    [['pay']],
    [['pay', '--amount', '0']],
    [['pay', '--amount', '1', '--tcp', 'nowhere']],
    [['pay', '--amount', '1']],
    [['reverse', '--tcp', 'a:1']],
    [['dance']],
    [['book', '--receipt', '1', '--tcp', 'a:1']],
    [['diagnose', '--kind', 'deep', '--tcp', 'a:1']],
    [['end-of-day', '--mode', 'twice', '--tcp', 'a:1']],
    [['repeat-slip', '--which', 'all', '--tcp', 'a:1']],
    [['display', '--tcp', 'a:1']],
    [['ask', '--text', 'PIN?', '--digits', 'x', '--tcp', 'a:1']],
    [['pay', '--amount', '1', '--hand-over', 'half', '--tcp', 'a:1']],
    [['pay', '--amount', '1', '--option', 'nonsense', '--tcp', 'a:1']],
    [['pay', '--amount', '1', '--option', 'nonsense=1', '--tcp', 'a:1']],
    [['pay', '--amount', '1', '--profile', 'nobody', '--tcp', 'a:1']],
    [['introduce']],
    [['record', '--tcp', 'a:1', '--file', '/nowhere']],
    [['record', '--listen', '70000', '--tcp', 'a:1', '--file', '/nowhere']],
    [['record', '--till-serial', '/dev/a', '--listen', '0', '--tcp', 'a:1', '--file', '/nowhere']],
    [['record', '--till-serial', '/dev/a', '--tcp', 'a:1', '--terminal-calls', '--file', '/nowhere']],
    [['replay', '--tcp', 'a:1']],
    [['replay', '--tcp', 'a:1', '--file', '/nowhere']],
    [['pay', '--dance']],
    [['pay', '--amount', '12', '50', '--tcp', 'a:1']],
    [['pay', '--amount', '12', '--amount', '50', '--tcp', 'a:1']],
    [['release', '--receipt', '1', '--amount', '500', '--tcp', 'a:1']],
    [['reverse', '--receipt', '17', '--unused', '500', '--tcp', 'a:1']],
    [['set-terminal-id', '60001234', '--tcp', 'a:1']],
    [['set-terminal-id', '--tcp', 'a:1']],
    [['decode', '800000', '--tcp', 'a:1']],
    [['find', 'now']],
  ])('exit 2 for %j', wrongUse);
});
