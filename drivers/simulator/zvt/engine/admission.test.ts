/** Commands that the virtual terminal does not admit, and its answers after any bytes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '../../../zvt/codec/apdu.ts';
import { packets } from '../../../zvt/codec/packets.ts';
import { ends, hexOf, openPair, until } from '../pair.fixture.ts';
import { connectTill } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const pay = () => send('authorisation', { amount: 1200 });

describe('an unknown command or bitmap', () => {
  it.each([
    ['a command nobody described', '06ee00'],
    ['a bitmap nobody described', '060109040000000012005f01'],
    ['an abort of nothing', '06b000'],
    ['a reserved command', '068200'],
  ])('is answered 84 83: %s', async (_, hex) => {
    await start();
    expect(hexOf(await pair.till.run(Buffer.from(hex, 'hex')))).toBe('848300');
    expect(ends(await pay())).toBe('completion');
  });
});

describe('after any bytes of a till', () => {
  it('the terminal answers the next right command', async () => {
    await start();
    const control = fc.constantFrom(...Object.values(packets).map(packet => packet.control));
    const apdu = fc.tuple(control, fc.uint8Array({ maxLength: 40 })).map(([code, data]) => {
      const head = Buffer.of(code >> 8, code & 0xff, data.length);
      return Buffer.concat([head, data]);
    });
    await fc.assert(
      fc.asyncProperty(fc.array(apdu, { maxLength: 4 }), async apdus => {
        pair.till.close(); // one of the commands makes the terminal start anew
        const hostile = await connectTill(pair.virtual.port);
        await until(() => pair.virtual.terminal.connections === 1);
        for (const one of apdus) hostile.send(one);
        hostile.close();
        await until(() => pair.virtual.terminal.connections === 0 && !pair.virtual.terminal.isBusy);
        pair.till = await connectTill(pair.virtual.port);
        expect(hexOf(await pair.till.run(encode('statusEnquiry', { serviceByte: 2 })))).toMatch(/^060f/);
      }),
      { numRuns: 200 },
    );
  });
});
