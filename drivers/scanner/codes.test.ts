/** Codes in the bytes of a scanner. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCodeReader, LONGEST_CODE, type ScanFormat } from './codes.ts';

function read(format: Partial<ScanFormat>, ...chunks: (string | Buffer)[]) {
  const codes: string[] = [];
  let noise = 0;
  const reader = createCodeReader(
    { prefix: '', suffix: 'line', ...format },
    code => codes.push(code),
    () => (noise += 1),
  );
  for (const chunk of chunks) reader.read(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, 'latin1'));
  return { codes, noise, reader };
}

it('gives the same codes wherever the bytes are split', () => {
  const code = fc.stringMatching(/^[!-~]{1,40}$/);
  fc.assert(
    fc.property(
      fc.array(code, { maxLength: 6 }),
      fc.constantFrom('\r', '\n', '\r\n'),
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      (sent, end, sizes) => {
        const bytes = Buffer.from(sent.map(one => one + end).join(''), 'latin1');
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value as number;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read({}, ...chunks)).toMatchObject({ codes: sent, noise: 0 });
      },
    ),
  );
});

it('takes prefix and frame off, and knows the ends of other formats', () => {
  expect(read({ prefix: ']E0' }, ']E04006381333931\r', '4006381333931\r\n').codes).toEqual([
    '4006381333931',
    '4006381333931',
  ]);
  expect(read({ suffix: 'etx' }, '\u000212345\u0003\u000267890\u0003').codes).toEqual(['12345', '67890']);
  expect(read({ suffix: 'tab' }, '12345\t').codes).toEqual(['12345']);
  expect(read({}, '\u000212345\u0003\r\n').codes).toEqual(['12345']);
});

it('calls bytes of another speed noise, and reads the next code', () => {
  const { codes, noise } = read(
    {},
    Buffer.from([0xff, 0x80, 0x12, 0x0d]),
    '12345\r',
    `${'7'.repeat(LONGEST_CODE + 5)}\r`,
    '67890\r',
  );
  expect([codes, noise]).toEqual([['12345', '67890'], 2]);
});

it('forgets half a code when the line broke', () => {
  const { codes, reader } = read({}, '40063');
  reader.forget();
  reader.read(Buffer.from('12345\r'));
  expect(codes).toEqual(['12345']);
});

it('ends a code without a suffix by a pause', async () => {
  const code = await new Promise<string>(resolve => {
    const reader = createCodeReader({ prefix: '', suffix: 'pause' }, resolve, () => undefined);
    reader.read(Buffer.from('400638'));
    reader.read(Buffer.from('1333931'));
  });
  expect(code).toBe('4006381333931');
});
