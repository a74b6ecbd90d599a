/** A terminal for tests that puts whole card numbers wherever a terminal can put one, in every form they are written in. */
import { encode } from '../zvt/codec/apdu.ts';
import { type Tlv, tlv } from '../zvt/codec/tlv.ts';
import { type Peer, type ScriptedTerminal, scriptedTerminal } from './scriptedTerminal.ts';

/** Numbers made for tests, of all lengths, right by their check digit. */
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
 * Does what the till asks for, and tells a card number with every word: the first for the first command, and so on.
 * A payment of an amount that ends in 5 is declined, and in one that ends in 7 the line breaks before the result.
 */
export function cardNumberTerminal(): Promise<ScriptedTerminal> {
  let receipt = 0;
  let commands = 0;
  return scriptedTerminal(async peer => {
    for (;;) {
      const apdu = await peer.expect().catch(() => null);
      if (apdu === null) return;
      const control = apdu.slice(0, 4);
      const ending = ENDINGS[control];
      const number = CARD_NUMBERS[commands % CARD_NUMBERS.length]!;
      if (!ending) continue;
      commands += 1;
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

interface Told {
  readonly number: string;
  readonly receipt: number;
  readonly amount: number;
}

async function answer(peer: Peer, ending: Ending, told: Told): Promise<void> {
  const { number, receipt, amount } = told;
  peer.send('800000');
  const say = async (hex: string) => {
    peer.send(hex);
    await peer.expect();
  };
  switch (ending) {
    case 'registered':
      return say(hexOf(encode('completion', { terminalId: '60001234', tlv: stains(number) })));
    case 'status':
      return say(hexOf(encode('completion', { tlv: stains(number) })));
    case 'open':
      return say(hexOf(encode('abortByTerminal', { abortCode: 0xb8, receiptNumber: 'FFFF', tlv: stains(number) })));
    case 'read':
      return say(hexOf(encode('statusInformation', { resultCode: 0, ...cardFields(number), tlv: stains(number) })));
    case 'day':
      await words(say, number);
      await say(hexOf(encode('statusInformation', { ...cardFields(number), resultCode: 0, amount: 0, totals: EMPTY })));
      return say('060f00');
    case 'done':
      await words(say, number);
      return say('060f00');
    case 'repeated':
      await say(statusOf(told, 0));
      await slips(say, number);
      return say('060f00');
    case 'paid':
      await words(say, number);
      if (amount % 10 === 7) {
        peer.cut();
        throw new Error('the line broke');
      }
      await say(statusOf({ number, receipt, amount }, amount % 10 === 5 ? 5 : 0));
      await slips(say, number);
      if (amount % 10 !== 5) return say(hexOf(encode('completion', { tlv: stains(number) })));
      return say(hexOf(encode('abortByTerminal', { abortCode: 5, tlv: stains(number) })));
  }
}

const hexOf = (apdu: Buffer): string => apdu.toString('hex');

const NONE = { count: 0, amount: 0 };
const EMPTY = {
  ...{ firstReceipt: '0000', lastReceipt: '0000', girocard: NONE, jcb: NONE, mastercard: NONE, amex: NONE },
  ...{ visa: NONE, diners: NONE, other: NONE },
};

function statusOf({ number, receipt, amount }: Told, resultCode: number): string {
  return hexOf(
    encode('statusInformation', {
      ...cardFields(number),
      resultCode,
      amount,
      receiptNumber: String(receipt).padStart(4, '0'),
      traceNumber: String(receipt).padStart(6, '0'),
      time: '101112',
      date: '1121',
      tlv: stains(number),
    }),
  );
}

/** Everything the till does not ask for: displays, lines, blocks, questions, and messages nobody knows. */
async function words(say: (hex: string) => Promise<void>, number: string): Promise<void> {
  await say(hexOf(encode('intermediateStatus', { intermediateStatus: 0xff, minutes: '01', tlv: stains(number) })));
  await say(hexOf(encode('inputRequest', { tlv: stains(number) })));
  await say(hexOf(encode('menuRequest', { tlv: stains(number) })));
  await say(hexOf(encode('graphicMenu', { tlv: stains(number) })));
  await say(hexOf(encode('blockedListQuery', { cardNumber: nibbles(number), tlv: stains(number) })));
  await say(`06ee${lengthOf(Buffer.from(`?${number}`))}${Buffer.from(`?${number}`).toString('hex')}`);
  await say(`0fee${lengthOf(Buffer.from(nibbles(number), 'hex'))}${nibbles(number)}`);
  await slips(say, number);
}

/** Both slips, in lines and in blocks, with the number as receipts print it. */
async function slips(say: (hex: string) => Promise<void>, number: string): Promise<void> {
  for (const printText of written(number)) await say(hexOf(encode('printLine', { printAttribute: 0, printText })));
  await say(hexOf(encode('printLine', { printAttribute: 0x80, printText: `EMV ${number}` })));
  for (const kind of [1, 2, 3])
    await say(
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

/** Nibbles fill whole bytes. */
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

/** Tags of every kind: texts, card data, structures, and those nobody knows. */
function stains(number: string): readonly Tlv[] {
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
