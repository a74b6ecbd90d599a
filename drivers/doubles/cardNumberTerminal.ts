/** A terminal for tests that puts a whole card number into every field that can hold one, in every written form. */
import { encode } from '../zvt/codec/apdu.ts';
import { type Tlv, tlv } from '../zvt/codec/tlv.ts';
import { type Peer, type ScriptedTerminal, scriptedTerminal } from './scriptedTerminal.ts';

/** Card numbers for tests, of all lengths, with right check digits. */
export const CARD_NUMBERS = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '30569309025904',
  '4222222222222',
  '6011000990139424',
  '3530111333300000',
  '4917610000000000003',
] as const;

/**
 * Carries out every command, and puts a card number into every message: the first number for the first command, and so on.
 * A payment is declined when its amount ends in 5; the line breaks before the result when its amount ends in 7.
 */
export function cardNumberTerminal(): Promise<ScriptedTerminal> {
  let receipt = 0;
  /** Commands by their ending: each kind shows one number after the other, however often others are sent between. */
  const commands = new Map<Ending, number>();
  return scriptedTerminal(async peer => {
    for (;;) {
      const apdu = await peer.expect().catch(() => null);
      if (apdu === null) return;
      const control = apdu.slice(0, 4);
      const ending = ENDINGS[control];
      if (!ending) continue;
      const before = commands.get(ending) ?? 0;
      commands.set(ending, before + 1);
      const number = CARD_NUMBERS[before % CARD_NUMBERS.length]!;
      if (ending === 'paid' || ending === 'read') receipt += 1;
      const amount = Number(/04(\d{12})/.exec(apdu)?.[1] ?? 1200);
      const alive = await answer(peer, ending, { number, receipt, amount }).then(
        () => true,
        () => false,
      );
      if (!alive) return;
    }
  });
}

type Ending = 'registered' | 'status' | 'paid' | 'repeated' | 'day' | 'read' | 'open' | 'done';

const ENDINGS: Readonly<Record<string, Ending>> = {
  '0600': 'registered',
  '0501': 'status',
  '0601': 'paid',
  '0630': 'paid',
  '0631': 'paid',
  '0622': 'paid',
  '0624': 'paid',
  '0625': 'paid',
  '060c': 'paid',
  '0620': 'repeated',
  '0610': 'day',
  '0650': 'day',
  '06c0': 'read',
  '0623': 'open',
  '0670': 'done',
  '0612': 'done',
  '061a': 'done',
};

interface Transaction {
  readonly number: string;
  readonly receipt: number;
  readonly amount: number;
}

async function answer(peer: Peer, ending: Ending, transaction: Transaction): Promise<void> {
  const { number, receipt, amount } = transaction;
  peer.send('800000');
  const send = async (hex: string) => {
    peer.send(hex);
    await peer.expect();
  };
  switch (ending) {
    case 'registered':
      return send(hexOf(encode('completion', { terminalId: '60001234', tlv: numberedTags(number) })));
    case 'status':
      return send(hexOf(encode('completion', { tlv: numberedTags(number) })));
    case 'open':
      return send(
        hexOf(encode('abortByTerminal', { abortCode: 0xb8, receiptNumber: 'FFFF', tlv: numberedTags(number) })),
      );
    case 'read':
      return send(
        hexOf(encode('statusInformation', { resultCode: 0, ...cardFields(number), tlv: numberedTags(number) })),
      );
    case 'day':
      await sendUnrequested(send, number);
      await send(
        hexOf(encode('statusInformation', { ...cardFields(number), resultCode: 0, amount: 0, totals: EMPTY })),
      );
      return send('060f00');
    case 'done':
      await sendUnrequested(send, number);
      return send('060f00');
    case 'repeated':
      await send(statusOf(transaction, 0));
      await sendSlips(send, number);
      return send('060f00');
    case 'paid':
      await sendUnrequested(send, number);
      if (amount % 10 === 7) {
        peer.cut();
        throw new Error('the line broke');
      }
      await send(statusOf({ number, receipt, amount }, amount % 10 === 5 ? 5 : 0));
      await sendSlips(send, number);
      if (amount % 10 !== 5) return send(hexOf(encode('completion', { tlv: numberedTags(number) })));
      return send(hexOf(encode('abortByTerminal', { abortCode: 5, tlv: numberedTags(number) })));
  }
}

const hexOf = (apdu: Buffer): string => apdu.toString('hex');

const NONE = { count: 0, amount: 0 };
const EMPTY = {
  ...{ firstReceipt: '0000', lastReceipt: '0000', girocard: NONE, jcb: NONE, mastercard: NONE, amex: NONE },
  ...{ visa: NONE, diners: NONE, other: NONE },
};

function statusOf({ number, receipt, amount }: Transaction, resultCode: number): string {
  return hexOf(
    encode('statusInformation', {
      ...cardFields(number),
      resultCode,
      amount,
      receiptNumber: String(receipt).padStart(4, '0'),
      traceNumber: String(receipt).padStart(6, '0'),
      time: '101112',
      date: '1121',
      tlv: numberedTags(number),
    }),
  );
}

/** Sends messages that the till did not ask for: displays, lines, blocks, questions, and unknown messages. */
async function sendUnrequested(send: (hex: string) => Promise<void>, number: string): Promise<void> {
  await send(
    hexOf(encode('intermediateStatus', { intermediateStatus: 0xff, minutes: '01', tlv: numberedTags(number) })),
  );
  await send(hexOf(encode('inputRequest', { tlv: numberedTags(number) })));
  await send(hexOf(encode('menuRequest', { tlv: numberedTags(number) })));
  await send(hexOf(encode('graphicMenu', { tlv: numberedTags(number) })));
  await send(hexOf(encode('blockedListQuery', { cardNumber: nibbles(number), tlv: numberedTags(number) })));
  await send(`06ee${lengthOf(Buffer.from(`?${number}`))}${Buffer.from(`?${number}`).toString('hex')}`);
  await send(`0fee${lengthOf(Buffer.from(nibbles(number), 'hex'))}${nibbles(number)}`);
  await sendSlips(send, number);
}

/** Sends both slips in lines and in blocks, with the number as receipts print it. */
async function sendSlips(send: (hex: string) => Promise<void>, number: string): Promise<void> {
  for (const printText of written(number)) await send(hexOf(encode('printLine', { printAttribute: 0, printText })));
  await send(hexOf(encode('printLine', { printAttribute: 0x80, printText: `EMV ${number}` })));
  for (const kind of [1, 2, 3])
    await send(
      hexOf(
        encode('printTextBlock', {
          tlv: [
            tlv(0x1f07, kind),
            tlv(
              0x25,
              written(number).map(line => tlv(0x07, line)),
            ),
            tlv(0x46, `EMV ${number}`),
            tlv(0x47, `EMV ${number}`),
          ],
        }),
      ),
    );
}

const lengthOf = (data: Buffer): string => data.length.toString(16).padStart(2, '0');

/** Digits as whole bytes. */
const nibbles = (digits: string): string => (digits.length % 2 === 0 ? digits : `${digits}F`);
const trackOf = (number: string): string => nibbles(`${number}D32072011234567`);
const grouped = (number: string, by: string): string => number.replaceAll(/(\d{4})(?=\d)/g, `$1${by}`);

const written = (number: string): readonly string[] => [
  `Karte ${number}`,
  grouped(number, ' '),
  `Nr. ${grouped(number, '-')}`,
  `PAN:${grouped(number, '  ')}`,
  `;${number}=32072011234567?`,
  `%B${number}^MUSTER/ERIKA^32072011234567?`,
];

function cardFields(number: string) {
  return {
    expiry: '3207',
    cardNumber: nibbles(number),
    track1: `B${number}^MUSTER/ERIKA^3207201`,
    track2: trackOf(number),
    track3: trackOf(number),
    chipData: nibbles(number),
    additionalText: `KARTE ${grouped(number, ' ')} ${number}`,
    efId: `6725${nibbles(number)}3207`,
    efInfo: `00${nibbles(number)}`,
    geldKarteRecord: nibbles(number),
    cardName: `VISA ${number}`,
  } as const;
}

/** Tags of every kind: texts, card data, structures, and unknown tags. */
function numberedTags(number: string): readonly Tlv[] {
  const digits = Buffer.from(nibbles(number), 'hex');
  const letters = Buffer.from(`PAN ${number}`);
  return [
    tlv(0x24, [tlv(0x07, `Karte ${number}`), tlv(0x07, grouped(number, ' '))]),
    tlv(0x46, `PAN ${number}`),
    tlv(0x47, grouped(number, ' ')),
    ...[0x1f08, 0x1f09, 0x1f0a].map(tag => tlv(tag, Buffer.from(trackOf(number), 'hex'))),
    tlv(0x1f14, digits),
    tlv(0x1f17, `gesperrt: ${number}`),
    tlv(0x4d, Buffer.concat([Buffer.from('6725', 'hex'), digits])),
    tlv(0xdf01, digits),
    tlv(0xdf02, letters),
    tlv(0x5a, digits),
    tlv(0x57, Buffer.from(trackOf(number), 'hex')),
    tlv(0xe1, [tlv(0x1f3e, digits), tlv(0xdf03, letters)]),
  ];
}
