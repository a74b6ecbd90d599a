/** Sequence ids of messages (1F73) and transaction ids (1F1F). */
import { afterEach, describe, expect, it } from 'vitest';
import { registers, type ScriptedTerminal, scriptedTerminal } from '../../doubles/scriptedTerminal.ts';
import { openTerminal } from '../../index.ts';
import type { PaymentTerminal } from '../../terminal.ts';
import { decode, encode } from '../codec/apdu.ts';
import { findDeep, type Tlv, tlv, tlvValue } from '../codec/tlv.ts';
import { idOf, sequenceIds } from './sequenceIds.ts';
import { transactionIds } from './transactionIds.ts';

const FAST = { t3: 300, t4: 500, short: 500, settle: 100, stop: 100, retryFirst: 10, retryMost: 20, drain: 100 };
const numbered = (hex: string) => tlvValue(findDeep(decode(Buffer.from(hex, 'hex')).fields.tlv, 0x1f73));
const approved = (...objects: readonly Tlv[]) =>
  encode('statusInformation', { resultCode: 0, amount: 1200, tlv: objects }).toString('hex');
const done = (id: string) => encode('completion', { tlv: [tlv(0x1f73, id)] }).toString('hex');

let terminal: PaymentTerminal;
let script: ScriptedTerminal;
afterEach(async () => {
  await terminal?.close();
  await script?.close();
});

async function open(options: object) {
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { ...options, timers: FAST } });
}

describe('sequence ids', () => {
  it('count in both directions, are repeated in answers, and reveal a repeated message', async () => {
    const answers: string[] = [];
    script = await scriptedTerminal(async peer => {
      await peer.expect('0600');
      peer.send('800000');
      await peer.tell(done('000000'));
      const command = await peer.expect('0601');
      expect(numbered(command)).toBe('000001');
      peer.send('800000');
      for (const apdu of [approved(tlv(0x1f73, '000002')), approved(tlv(0x1f73, '000002')), done('000003')]) {
        peer.send(apdu);
        answers.push(await peer.expect('8000'));
      }
    });
    await open({ sequenceIds: true });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    await script.finished;
    expect(script.received[0]).toContain('1f7303000000');
    expect(answers.map(numbered)).toEqual(['000002', '000002', '000003']);
  });

  it('are not used when the terminal does not return them', async () => {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      expect(numbered(await peer.expect('0601'))).toBeUndefined();
      peer.send('800000');
      await peer.tell(approved());
      await peer.tell('060f00');
    });
    await open({ sequenceIds: true });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.received).toContain('800000');
  });

  it('do not suppress an approval that the terminal was asked to send again', async () => {
    script = await scriptedTerminal(async peer => {
      await peer.expect('0600');
      peer.send('800000');
      await peer.tell(done('000000'));
      await peer.expect('0601');
      peer.send('800000');
      peer.send(approved(tlv(0x1f73, '000002')));
      await peer.expect('849c');
      peer.send(approved(tlv(0x1f73, '000002')));
      await peer.expect('849c');
      decide({ kind: 'done' });
      await peer.tell(approved(tlv(0x1f73, '000002')));
      await peer.tell(done('000003'));
    });
    const { promise: decided, resolve: decide } = Promise.withResolvers<{ kind: 'done' }>();
    const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    const options = { sequenceIds: true, timers: { ...FAST, hold: 20 } };
    terminal = await openTerminal({ protocol: 'zvt', connection, options });
    expect(await terminal.pay({ amount: 1200 }, { onApproved: () => decided })).toMatchObject({ kind: 'approved' });
  });

  it('start again after 999999', () => {
    const ids = sequenceIds();
    ids.isNew(decode(Buffer.from(done('999999'), 'hex')));
    expect(idOf(ids.numbered({}))).toBe('000001');
    expect(idOf(ids.answering({}))).toBe('999999');
  });
});

describe('transaction ids', () => {
  const status = { resultCode: 0, tlv: [tlv(0x1f1f, '0007')] };
  const mirrored = ({ source, at, end }: Tlv) => source.toString('hex', at, end);

  it("are returned only when they are certainly that of the terminal's last transaction", () => {
    const ids = transactionIds();
    expect(mirrored(ids.mirror())).toBe('');
    ids.ended('approved', status);
    expect(mirrored(ids.mirror())).toBe('0007');
    ids.ended('notSent', undefined);
    expect(mirrored(ids.mirror())).toBe('0007');
    for (const kind of ['unknown', 'declined'] as const) {
      ids.ended('approved', status);
      ids.ended(kind, status);
      expect(mirrored(ids.mirror())).toBe('');
    }
    ids.ended('approved', { resultCode: 0 });
    expect(mirrored(ids.mirror())).toBe('');
  });

  it.each([
    [true, ['0603' + '1f1f00', '0605' + '1f1f020007']],
    [false, ['1940', '1940']],
  ])('are sent only when the setting enables them: %s', async (transactionIdsOn, endings) => {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      for (let i = 0; i < 2; i++) {
        await peer.expect('0601');
        peer.send('800000');
        await peer.tell(approved(tlv(0x1f1f, '0007')));
        await peer.tell('060f00');
      }
    });
    await open({ transactionIds: transactionIdsOn });
    await terminal.pay({ amount: 1200 });
    await terminal.pay({ amount: 1200 });
    const payments = script.received.filter(hex => hex.startsWith('0601'));
    expect(payments.map((hex, index) => hex.endsWith(endings[index]!))).toEqual([true, true]);
  });
});
