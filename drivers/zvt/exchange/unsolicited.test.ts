/** Unsolicited messages: they make no payment final, and reverse no payment that the till has taken. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../../doubles/scriptedTerminal.ts';
import { openTerminal } from '../../index.ts';
import type { CommandOptions, PaymentTerminal } from '../../terminal.ts';
import { decode, encode } from '../codec/apdu.ts';
import { withReport } from './approvals.ts';
import { type LastPayment, unsolicitedReply } from './unsolicited.ts';

const FAST = {
  t3: 200,
  t4: 1_000,
  short: 500,
  settle: 50,
  stop: 100,
  hold: 60,
  retryFirst: 5,
  retryMost: 10,
  drain: 50,
};
const approved = (receiptNumber: string) =>
  encode('statusInformation', { resultCode: 0, amount: 1200, receiptNumber }).toString('hex');
const DECLINED = '040f022764';
const DONE = '060f00';

const message = (hex: string) => decode(Buffer.from(hex, 'hex'));

describe('the reply without a running command', () => {
  it.each([
    ['a failure', DECLINED, undefined],
    ['a code of the host in letters', '040f042700a0a5', undefined],
    ['a prompt', '04ff010a', undefined],
    ['a completion', DONE, undefined],
    ['an abort', '061e016c', undefined],
    ['the time', '040108aa2611210c120000', undefined],
    ['an approval', approved('0042'), 0x66],
    ['a result without a code', '040f0704000000001200', 0x66],
    ['a line', '06d1020041', 0xcc],
    ['a block', '06d300', 0xcc],
    ['a signature', '06d000', 0x6c],
    ['an input', '040d00', 0x6c],
    ['a menu', '040e00', 0x6c],
    ['a blocked card', '06e400', 0x6c],
    ['a number to dial', '06d80131', 0x83],
    ['an unknown packet', '06ee0101', 0x83],
  ])('to %s', (_, hex, code) => {
    expect(unsolicitedReply(message(hex), undefined)).toEqual(
      code === undefined ? { do: 'acknowledge' } : { do: 'refuse', code },
    );
  });

  const reportedAs = (hex: string) => {
    const { fields, bytes } = message(hex);
    return withReport([], { fields, bytes, isTruncated: false }, false);
  };
  const approvals = reportedAs(approved('0042'));
  it.each<readonly [string, LastPayment, object]>([
    ['was taken', { handOver: 'notAsked', approvals }, { do: 'acknowledge' }],
    [
      'was handed over',
      { handOver: { kind: 'done' }, handOverReply: { kind: 'done' }, approvals },
      { do: 'acknowledge' },
    ],
    [
      'was handed over in part',
      { handOver: { kind: 'partly', amount: 500 }, handOverReply: { kind: 'partly', amount: 500 }, approvals },
      { do: 'refuse', code: 0x9d, fields: { amount: 500 } },
    ],
    [
      'was not handed over',
      { handOver: { kind: 'failed' }, handOverReply: { kind: 'failed' }, approvals },
      { do: 'refuse', code: 0x66 },
    ],
    ['was not decided on', { handOver: 'awaited', approvals }, { do: 'refuse', code: 0x66 }],
    [
      'was another one',
      { handOver: 'notAsked', approvals: reportedAs(approved('0041')) },
      { do: 'refuse', code: 0x66 },
    ],
  ])('to a repeated approval that %s', (_, lastPayment, answer) => {
    expect(unsolicitedReply(message(approved('0042')), lastPayment)).toEqual(answer);
  });
});

describe('a terminal that', () => {
  let terminal: PaymentTerminal;
  let script: ScriptedTerminal;
  afterEach(async () => {
    await terminal.close();
    await script.close();
  });

  async function open(...scripts: readonly ((peer: Peer) => Promise<void>)[]) {
    script = await scriptedTerminal(...scripts);
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
  }
  const pay = (call?: CommandOptions) => terminal.pay({ amount: 1200 }, call);
  const asks = async (peer: Peer, hex: string) => {
    peer.send(hex);
    return peer.expect();
  };

  it('approves after it reported a failure gets a refusal', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const lastPayment: string[] = [];
    await open(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(DECLINED);
      await ended;
      for (const late of [approved('0042'), '06d1020041', '06d000']) lastPayment.push(await asks(peer, late));
      await peer.tell('061e016c');
    });
    const published: unknown[] = [];
    terminal.onUnsolicitedApproval!(facts => published.push(facts));
    expect((await pay()).kind).toBe('declined');
    end();
    await script.finished;
    expect(lastPayment).toEqual(['846600', '84cc00', '846c00']);
    expect(published).toMatchObject([{ receiptNumber: 42, amount: 1200, currency: 'EUR' }]);
  });

  it('approves an earlier payment before it answers the next one gets a refusal, and the next payment goes on', async () => {
    const lastPayment: string[] = [];
    await open(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(DECLINED);
      await peer.expect('0501');
      peer.send('800000');
      await peer.tell('060f0100');
      await peer.expect('0601');
      lastPayment.push(await asks(peer, approved('0042')));
      await peer.tell('061e016c');
      peer.send('800000');
      await peer.tell(approved('0043'));
      await peer.tell(DONE);
    });
    expect((await pay()).kind).toBe('declined');
    expect(await pay()).toMatchObject({ kind: 'approved', facts: { receiptNumber: 43 } });
    expect(lastPayment).toEqual(['846600']);
  });

  it('repeats an approval that was taken gets the same reply, over the same line and a new one', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const lastPayment: string[] = [];
    const published: unknown[] = [];
    await open(
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send('800000');
        await peer.tell(approved('0042'));
        await peer.tell(DONE);
        await ended;
        lastPayment.push(await asks(peer, approved('0042')));
        peer.cut();
      },
      async peer => {
        await peer.expect('0600');
        lastPayment.push(await asks(peer, approved('0042')), await asks(peer, approved('0043')));
        peer.send('800000');
        await peer.tell(DONE);
      },
    );
    terminal.onUnsolicitedApproval!(({ receiptNumber }) => published.push(receiptNumber));
    expect((await pay()).kind).toBe('approved');
    end();
    await script.finished;
    expect(lastPayment).toEqual(['800000', '800000', '846600']);
    expect(published).toEqual([43]);
  });

  it.each([
    ['none', undefined, '846600'],
    ['the one before', approved('0041'), '846600'],
    ['a failed one', '040f052705870042', '846600'],
    ['this very one', approved('0042'), '800000'],
  ])(
    'reports %s as its last transaction after the line broke, and then repeats its approval',
    async (_, last, answer) => {
      const lastPayment: string[] = [];
      await open(
        async peer => {
          await registers(peer);
          await peer.expect('0601');
          peer.send('800000');
          await peer.tell(approved('0042'));
          peer.cut();
        },
        async peer => {
          await registers(peer);
          await peer.expect('0501');
          peer.send('800000');
          await peer.tell('060f0100');
          await peer.expect('0620');
          peer.send('800000');
          if (last) await peer.tell(last);
          // In one write, so that the driver gets both before it does anything else.
          peer.send(DONE + approved('0042'));
          lastPayment.push(await peer.expect(), await peer.expect());
        },
      );
      expect((await pay()).kind).toBe('unknown');
      expect((await terminal.lastTransaction()).kind).toBe(last ? 'found' : 'none');
      await script.finished;
      expect(lastPayment).toEqual(['800000', answer]);
    },
  );

  it('answers a payment with 06 1E only is given up, and its later approval is refused', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    await open(
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await peer.tell('061e016c');
        await peer.gone;
        resolve();
      },
      async peer => {
        await registers(peer);
        await peer.gone;
      },
    );
    expect(await pay()).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    await gone;
  });
});
