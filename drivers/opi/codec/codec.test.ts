/** Frames, XML, amounts and card data: everything written is read back, and bad input is refused with its own error. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deframer, FrameError, frame, MOST_BYTES } from '../framing/frame.ts';
import { readAmount, writeAmount } from './amounts.ts';
import { withoutCardData } from './cardData.ts';
import { type Element, element, find, textOf } from './element.ts';
import { message, timeStamp } from './messages.ts';
import { parseXml, writeXml, XmlError, xmlText } from './xml.ts';

describe('a frame', () => {
  it('is found again however the bytes are cut', () => {
    const messages = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sent, sizes) => {
        const bytes = Buffer.concat(sent.map(one => frame(Buffer.from(one))));
        const frames = deframer();
        const got: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length]!;
          got.push(...frames.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(got.map(one => [...one])).toEqual(sent.map(one => [...one]));
      }),
    );
  });

  it.each([0, MOST_BYTES + 1, 0x3c3f786d, 0xffffffff])('of %i bytes is refused', length => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(length);
    expect(() => deframer().push(prefix)).toThrow(FrameError);
  });

  it('is limited in length', () => {
    expect(() => frame(Buffer.alloc(MOST_BYTES + 1))).toThrow(RangeError);
    expect(deframer().push(frame(Buffer.alloc(MOST_BYTES)))).toHaveLength(1);
  });
});

const name = fc.stringMatching(/^[A-Z][A-Za-z-]{0,10}$/);
// XML has no control characters; blanks in attributes become spaces, and line ends become line feeds.
const text = fc.string({ unit: 'binary', maxLength: 30 }).map(value =>
  value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, ''),
);
const attributes = fc.dictionary(
  name,
  text.map(value => value.replace(/\s/g, ' ')),
  { maxKeys: 3 },
);
const { tree } = fc.letrec<{ tree: Element }>(tie => ({
  tree: fc
    .tuple(name, attributes, fc.oneof({ maxDepth: 4 }, text, fc.array(tie('tree'), { maxLength: 3 })))
    .map(([named, given, content]) => element(named, given, content)),
}));

describe('XML', () => {
  it.each(['utf-8', 'iso-8859-1'] as const)('in %s is read as it was written', charset => {
    fc.assert(
      fc.property(tree, root => {
        expect(parseXml(writeXml(root, charset))).toEqual(root);
      }),
    );
  });

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>Händler</a>')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<?xml version="1.0"?>\r\n<a>Händler</a>\n')],
    ['ISO 8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Händler</a>', 'latin1')],
    ['ISO 8859-1 that nobody announced', Buffer.from('<a>Händler</a>', 'latin1')],
    ['ISO 8859-1 that says UTF-8', Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>Händler</a>', 'latin1')],
    ['blanks before the declaration', Buffer.from('\n  <?xml version="1.0"?><a>Händler</a>')],
    ['numbers', Buffer.from('<a>H&#228;ndl&#x65;r</a>')],
    ['CDATA', Buffer.from('<a><![CDATA[Händler]]></a>')],
    ['a namespace', Buffer.from('<x:a xmlns:x="urn:y">Händler<!-- none --></x:a>')],
  ])('in %s is understood', (_, bytes) => {
    expect(parseXml(bytes)).toMatchObject({ name: 'a', text: 'Händler' });
  });

  it.each(['<?xml version="1.0" encoding="iso-8859-1"?>', ''])(
    'has the sign of the euro where Windows puts it: %j',
    declared => {
      expect(parseXml(Buffer.from(`${declared}<a>\x80 5</a>`, 'latin1')).text).toBe('€ 5');
    },
  );

  // The verdict stood in `OverallResult`, and an attribute of another vocabulary with that local name overwrote it.
  it.each<[string, string]>([
    ['attributes', '<a xmlns="urn:m" xmlns:x="urn:f" R="Failure" x:R="Success"><b>1</b></a>'],
    ['attributes in front', '<a xmlns="urn:m" xmlns:x="urn:f" x:R="Success" R="Failure"><b>1</b></a>'],
    ['attributes alone', '<m:a xmlns:m="urn:m" xmlns:x="urn:f" R="Failure" x:S="1"><m:b x:T="1">1</m:b></m:a>'],
    ['attributes of XML itself', '<a xml:lang="de" xml:R="Success" R="Failure"><b>1</b></a>'],
    ['a prefix that nobody declared', '<a R="Failure" x:R="Success"><x:b>2</x:b><b>1</b></a>'],
    ['elements', '<a xmlns="urn:m" xmlns:x="urn:f" R="Failure"><x:b>2</x:b><b>1</b></a>'],
    ['elements by their own default', '<a xmlns="urn:m" R="Failure"><b xmlns="urn:f">2</b><b>1</b></a>'],
    ['what stands in such elements', '<a xmlns:x="urn:f" R="Failure"><x:c><b>2</b></x:c><b>1</b></a>'],
    [
      'a prefix that means something else inside',
      '<m:a xmlns:m="u:m" R="Failure"><m:b xmlns:m="u:f"/><m:b>1</m:b></m:a>',
    ],
  ])('does not read %s of another namespace', (_, text) => {
    const { attributes, children } = parseXml(Buffer.from(text));
    expect(attributes).toMatchObject({ R: 'Failure' });
    expect(Object.keys(attributes).filter(key => key !== 'xmlns')).toEqual(['R']);
    expect(children).toEqual([element('b', {}, '1')]);
  });

  it.each([
    '<m:a xmlns:m="urn:m" m:R="Failure"><m:b>1</m:b></m:a>',
    '<m:a xmlns:m="urn:m" m:R="Failure" R="Failure"><b>1</b></m:a>',
    '<a xmlns="urn:m" xmlns:m="urn:m" m:R="Failure"><b xmlns="">1</b></a>',
    '<m:a m:R="Failure"><m:b>1</m:b></m:a>',
    '<a xmlns:m="http://www.nrf-arts.org/IXRetail/namespace" R="Failure"><m:b>1</m:b></a>',
  ])('reads the names of its own namespace with or without a prefix: %s', text => {
    const { attributes, children } = parseXml(Buffer.from(text));
    expect(attributes).toMatchObject({ R: 'Failure' });
    expect(children.map(({ name, text: own }) => [name, own])).toEqual([['b', '1']]);
  });

  it('that says two things by one name is refused: nobody knows which of them the sender means', () => {
    expect(() => parseXml(Buffer.from('<m:a xmlns:m="urn:m" R="Failure" m:R="Success"/>'))).toThrow(XmlError);
  });

  it('keeps references as they are in CDATA, and blanks in lines', () => {
    expect(parseXml(Buffer.from('<a><b><![CDATA[<&amp;>]]></b><c>  x </c></a>')).children.map(one => one.text)).toEqual(
      ['<&amp;>', '  x '],
    );
  });

  it.each(
    [
      '',
      'plain',
      '<a',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a/>rest',
      '<a b=c/>',
      '<a b="1" b="2"/>',
      '<a constructor="1"/>',
      '<__proto__/>',
      '<?xml version="1.0" encoding="klingon"?><a/>',
      '<!DOCTYPE a><a/>',
      '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      '<a>'.repeat(50_000),
      `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
    ].map(bad => [bad.slice(0, 40), bad]),
  )('that is none is refused: %j', (_, bad) => {
    expect(() => parseXml(Buffer.from(bad))).toThrow(XmlError);
  });

  it('is refused without a quotation of its contents', () => {
    const bad = '<a b="4111111111111111" b="x"/>';
    expect(() => parseXml(Buffer.from(bad))).toThrow(/^((?!4111).)*$/);
  });

  it('that was changed anywhere is read as an element or refused', () => {
    const whole = writeXml(
      message('DeviceRequest', { requestType: 'Output', requestId: '1', workstation: '1' }, [
        element('Output', { OutDeviceTarget: 'Printer' }, [element('TextLine', { Row: '0' }, 'Händler & Söhne')]),
      ]),
      'utf-8',
    );
    const change = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      drop: fc.nat({ max: 20 }),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes)),
        fc.constantFrom('<', '>', '"', '&', '&#0;', '<![CDATA[', '<!--', '<?', '/>').map(one => Buffer.from(one)),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), changes => {
        const bytes = changes.reduce(
          (all, { at, drop, put }) => Buffer.concat([all.subarray(0, at), put, all.subarray(at + drop)]),
          whole,
        );
        try {
          const { name: root, children } = withoutCardData(parseXml(bytes));
          expect([typeof root, Array.isArray(children)]).toEqual(['string', true]);
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount', () => {
  it.each(['EUR', 'CHF', 'JPY', 'KWD', 'HUF', 'IQD'])('in %s is read as it was written', currency => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), amount => {
        expect(readAmount(writeAmount(amount, currency), currency)).toBe(amount);
      }),
    );
  });

  it.each([
    ['39.50', 3950],
    ['39.5', 3950],
    ['39,50', 3950],
    ['39', 3900],
    ['0.05', 5],
    ['39.500', 3950],
    ['39.505', undefined],
    ['1,250', undefined],
    ['1,000', undefined],
    ['', undefined],
    ['-1.00', undefined],
    ['1.000,00', undefined],
    ['1e3', undefined],
    ['999999999.00', undefined],
  ])('%s are %s cents', (written, cents) => expect(readAmount(written, 'EUR')).toBe(cents));

  it.each([
    ['HUF', 125_000, '1250.00'],
    ['IDR', 125_000, '1250.00'],
    ['IQD', 125_000, '125.000'],
    ['KWD', 1_250, '1.250'],
    ['JPY', 1_250, '1250'],
  ])('in %s has the digits of ISO 4217', (currency, amount, written) => {
    expect(writeAmount(amount, currency)).toBe(written);
    expect(readAmount(written.replace('.', ','), currency)).toBe(amount);
  });

  it.each([-1, 0.5, Number.NaN, 1e12])('of %d is refused', wrong => {
    expect(() => writeAmount(wrong, 'EUR')).toThrow(RangeError);
  });
});

describe('card data', () => {
  const PAN = '4111111111111111';

  it('is removed wherever it stands', () => {
    const message = element('CardServiceResponse', { CardPAN: PAN, Note: `card ${PAN}` }, [
      element('Authorisation', { CardPAN: '6805330010086784747', ExpiryDate: '1227' }),
      element('CardValue', {}, [element('Track2', {}, `${PAN}=1227`), element('ExpiryDate', {}, '1227')]),
      element('InSecureData', {}, [element('SecureDataFlow', {}, [element('Data', {}, PAN)])]),
      element('TextLine', {}, 'Karte 4111 1111 1111 1111 gültig'),
      element('CardPAN', {}, PAN),
    ]);
    const left = xmlText(withoutCardData(message));
    for (const secret of [PAN, PAN.slice(0, 12), '680533', '1227', '4111 1111']) expect(left).not.toContain(secret);
    expect(find(withoutCardData(message), 'Authorisation')?.attributes.CardPAN).toBe('****4747');
    expect(textOf(withoutCardData(message), 'TextLine')).toMatch(/1111 gültig$/);
  });

  it.each([`${PAN}=2512`, `${PAN}D25121010000`, `${PAN}^MUSTER/ERIKA^2512101`, `${PAN} = 2512`])(
    'is no part of the last four digits: %s',
    track => {
      expect(withoutCardData(element('Authorisation', { CardPAN: track })).attributes.CardPAN).toBe('****1111');
    },
  );

  it.each(['ExpDate', 'CardExpiry', 'ValidThru', 'ValidUntil', 'CardNo', 'CardExp'])('is removed from %s', named => {
    expect(withoutCardData(element('Authorisation', { [named]: '12/25' })).attributes[named]).toBe('*');
    expect(withoutCardData(element(named, {}, '9792123456789018')).text).toBe('*');
  });

  it.each(['\u00a0', '\u202f', '\u2013'])('is found in groups that are separated by %j', gap => {
    const [first, ...groups] = ['Gültig: 4111', '1111', '1111', '1111 €'];
    const { text: left } = withoutCardData(element('TextLine', {}, [first, ...groups].join(gap)));
    expect(left).toBe(['Gültig: ****', '****', '****', '1111 €'].join(gap));
  });

  it.each([...'\x01\x07\x0b\x0c\x0e\x14\x1a\x1b\x1f\x7f\x85\xad\u200b\u200d\u2060\ufeff\uffff'])(
    'is found where %j parts it, which nobody sees',
    sign => {
      const parted = `41111111${sign}11111111`;
      const sent = `<a Note="card ${parted}"><b>Karte ${parted}</b><c><![CDATA[Karte ${parted}]]></c></a>`;
      const left = withoutCardData(parseXml(Buffer.from(sent)));
      expect(xmlText(left).match(/\d+/g)).toEqual(['1111', '1111', '1111']);
    },
  );

  it('is removed without a change to anything else', () => {
    const plain = element(
      'Terminal',
      { TerminalID: '60001234', STAN: '021601', TimeStamp: `${timeStamp()}-00:00` },
      'Ä 12',
    );
    expect(withoutCardData(plain)).toEqual(plain);
  });
});
