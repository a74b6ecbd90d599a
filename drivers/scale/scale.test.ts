/** A scale at a real serial line: what it weighs, and every reason why it does not. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../doubles/ptyPair.ts';
import { openVirtualScale, type ScaleLoad, type VirtualScale } from '../simulator/scale/virtualScale.ts';
import { readLine, weightIn, weightLine } from './adam.ts';
import { dialogBytes, priceOfGrams, readDialog } from './dialog06.ts';
import { openScale, type Scale, type ScaleState, scaleProtocols } from './scale.ts';

/** Resolves once the scale is in this state. */
function inState(
  scale: { readonly scale: Scale; readonly onState: Set<() => void> },
  wanted: ScaleState,
): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (scale.scale.state !== wanted) return;
      scale.onState.delete(look);
      resolve();
    };
    scale.onState.add(look);
    look();
  });
}

describe.each(scaleProtocols)('%s', protocol => {
  let line: PtyPair;
  let virtual: VirtualScale;
  const onState = new Set<() => void>();
  let scale: Scale;
  const weigh = (load: ScaleLoad, price = 1990) => {
    virtual.load = load;
    return scale.weigh(price);
  };

  beforeAll(async () => {
    line = await ptyPair();
    virtual = await openVirtualScale(line.terminal, protocol);
    scale = openScale({ protocol, connection: { type: 'serial', path: line.till } }, () => {
      for (const look of onState) look();
    });
    await inState({ scale, onState }, 'ready');
  });
  afterAll(async () => {
    await scale.close();
    await virtual.close();
    await line.close();
  });

  it('weighs, with the price of the law where the scale works it out', async () => {
    // 0.750 kg at 19.90 are 14.925: half a cent is rounded up.
    const price = protocol === 'dialog06' ? 1493 : null;
    expect(await weigh({ grams: 750 })).toEqual({ kind: 'weight', grams: 750, price });
    expect(await weigh({ grams: 15_000 }, 1)).toMatchObject({ kind: 'weight', grams: 15_000 });
  });

  it('says why it does not weigh', async () => {
    const said = async (load: ScaleLoad) => (await weigh(load)).kind;
    expect(await said({ grams: 750, isMoving: true })).toBe('moving');
    expect(await said({ grams: -20 })).toBe('negative');
    expect(await said({ grams: 0 })).toBe('empty');
    expect(await said({ grams: 15_001 })).toBe('overload');
    expect(await said({ grams: 750, isSilent: true })).toBe('silent');
    // An answer that comes too late is none to the next question.
    expect(await said({ grams: 100 })).toBe('weight');
  });

  it('says what only this protocol can say', async () => {
    if (protocol === 'dialog06') expect(await weigh({ grams: 750, priceFault: 1 })).toMatchObject({ kind: 'differs' });
    else {
      expect(await weigh({ grams: 750, unit: 'lb' })).toMatchObject({ kind: 'unit' });
      expect(await weigh({ grams: 750, unit: 'g' })).toMatchObject({ kind: 'weight', grams: 750 });
      expect(await weigh({ grams: 750, hidesRest: true })).toMatchObject({ kind: 'weight', grams: 750 });
    }
  });

  it('answers one question after the other', async () => {
    virtual.load = { grams: 321 };
    const all = await Promise.all([scale.weigh(100), scale.weigh(200), scale.weigh(300)]);
    expect(all.map(({ kind }) => kind)).toEqual(['weight', 'weight', 'weight']);
  });

  it('says that it was unplugged, and weighs again when it is back', async () => {
    await virtual.close();
    await line.unplug();
    await inState({ scale, onState }, 'offline');
    expect(await scale.weigh(1990)).toMatchObject({ kind: 'offline' });
    await line.plug();
    virtual = await openVirtualScale(line.terminal, protocol);
    await inState({ scale, onState }, 'ready');
    expect(await weigh({ grams: 42 })).toMatchObject({ kind: 'weight', grams: 42 });
  });
});

describe('the codecs', () => {
  it('read what they write, wherever the line cuts it', () => {
    fc.assert(
      fc.property(fc.nat(15_000), fc.nat(999_999), fc.nat(40), (grams, unitPrice, cut) => {
        const price = priceOfGrams(grams, unitPrice) % 1_000_000;
        const bytes = dialogBytes({ kind: 'weight', grams, unitPrice, price });
        if (cut < bytes.length) expect(readDialog(bytes.subarray(0, cut))).toBeNull();
        expect(readDialog(bytes)).toEqual({
          message: { kind: 'weight', grams, unitPrice, price },
          length: bytes.length,
        });
        for (const isStable of [true, false, null])
          for (const sign of [1, -1]) {
            const said = { kind: 'weight', grams: sign * grams, isStable, unit: 'kg' } as const;
            const found = weightIn(readLine(weightLine(said))?.message ?? '');
            expect({ ...found, grams: found.grams + 0 }).toEqual({ ...said, grams: sign * grams + 0 });
          }
      }),
    );
  });

  it('make nothing of noise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), noise => {
        const bytes = Buffer.from(noise);
        const found = readDialog(bytes);
        if (found) expect(found.length).toBeGreaterThan(0);
        const line = readLine(bytes);
        if (line) expect(['weight', 'overload', 'garbled']).toContain(weightIn(line.message).kind);
      }),
    );
  });

  it.each([
    ['G +   2.00 kg', 2000, null],
    ['ST,GS,+  1.234kg', 1234, true],
    ['US,NT,-  0.020 kg', -20, false],
    ['   0.500kg', 500, null],
    ['N + 750 g', 750, null],
  ])('read %s', (line, grams, isStable) => {
    expect(weightIn(line)).toMatchObject({ kind: 'weight', grams, isStable });
  });

  it.each(['OL', 'ST,OL', '^^^^^^kg', 'G OL'])('read %s as too much', line => {
    expect(weightIn(line).kind).toBe('overload');
  });
});
