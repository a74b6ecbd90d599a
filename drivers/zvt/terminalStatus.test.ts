/** The status enquiry, and the last transaction in the terminal's memory. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers } from '../doubles/scriptedTerminal.ts';
import type { Reason } from '../terminal.ts';
import { encode } from './codec/apdu.ts';
import { APPROVED, closeScripted, DECLINED, DONE, open, script, terminal } from './scripted.fixture.ts';

afterEach(closeScripted);

describe('status and memory of the terminal', () => {
  async function asked(...answers: string[]) {
    await open([
      async peer => {
        await registers(peer);
        for (const answer of answers) {
          await peer.expect();
          for (const apdu of answer.split(' ')) {
            if (/^8[04]/.test(apdu)) peer.send(apdu);
            else await peer.tell(apdu);
          }
        }
        await peer.gone;
      },
    ]);
  }

  it.each([
    ['060f0100', { kind: 'ready' }],
    ['060f0bf0f0f7322e31342e313500', { kind: 'ready' }],
    ['060f019c', { kind: 'busy', resultCode: 0x9c }],
    ['060f01f0', { kind: 'needs', cure: 'endOfDay' }],
    [
      '060f01c2',
      { kind: 'needs', cure: 'diagnosis', texts: { de: 'Diagnose erforderlich', en: 'diagnosis required' } },
    ],
    ['060f0151', { kind: 'needs', cure: 'initialisation' }],
    ['060f01dc', { kind: 'busy', text: 'card inserted', texts: { de: 'Karte steckt', en: 'card inserted' } }],
    ['060f01e1', { kind: 'busy', text: 'card not fully removed' }],
    ['060f01df', { kind: 'needs', cure: 'person' }],
    ['060f01b2', { kind: 'needs', cure: 'person', text: 'journal full' }],
    ['060f080006051f55020100', { kind: 'needs', cure: 'person', resultCode: 0xfc }],
    ['060f080006051f55020200', { kind: 'busy' }],
    ['060f080006051f55020280', { kind: 'needs', cure: 'person' }],
    ['060f080006051f55024000', { kind: 'needs', cure: 'initialisation' }],
    ['060f00', { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['061e019c', { kind: 'busy' }],
    ['060f0706051f55020100', { kind: 'needs', cure: 'person', resultCode: 0xfc }],
  ])('reads %s', async (apdu, expected) => {
    await asked(`800000 ${apdu}`);
    expect(await terminal.status()).toMatchObject(expected);
  });

  it.each([
    ['a registration', encode('completion', { terminalId: '60001234', currency: 978 }).toString('hex')],
    ['a payment', encode('completion', { amount: 1200, receiptNumber: '0008' }).toString('hex')],
    ['an end-of-day with a container', '060f0706051f10020102'],
    ['a command that failed', '060f022705'],
  ])('takes the late completion of %s for no status, and for no lock of the terminal', async (_, late) => {
    await asked(`800000 ${late}`);
    expect(await terminal.status()).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
    expect(terminal.condition).toBeNull();
    expect(script.received.some(hex => hex.startsWith('0620'))).toBe(false);
  });

  /** Two connections; each enquiry is answered in the same way. */
  const alwaysAnswered = (apdu: string) => {
    const connection = (enquiries: number) => async (peer: Peer) => {
      await registers(peer);
      for (let time = 0; time < enquiries; time += 1) {
        await peer.expect();
        peer.send('800000');
        await peer.tell(apdu);
      }
      await peer.gone;
    };
    return open([connection(1), connection(2)]);
  };
  const GARBLED = { kind: 'unreachable', reason: { code: 'garbled' } };

  it('reports a terminal whose enquiries bring a container alone as ready, once a new connection has brought nothing else', async () => {
    await alwaysAnswered('060f0706051f10020102');
    expect(await terminal.status()).toMatchObject(GARBLED);
    expect(await terminal.status()).toEqual({ kind: 'ready' });
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('never takes the result of a payment for a status, and gives the line up for it once', async () => {
    await alwaysAnswered(encode('completion', { amount: 1200, receiptNumber: '0008' }).toString('hex'));
    for (let time = 0; time < 3; time += 1) expect(await terminal.status()).toMatchObject(GARBLED);
  });

  it('reports a terminal that does not support the enquiry as ready', async () => {
    await asked('848300');
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('does not take the completion of another command for an empty memory', async () => {
    await asked('800000 060f0100', '800000 060f0100');
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable' });
  });

  it('reports the last transaction, approved or not', async () => {
    await asked('800000 060f0100', `800000 ${APPROVED} ${DONE}`, '800000 060f0100', `800000 ${DECLINED} ${DONE}`);
    expect(await terminal.lastTransaction()).toMatchObject({
      kind: 'found',
      approved: true,
      facts: { receiptNumber: 200 },
    });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', approved: false, resultCode: 5 });
  });

  it('reports none only when the terminal clearly has none', async () => {
    await asked('800000 060f0100', `800000 ${DONE}`, '800000 060f0100', '848300', '800000 060f0100', '800000 061e01a0');
    expect(await terminal.lastTransaction()).toEqual({ kind: 'none' });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'unsupported' } });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } });
  });

  it.each([
    ['noise came with the answer', '800000 ffffff060f00'],
    ['a slip came, but no result', '800000 06d1024041 060f00'],
    ['the result has no code', '800000 040f0704000000001200 060f00'],
  ])('does not report none when %s', async (_, answer) => {
    await asked('800000 060f0100', answer);
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
  });

  it('does not ask a busy terminal, which would report the transaction before', async () => {
    await asked('800000 060f019c');
    const last = await terminal.lastTransaction();
    expect(last).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } satisfies Partial<Reason> });
    expect(script.received.some(hex => hex.startsWith('0620'))).toBe(false);
  });
});
