/** Reading cards and asking the customer: bytes sent, and answers. */
import { afterEach, describe, expect, it } from 'vitest';
import { registers } from '../doubles/scriptedTerminal.ts';
import { closeScripted, FAST, opened, openScripted, sent, terminal } from './operations.fixture.ts';

afterEach(closeScripted);

describe('the reader', () => {
  it('ends reading a card with the status information', async () => {
    await opened([`800000 04ff010a 040f0a270006064c0404a1b2c3`]);
    expect(await terminal.readCard(15_000)).toMatchObject({ kind: 'read', uid: '04A1B2C3' });
    expect(sent()).toEqual(['06c00f0f1950fc0206081f1501d01f600107']);
  });

  it.each([
    ['no card was presented', '061e016c', 'aborted'],
    ['the card cannot be read', '040f022764', 'cardError'],
  ])('fails when %s', async (_, answer, code) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal.readCard(1_000)).toMatchObject({ kind: 'failed', reason: { code } });
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
    expect(await terminal.askCustomer({ lines: ['OK?'], timeout: 9_000 })).toMatchObject(expected);
    expect(sent()).toEqual(['06e108f009f1f0f34f4b3f']);
  });

  it('waits longer for a key than for other answers', async () => {
    await openScripted([
      async peer => {
        await registers(peer);
        await peer.expect('06e1');
        await new Promise(resolve => setTimeout(resolve, 2 * FAST.t3));
        peer.send('8000010d');
        await peer.gone;
      },
    ]);
    expect(await terminal.askCustomer({ lines: ['OK?'], timeout: 9_000 })).toMatchObject({ key: 'ok' });
  });

  it('asks for digits only with texts signed by the vendor', async () => {
    const question = { lines: ['PLZ'], timeout: 9_000, digits: { least: 1, most: 5 } };
    await opened([]);
    expect(await terminal.askCustomer(question)).toMatchObject({ kind: 'failed', reason: { code: 'unsupported' } });
    await closeScripted();
    await opened(['8000053132333435'], { options: { textMac: '0011223344556677' } });
    expect(await terminal.askCustomer(question)).toEqual({ kind: 'typed', digits: '12345' });
    expect(sent()).toEqual(['06e217f009f1f0f3504c5ae001e905eaffeb0011223344556677']);
  });
});
