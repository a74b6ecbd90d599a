/** Status informations (04 0F) of terminals that differ from each other. */
import { describe, expect, it } from 'vitest';
import { decode } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { tlv } from '../codec/tlv.ts';
import { intermediateStatusText } from '../texts/intermediateStatus.ts';
import { resultCode } from '../texts/resultCodes.ts';
import { factsOf, terminalMessage, totalsOf } from './statusInformation.ts';

const facts = (fields: Fields) => factsOf(fields, 'CHF');

describe('factsOf', () => {
  it('uses the currency of the request when the terminal sends none', () => {
    expect(facts({ amount: 100 })).toEqual({ amount: 100, currency: 'CHF' });
    expect(facts({ amount: 100, currency: 978 })).toMatchObject({ currency: 'EUR' });
    expect(facts({ amount: 100, currency: 191 })).toMatchObject({ currency: 'XXX' });
    expect(facts({ amount: 100, unread: ['currency'] })).toMatchObject({ currency: 'XXX' });
    expect(facts({})).toEqual({});
  });

  it('uses the long trace number when the short one is zero', () => {
    expect(facts({ traceNumber: '000000', tlv: [tlv(0x1f2b, '10015008')] })).toEqual({ traceNumber: 10015008 });
    expect(facts({ traceNumber: '000470' })).toEqual({ traceNumber: 470 });
    expect(facts({ receiptNumber: 'FFFF' })).toEqual({});
  });

  it.each<[Fields, string | undefined]>([
    [{ date: '0513' }, '05-13'],
    [{ date: '0513', dateWithYear: '260513' }, '2026-05-13'],
    [{ tlv: [tlv(0x2e, [tlv(0x1f0e, '20260513'), tlv(0x1f0f, '120059')])] }, '2026-05-13'],
    [{ tlv: [tlv(0x1f0e, '20260513')] }, '2026-05-13'],
    [{ date: '0513', tlv: [tlv(0x35, [tlv(0x1f0e, '20261231')])] }, '05-13'],
    [{ date: '0513', tlv: [tlv(0x69, [tlv(0x2e, [tlv(0x1f0e, '20261231')])])] }, '05-13'],
  ])('reads the date of %j', (fields, date) => {
    expect(facts(fields).date).toBe(date);
  });

  it.each<[Fields, string | undefined]>([
    [{ paymentType: 0x70 }, 'pin'],
    [{ paymentType: 0x60 }, 'signature'],
    [{ paymentType: 0x70, tlv: [tlv(0x1f10, 0x00)] }, 'none'],
    [{ paymentType: 0x70, tlv: [tlv(0x2f, [tlv(0x1f10, 0x01)])] }, 'signature'],
    [{ paymentType: 0x60, tlv: [tlv(0x1f10, 0xff)] }, 'signature'],
    [{}, undefined],
  ])('reports the verification of the card holder: %j', (fields, verification) => {
    expect(facts(fields).verification).toBe(verification);
  });

  it('reports tip and cashback, which the amount contains', () => {
    const paid = { amount: 2500, tlv: [tlv(0x1f36, '000000000300'), tlv(0x1f25, '000000001000')] };
    expect(facts(paid)).toMatchObject({ amount: 2500, tip: 300, cashback: 1000 });
    expect(facts({ tlv: [tlv(0x1f36, Buffer.from('0F', 'hex'))] })).toEqual({});
  });

  it.each<[Fields, true | undefined]>([
    [{ paymentType: 0x60 }, true],
    [{ paymentType: 0x40, resultCode: 0 }, true],
    [{ paymentType: 0x60, resultCode: 5 }, undefined],
    [{ paymentType: 0x60, tlv: [tlv(0x1f10, 0x02)] }, undefined],
    [{ paymentType: 0x70, tlv: [tlv(0x1f10, 0x07)] }, true],
    [{ paymentType: 0x70 }, undefined],
    [{}, undefined],
  ])('reports whether the customer has to sign: %j', (fields, needsSignature) => {
    expect(facts(fields).needsSignature).toBe(needsSignature);
  });

  it('names the card by its name, its application, or its type', () => {
    expect(facts({ cardType: 46, cardName: 'MAESTRO' })).toEqual({ cardType: 46, cardName: 'MAESTRO' });
    expect(facts({ cardType: 6, tlv: [tlv(0x42, 'Debit Mastercard')] }).cardName).toBe('Debit Mastercard');
    expect(facts({ cardType: 5 }).cardName).toBe('girocard');
    expect(facts({ cardType: 255, tlv: [tlv(0x41, 260)] })).toEqual({ cardType: 260, cardName: 'BlueCode' });
    expect(facts({ cardType: 254 }).cardName).toBe('Novofleet');
    expect(facts({ cardType: 147 })).toEqual({ cardType: 147 });
    expect(facts({ tlv: [tlv(0x60, [tlv(0x43, 'A0000000043060')])] }).cardName).toBe('Maestro');
    expect(facts({ tlv: [tlv(0x43, 'A0000009999999')] })).toEqual({});
  });

  it('reports the last four digits, when the terminal sends them', () => {
    expect(facts({ cardNumber: 'EEEEEEEEEEEE8074' }).lastFour).toBe('8074');
    expect(facts({ cardNumber: 'EEEEEEEEEEEEEEE4281F' }).lastFour).toBe('4281');
    expect(facts({ cardNumber: 'EEEEEEEEEEEEEEEE' })).toEqual({});
    expect(facts({ cardNumber: '' })).toEqual({});
  });
});

it('keeps a VU number that has the check digit of a card number, and masks a card number in its field', () => {
  const read = (number: string) =>
    factsOf(
      decode(Buffer.from(`040f122700${'2a'}${Buffer.from(number.padEnd(15)).toString('hex')}`, 'hex')).fields,
      'EUR',
    ).merchantNumber;
  for (const number of ['455601234567006', '4000000000006', '804011926']) expect(read(number)).toBe(number);
  expect(read('371449635398431')).toBe('***********8431');
});

describe('texts and totals', () => {
  it('come from the display text, the additional text, or the error text', () => {
    expect(terminalMessage({ additionalText: 'Karte abgelehnt', tlv: [tlv(0x24, [tlv(0x07, 'Abgelehnt')])] })).toBe(
      'Abgelehnt',
    );
    expect(terminalMessage({ additionalText: ' Abbruch ' })).toBe('Abbruch');
    expect(terminalMessage({ tlv: [tlv(0x1f17, 'Abbruch durch externes Kommando!')] })).toBe(
      'Abbruch durch externes Kommando!',
    );
    expect(terminalMessage({})).toBeUndefined();
  });

  it('are added up when the terminal sends no sum', () => {
    const none = { count: 0, amount: 0 };
    const totals = {
      firstReceipt: '0001',
      lastReceipt: '0003',
      girocard: { count: 2, amount: 300 },
      jcb: none,
      mastercard: none,
      amex: none,
      visa: { count: 1, amount: 50 },
      diners: none,
      other: none,
    };
    expect(totalsOf(totals, undefined)).toEqual({
      firstReceipt: 1,
      lastReceipt: 3,
      amount: 350,
      byCardType: [
        { cardType: 'girocard', count: 2, amount: 300 },
        { cardType: 'Visa', count: 1, amount: 50 },
      ],
    });
    expect(totalsOf({ ...totals, firstReceipt: '0000', lastReceipt: '0000' }, 350)).not.toHaveProperty('lastReceipt');
    expect(totalsOf(undefined, undefined)).toBeUndefined();
  });
});

describe('code tables', () => {
  it('have a text for every code', () => {
    for (let code = 0; code < 256; code++) {
      expect(resultCode(code).de).not.toBe('');
      expect(resultCode(code).en).not.toBe('');
      expect(intermediateStatusText(code).de).not.toBe('');
      expect(intermediateStatusText(code).en).not.toBe('');
    }
  });

  it('ask to remove the card for codes 41 to 5D', () => {
    expect(intermediateStatusText(0x4c)).toEqual({
      de: 'Karte nicht lesbar, bitte Karte entnehmen',
      en: 'card not readable, please remove card',
    });
    expect(intermediateStatusText(0x99)).toEqual(intermediateStatusText(0xff));
  });

  it('distinguish codes of the host and of the terminal', () => {
    expect(resultCode(0x37)).toMatchObject({ reason: 'declined', en: 'PIN wrong' });
    expect(resultCode(0x2a)).toMatchObject({ reason: 'declined', en: 'declined (code 42)' });
    expect(resultCode(0xf0).reason).toBe('endOfDayRequired');
  });
});
