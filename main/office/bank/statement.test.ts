/** Account statements as banks give them: settlements of terminals, and nothing of the other entries. */
import { describe, expect, it } from 'vitest';
import { readBankFile } from './bankFile.ts';

const read = (file: string, terminals: readonly string[] = []) =>
  readBankFile(Buffer.from(file), {
    ...{ currency: 'EUR', digitsOf: () => 2, wanted: {}, terminals: new Set(terminals) },
  });

const mt940 = [
  ':20:STARTUMSE',
  ':25:10010010/1111111111',
  ':28C:00001/001',
  ':60F:C261119EUR1000,00',
  ':61:2611211121CR98,59NMSCNONREF//ABC',
  ':86:166?00GUTSCHRIFT?109210?20TID 60001234 UMSATZ VOM 20.?2111.2026 ?22BRUTTO 100,00 ENTGELT 1,41?32HAENDLERBANK AG',
  ':61:2611211121DR10,00NMSCNONREF',
  ':86:Miete November',
  ' Haus 4',
  ':61:2611221122DR49,55NMSCNONREF',
  ':86:RUECKZAHLUNG KARTE TID: 60001235 BRUTTO 50,00 ENTGELT 0,45',
  ':61:2611221122CR5,00NMSCNONREF',
  ':86:KARTENUMSATZ 60001236 TRACE 000017',
  ':62F:C261122EUR1044,04',
  '-',
].join('\r\n');

const camt = (entries: string, prefix = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><${prefix}Document xmlns${prefix ? `:${prefix.slice(0, -1)}` : ''}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><${prefix}BkToCstmrStmt><${prefix}Stmt>${entries}</${prefix}Stmt></${prefix}BkToCstmrStmt></${prefix}Document>`;
const entry = (amount: string, text: string, more = '', side = 'CRDT') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt>${more}<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

describe('a statement in MT940', () => {
  it('gives the settlements of terminals with their day, fee and sign, and says how much else there is', () => {
    const file = read(mt940, ['60001236']);
    expect(file).toMatchObject({ format: 'mt940', missing: [], refused: [], ignored: 1 });
    expect(file.payments).toMatchObject([
      { line: 1, terminal: '60001234', trace: null, amount: 10_000, fee: 141, day: '2026-11-20' },
      // Given back with the refund: what the bank kept is negative.
      { line: 3, terminal: '60001235', trace: null, amount: -5000, fee: -45, day: '2026-11-22' },
      { line: 4, terminal: '60001236', trace: 17, amount: 500, fee: null, day: '2026-11-22' },
    ]);
    expect(JSON.stringify(file)).not.toContain('Miete');
  });

  it('is refused where its entries do not add up to its balances, or where it is cut', () => {
    expect(() => read(mt940.replace('98,59', '98,58'))).toThrow(/no whole MT940 statement/);
    expect(() => read(mt940.slice(0, -40))).toThrow(/no whole MT940 statement/);
  });
});

/** No calendar has this day. */
const FEBRUARY = '<BookgDt><Dt>2026-02-30</Dt></BookgDt>';

describe('a day of booking in MT940', () => {
  const booked = (dates: string) => {
    const lines = [':20:X', ':25:1/1', ':28C:1/1', ':60F:C261231EUR0,00', `:61:${dates}CR5,00NMSCNONREF`];
    return [...lines, ':86:TID 60001236 TRACE 17', ':62F:C270104EUR5,00', '-'].join('\r\n');
  };

  it.each([
    ['2701040104', '2027-01-04'],
    // Value on the last day of the year, booked in the new one; and the other way round.
    ['2612310104', '2027-01-04'],
    ['2701021231', '2026-12-31'],
    ['2602290301', '2026-03-01'],
    // The day of booking may be left out.
    ['261231', '2026-12-31'],
  ])('%s is %s', (dates, day) => {
    expect(read(booked(dates)).payments).toMatchObject([{ terminal: '60001236', day, amount: 500 }]);
  });

  it('is refused in a currency whose third decimal its reader would lose', () => {
    const reading = { currency: 'KWD', digitsOf: () => 3, wanted: {}, terminals: new Set<string>() };
    const file = booked('270104').replaceAll('EUR', 'KWD').replaceAll('5,00', '5,001');
    expect(() => readBankFile(Buffer.from(file), reading)).toThrow(/CAMT/);
  });
});

describe('a statement in CAMT', () => {
  it('is read in every version and with every prefix of its names', () => {
    const entries = [
      entry('98.59', 'TERMINAL-ID 60001234 UMSATZ 2026-11-20 BRUTTO 100,00'),
      entry('1200.00', 'Miete', '', 'DBIT'),
      entry(
        '19.80',
        'TID 60001234',
        '<Chrgs><Rcrd><Amt Ccy="EUR">0.20</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>',
      ),
      entry(
        '49.55',
        'TID 60001234',
        '<Chrgs><Rcrd><Amt Ccy="EUR">0.45</Amt><CdtDbtInd>CRDT</CdtDbtInd></Rcrd></Chrgs>',
        'DBIT',
      ),
    ].join('');
    const expected = [
      { line: 1, terminal: '60001234', trace: null, amount: 10_000, fee: 141, day: '2026-11-20' },
      { line: 3, amount: 2000, fee: 20, day: '2026-11-21' },
      { line: 4, amount: -5000, fee: -45, day: '2026-11-21' },
    ];
    for (const file of [camt(entries), camt(entries.replace(/<(\/?)(\w)/g, '<$1n:$2'), 'n:')])
      expect(read(file)).toMatchObject({ format: 'camt', ignored: 1, refused: [], payments: expected });
  });

  it('leaves out what stands in the namespace of somebody else', () => {
    const own = entry('98.59', 'TID 60001234 TRACE 17');
    const foreign = own
      .replaceAll(/<(\/?)(\w)/g, '<$1f:$2')
      .replace('<f:Ntry', '<f:Ntry xmlns:f="urn:other"')
      .replace('98.59', '1.00');
    const beside = own.replace('<Amt', '<Amt xmlns:f="urn:other" f:Ccy="USD"');
    for (const entries of [own, own + foreign, beside])
      expect(read(camt(entries)).payments).toMatchObject([{ terminal: '60001234', trace: 17, amount: 9859 }]);
  });

  it('gives each payment of a collective entry where each has its amount', () => {
    const detail = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const whole = (details: string) =>
      camt(
        `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><DtTm>2026-11-21T10:00:00</DtTm></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`,
      );
    expect(read(whole(detail('10.00', 'TID 60001234') + detail('20.00', 'TID 60001235'))).payments).toMatchObject([
      { terminal: '60001234', amount: 1000 },
      { terminal: '60001235', amount: 2000 },
    ]);
    expect(read(whole(detail('10.00', 'TID 60001234') + detail('10.00', 'x'))).payments).toMatchObject([
      { terminal: '60001234', amount: 3000 },
    ]);
  });

  it('of version 2 has the amount of each payment among its details', () => {
    const detail = (amount: string, text: string) =>
      `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const file = `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${detail('10.00', 'TID 60001234')}${detail('20.00', 'TID 60001235')}</NtryDtls></Ntry>`;
    expect(read(camt(file)).payments).toMatchObject([
      { terminal: '60001234', amount: 1000 },
      { terminal: '60001235', amount: 2000 },
    ]);
  });

  it('says which entries cannot be divided among the terminals that they name', () => {
    const detail = (text: string) => `<TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const file = (details: string) =>
      `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;
    const two = read(camt(file(detail('TID 60001234') + detail('TID 60001235'))));
    expect([two.payments, two.ignored]).toEqual([[], 0]);
    expect(two.refused).toMatchObject([{ line: 1, code: 'severalTerminals' }]);
    const one = read(camt(file(detail('TID 60001234') + detail('TID 60001234 TRACE 5'))));
    expect(one.payments).toMatchObject([{ terminal: '60001234', trace: null, amount: 3000 }]);
  });

  it('leaves out what is only announced: the bank books it in a later file', () => {
    const states = ['<Sts>PDNG</Sts>', '<Sts><Cd>PDNG</Cd></Sts>', '<Sts><Cd>INFO</Cd></Sts>', '<Sts>FUTR</Sts>'];
    const booked = ['<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>', '<Sts><Prtry>done</Prtry></Sts>'];
    const file = read(camt([...states, ...booked].map(state => entry('10.00', 'TID 60001234', state)).join('')));
    expect([file.payments.map(({ line }) => line), file.ignored]).toEqual([[5, 6, 7], 4]);
    // An announced entry may have no day of booking yet.
    const early = entry('10.00', 'TID 60001234', '<Sts>PDNG</Sts>').replace(/<BookgDt>.*<\/BookgDt>/, '');
    expect(read(camt(early + entry('10.00', 'TID 60001234'))).payments).toHaveLength(1);
  });

  it('may write more digits behind the point than the currency has', () => {
    expect(read(camt(entry('10.50000', 'TID 60001234'))).payments).toMatchObject([{ amount: 1050 }]);
    expect(() => read(camt(entry('10.50001', 'TID 60001234')))).toThrow(/no amount/);
  });

  it.each([
    ['<?xml version="1.0"?><Document><other/></Document>', /no statement in CAMT/],
    [camt('<Ntry><Amt Ccy="EUR">1.00</Amt>'), /no whole XML/],
    [`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]>${camt('')}`, /document type/],
    [camt('<Ntry><Amt Ccy="EUR">x</Amt></Ntry>'), /no amount or no day/],
    [camt(entry('1.00', 'TID 60001234').replace(/<BookgDt>.*<\/BookgDt>/, FEBRUARY)), /no amount or no day/],
    // Money that went out must never count as come in.
    [camt(entry('1.00', 'TID 60001234', '', 'OUT')), /came in or went out/],
    [camt(entry('1.00', 'TID 60001234').replace(/<CdtDbtInd>.*?<\/CdtDbtInd>/, '')), /came in or went out/],
    [camt(entry('1.00', 'TID 60001234', '<CdtDbtInd>DBIT</CdtDbtInd>')), /came in or went out/],
  ])('%s is refused', (file, words) => expect(() => read(file)).toThrow(words));

  it('may hold several messages, whose entries all count', () => {
    const both = camt(entry('1.00', 'TID 60001234')).replace(/<(\w+)><(Stmt|Rpt|Ntfctn)>.*<\/\1>/s, '$&$&');
    expect(read(both).payments).toMatchObject([{ amount: 100 }, { amount: 100 }]);
  });

  it('has no card number in what is read', () => {
    const file = read(
      camt(entry('1.00', 'TID 4111111111111111 ZAHLUNG') + entry('2.00', 'TID 60001234 TRACE 4111111111')),
    );
    expect(JSON.stringify(file)).not.toContain('4111111111111111');
  });
});
