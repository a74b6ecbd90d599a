/** A terminal that sends complete card numbers in every field: no card number leaves the driver. */
import { afterEach, describe, expect, it } from 'vitest';
import { registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { PaymentTerminal, Progress } from '../terminal.ts';
import { encode } from './codec/apdu.ts';
import { type Tlv, tlv } from './codec/tlv.ts';

const PAN = '4111111111111111';
const EXPIRY = '3207';
const TRACK2 = `${PAN}D${EXPIRY}2011234567F`;

let terminal: PaymentTerminal;
let script: ScriptedTerminal;
afterEach(async () => {
  await terminal.close();
  await script.close();
});

const everywhere: readonly Tlv[] = [
  tlv(0x24, [tlv(0x07, `Karte ${PAN}`)]),
  tlv(0x46, `PAN ${PAN}`),
  tlv(0x1f08, Buffer.from(TRACK2, 'hex')),
  tlv(0x1f09, Buffer.from(TRACK2, 'hex')),
  tlv(0x1f14, Buffer.from(PAN, 'hex')),
  tlv(0x1f17, `gesperrt: ${PAN}`),
  tlv(0x4d, Buffer.from(`6725${PAN}${EXPIRY}`, 'hex')),
  tlv(0xdf01, Buffer.from(PAN, 'hex')),
  tlv(0xe1, [tlv(0x1f3e, Buffer.from(PAN, 'hex'))]),
];

const status = (resultCode: number) =>
  encode('statusInformation', {
    resultCode,
    amount: 1200,
    expiry: EXPIRY,
    cardNumber: PAN,
    track2: TRACK2,
    track3: TRACK2,
    additionalText: `KARTE ${PAN} ${EXPIRY}`,
    cardName: `VISA ${PAN}`,
    tlv: everywhere,
  }).toString('hex');

const messages = [
  encode('intermediateStatus', { intermediateStatus: 0xff, minutes: '01', tlv: everywhere }).toString('hex'),
  encode('printLine', { printAttribute: 0, printText: 'Karte 4111 1111 1111 1111' }).toString('hex'),
  encode('printTextBlock', {
    tlv: [tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, `PAN ${PAN}`), tlv(0x07, '411111******1111')])],
  }).toString('hex'),
  `06ee11${Buffer.from(`x${PAN}`).toString('hex')}`,
];

const endings = [
  ['approved', [status(0), '060f00']],
  ['declined', [status(5), encode('abortByTerminal', { abortCode: 5, tlv: everywhere }).toString('hex')]],
  ['unknown', [status(0), encode('abortByTerminal', { abortCode: 5, tlv: everywhere }).toString('hex')]],
] as const;

describe('a card number', () => {
  it.each(endings)('does not leave the driver when a payment ends %s', async (kind, last) => {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      for (const message of [...messages, ...last]) {
        peer.send(message);
        await peer.expect();
      }
      peer.send(`${Buffer.from(`garbage ${PAN}`).toString('hex')}`);
    });
    const seen: unknown[] = [];
    terminal = await openTerminal(
      { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: script.port } },
      { log: entry => seen.push(entry) },
    );
    const onProgress = (progress: Progress) => seen.push(progress);
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress });
    await script.finished;
    expect(outcome).toMatchObject({ kind, facts: { lastFour: '1111' } });

    expect(seen.length).toBeGreaterThan(10);
    expectNothing([seen, outcome]);
  });

  it.each([
    [TRACK2, { lastFour: '1111' }],
    ['9276004000000018D3207201F', { number: '9276004000000018' }],
  ])('does not leave the driver when a card is read, unless it is a loyalty card: %s', async (track2, known) => {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      await peer.expect('06c0');
      peer.send('800000');
      const digits = track2.length % 2 ? `${track2}F` : track2;
      peer.send(encode('statusInformation', { resultCode: 0, track2: digits, tlv: everywhere }).toString('hex'));
      await peer.expect('8000');
    });
    const seen: unknown[] = [];
    terminal = await openTerminal(
      { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: script.port } },
      { log: entry => seen.push(entry) },
    );
    const card = await terminal.readCard(10_000);
    await script.finished;
    expect(card).toMatchObject({ kind: 'read', ...known });
    expect(card).not.toHaveProperty('token'); // the token was a card number
    expectNothing([seen, card]);
  });
});

function expectNothing(reported: unknown): void {
  const everything = JSON.stringify(reported).replaceAll(/[ -]/g, '');
  for (const secret of [PAN, PAN.slice(0, 12), Buffer.from(PAN).toString('hex'), EXPIRY, '411111'])
    expect(everything).not.toContain(secret);
}
