/** Slips from print commands, as real terminals send them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../codec/apdu.ts';
import { type Tlv, tlv } from '../codec/tlv.ts';
import { receiptsOf, wantsSignature } from './receipts.ts';

const captured: readonly { id: string; hex: string }[] = JSON.parse(
  readFileSync(new URL('../captures/messages.json', import.meta.url), 'utf8'),
);
const message = (hex: string) => decode(Buffer.from(hex, 'hex'));
const capture = (id: string) => message(captured.find(one => one.id === id)!.hex);
const line = (printAttribute: number, printText = '', type?: number) =>
  decode(
    encode('printLine', { printAttribute, printText, ...(type === undefined ? {} : { tlv: [tlv(0x1f07, type)] }) }),
  );
const block = (...content: Tlv[]) => decode(encode('printTextBlock', { tlv: content }));
const textsOf = (receipts: ReturnType<typeof receiptsOf>) =>
  receipts.map(({ copy, lines }) => [copy, ...lines.map(({ text }) => text)]);

describe('print lines', () => {
  it('become one receipt for each end mark, distinguished by type', () => {
    const prints = [line(0, 'A', 1), line(0, '', 1), line(0x81), line(0, 'B', 2), line(0xf0)];
    expect(textsOf(receiptsOf(prints, 'payment', 'auto'))).toEqual([
      ['merchant', 'A', ''],
      ['customer', 'B'],
    ]);
  });

  it('have the type of most of their lines', () => {
    const prints = [line(0, 'A', 2), line(0, 'B', 1), line(0, 'C', 2), line(0x81)];
    expect(textsOf(receiptsOf(prints, 'payment', 'auto'))).toEqual([['customer', 'A', 'B', 'C']]);
  });

  it('are distinguished by their text when no type is sent', () => {
    const prints = [
      line(0x40, '* * Händlerbeleg * *'),
      line(0x81),
      line(0x40, 'KUNDENBELEG'),
      line(0x81),
      line(0, 'Gutschein'),
      line(0x81),
    ];
    expect(receiptsOf(prints, 'payment', 'auto').map(({ copy }) => copy)).toEqual(['merchant', 'customer', 'customer']);
    expect(receiptsOf([line(0, 'Abschluss'), line(0x81)], 'admin', 'auto').map(({ copy }) => copy)).toEqual(['admin']);
  });

  it('are separated at a feed only when another copy begins after it', () => {
    const feed = message('06d102ff02');
    const apart = [line(0, 'Händlerbeleg'), feed, line(0, 'Kundenbeleg'), line(0xff)];
    expect(receiptsOf(apart, 'payment', 'auto').map(({ copy }) => copy)).toEqual(['merchant', 'customer']);
    const together = [line(0, 'Kundenbeleg'), feed, line(0, 'Vielen Dank'), line(0x81)];
    expect(textsOf(receiptsOf(together, 'payment', 'auto'))).toEqual([
      ['customer', 'Kundenbeleg', '', '', 'Vielen Dank'],
    ]);
  });

  it('are separated by their own text only, not by that of the receipt before', () => {
    const feed = message('06d102ff01');
    const prints = [
      line(0, 'Händlerbeleg'),
      line(0x81),
      feed,
      line(0, 'Kunde'),
      feed,
      line(0, 'Kundenbeleg'),
      line(0x81),
    ];
    expect(textsOf(receiptsOf(prints, 'payment', 'auto'))).toEqual([
      ['merchant', 'Händlerbeleg'],
      ['customer', '', 'Kunde', '', 'Kundenbeleg'],
    ]);
  });

  it('of endless feeds and letters take linear time, and are limited in lines', () => {
    const inner = Buffer.from('0901ff070141'.repeat(10_000), 'hex');
    const prints = [block(tlv(0x25, inner)), message('06d102ff8f'.replace('8f', 'fe')), line(0x81)];
    const before = process.cpuUsage();
    const [slip] = receiptsOf(prints, 'payment', 'auto');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000); // microseconds; each line with all before it: seconds
    expect(slip!.lines).toHaveLength(5_000);
    const feeds = Array.from({ length: 100 }, () => message('06d102fffe'));
    expect(receiptsOf([line(0, 'A'), ...feeds, line(0x81)], 'payment', 'auto')[0]!.lines).toHaveLength(5_000);
  });

  it('keep the text of a line with attribute FF', () => {
    const prints = [line(0, 'Kundenbeleg'), message('06d104ff454e44')];
    expect(textsOf(receiptsOf(prints, 'payment', 'auto'))).toEqual([['customer', 'Kundenbeleg', 'END']]);
  });

  it('keep indent, centring, width, height, and line feeds inside a text', () => {
    const [receipt] = receiptsOf(
      [line(0x03, 'in'), line(0x40, 'mid'), line(0x70, 'big'), line(0x20, 'a\rb'), line(0x81)],
      'payment',
      'auto',
    );
    expect(receipt!.lines).toEqual([
      { text: '   in', align: 'left', wide: false, tall: false },
      { text: 'mid', align: 'center', wide: false, tall: false },
      { text: 'big', align: 'center', wide: true, tall: true },
      { text: 'a', align: 'left', wide: true, tall: false },
      { text: 'b', align: 'left', wide: true, tall: false },
    ]);
  });

  it('do not contain the container after the text', () => {
    const [receipt] = receiptsOf([capture('p-printline-with-receipt-type-tlv')], 'payment', 'auto');
    expect(receipt).toMatchObject({ copy: 'merchant', lines: [{ text: '** HÄNDLERBELEG **', align: 'center' }] });
  });
});

describe('print blocks', () => {
  it('of a real terminal keep every line', () => {
    const [customer] = receiptsOf([capture('p-textblock-customer')], 'payment', 'auto');
    const texts = customer!.lines.map(({ text }) => text);
    expect(customer!.copy).toBe('customer');
    expect(texts[0]).toBe('  Leihstellung von hobex');
    expect(texts[1]).toBe('     für PORTALUM GmbH');
    expect(texts.map(text => text.trim())).toContain('EUR: 1,00');
    expect(texts.some(text => /^L:\*+0000$/.test(text))).toBe(true);
    const [admin] = receiptsOf([capture('p-textblock-admin')], 'admin', 'auto');
    expect(admin).toMatchObject({ copy: 'admin' });
  });

  it('apply an attribute to all lines that follow it', () => {
    const texts = tlv(0x25, [
      tlv(0x09, 0x40),
      tlv(0x07, 'a'),
      tlv(0x07, 'b'),
      tlv(0x09, 0x00),
      tlv(0x07, 'c'),
      tlv(0x09, 0x81),
    ]);
    const [receipt] = receiptsOf([block(tlv(0x1f07, 1), texts)], 'payment', 'auto');
    expect(receipt!.lines.map(({ text, align }) => `${text} ${align}`)).toEqual(['a center', 'b center', 'c left']);
  });

  it('use their own character set', () => {
    const umlauts = tlv(0x25, [tlv(0x07, Buffer.from([0xc4, 0xfc]))]);
    expect(receiptsOf([block(tlv(0x14, 0x02), umlauts)], 'payment', 'cp437')[0]!.lines[0]!.text).toBe('Äü');
    expect(receiptsOf([block(umlauts)], 'payment', 'cp437')[0]!.lines[0]!.text).toBe('─ⁿ');
    expect(receiptsOf([block(umlauts)], 'payment', 'auto')[0]!.lines[0]!.text).toBe('Äü');
  });

  it('contain the content of barcodes', () => {
    const barcode = tlv(0xe3, [tlv(0x1f2e, 7), tlv(0x1f2f, 'GUTSCHEIN-17')]);
    const [receipt] = receiptsOf([block(tlv(0x25, [tlv(0x07, 'a'), barcode]))], 'payment', 'auto');
    expect(receipt!.lines.map(({ text, align }) => `${text} ${align}`)).toEqual(['a left', 'GUTSCHEIN-17 center']);
  });

  it('report whether the customer has to sign', () => {
    const slip = (...information: Tlv[]) => block(...information, tlv(0x25, [tlv(0x07, 'a')]));
    expect(wantsSignature([slip(), slip(tlv(0x1f37, 0x83))])).toBe(true);
    expect(wantsSignature([slip(tlv(0x1f37, 0x81))])).toBe(false);
    expect(wantsSignature([])).toBe(false);
  });

  it('end a receipt even without an end mark', () => {
    const one = block(tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, 'a')]));
    const two = block(tlv(0x1f07, 2), tlv(0x25, [tlv(0x07, 'b')]));
    expect(textsOf(receiptsOf([one, two], 'payment', 'auto'))).toEqual([
      ['merchant', 'a'],
      ['customer', 'b'],
    ]);
  });
});
