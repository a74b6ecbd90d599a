/** Files with one odd byte: read with every entry counted, or refused as a whole with a reason; nothing else, and nothing lost unsaid. */
import { expect, it } from 'vitest';
import { readBankFile } from './bankFile.ts';
import { BankFileRefusal } from './bankText.ts';

const reading = { currency: 'EUR', digitsOf: () => 2, wanted: {}, terminals: new Set<string>() };
const entry = (amount: string, text: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;

/** Each with three entries, two of them of terminals. */
const FILES = {
  MT940: [
    ':20:STARTUMSE',
    ':25:10010010/1111111111',
    ':28C:00001/001',
    ':60F:C261119EUR1000,00',
    ':61:2611211121CR98,59NMSCNONREF//ABC',
    ':86:TID 60001234 BRUTTO 100,00 ENTGELT 1,41',
    ':61:2611211121DR10,00NMSCNONREF',
    ':86:Miete November',
    ':61:2611221122CR5,00NMSCNONREF',
    ':86:KARTENUMSATZ TID 60001236 TRACE 000017',
    ':62F:C261122EUR1093,59',
    '-',
  ].join('\r\n'),
  'CAMT.053': `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entry('98.59', 'TID 60001234 BRUTTO 100,00 ENTGELT 1,41')}${entry('10.00', 'Miete')}${entry('5.00', 'TID 60001236 TRACE 000017')}</Stmt></BkToCstmrStmt></Document>`,
  CSV: [
    'Terminal-ID;Trace-Nr.;Kaufdatum;Uhrzeit;Kartenart;Bruttobetrag;Gebühr;Währung',
    '60001234;000017;20.11.2026;14:05:10;girocard;1.234,56;-3,70;EUR',
    '60001234;18;20.11.26;0905;"Mastercard; Débit";-12,50;0,10;EUR',
    '60001235;19;20.11.26;0906;girocard;5,00;0,10;EUR',
  ].join('\r\n'),
} as const;
/** Zero, line feed, quotation mark, markup, a digit, a letter, and bytes that are no UTF-8. */
const ODD = [0x00, 0x0a, 0x22, 0x26, 0x3c, 0x3b, 0x37, 0x58, 0x81, 0xff] as const;

it.each(Object.entries(FILES))('%s with any one byte changed', (_format, text) => {
  const good = Buffer.from(text);
  expect(counted(good)).toBe(3);
  const wrong: unknown[] = [];
  for (let place = 0; place < good.length; place++)
    for (const byte of ODD) {
      const bad = Buffer.from(good);
      bad[place] = byte;
      const found = counted(bad);
      // A row that was cut in two is counted twice.
      if (found !== 'refused' && !(Number(found) >= 3))
        wrong.push([place, byte, found, bad.subarray(Math.max(0, place - 12), place + 12).toString('latin1')]);
    }
  expect(wrong).toEqual([]);
});

/** The entries of a file that the answer tells of, or that the whole of it is refused. */
function counted(bytes: Uint8Array): number | string {
  try {
    const { payments, refused, ignored, missing } = readBankFile(bytes, reading);
    if (missing.length > 0) return 'refused';
    expect(payments.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
    return payments.length + refused.length + ignored;
  } catch (error) {
    if (error instanceof BankFileRefusal) return 'refused';
    return String(error);
  }
}
