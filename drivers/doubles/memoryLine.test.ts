/** The line in memory behaves like a transport, with and without faults. */
import { describe, expect, it } from 'vitest';
import type { Transport } from '../transport/transport.ts';
import { memoryLine } from './memoryLine.ts';

function collect(transport: Transport): { pieces: string[]; down: Promise<void> } {
  const pieces: string[] = [];
  const down = new Promise<void>(resolve => {
    transport.listen({ bytes: chunk => pieces.push(chunk.toString()), down: () => resolve() });
  });
  return { pieces, down };
}

describe('a line in memory', () => {
  it('carries bytes both ways, including bytes from before a receiver was set', async () => {
    const [till, terminal] = memoryLine();
    till.write(Buffer.from('early'));
    await new Promise(resolve => setImmediate(resolve));
    const there = collect(terminal);
    const here = collect(till);
    terminal.write(Buffer.from('answer'));
    till.close();
    await Promise.all([there.down, here.down]);
    expect([there.pieces, here.pieces]).toEqual([['early'], ['answer']]);
    expect(till.write(Buffer.from('late'))).toBe(false);
    expect(terminal.isDown).toBe(true);
  });

  it('splits writes, and breaks after the given number of bytes', async () => {
    const [till, terminal] = memoryLine([{ pieces: 2, cutAfter: 5 }]);
    const there = collect(terminal);
    collect(till);
    till.write(Buffer.from('abc'));
    till.write(Buffer.from('defg'));
    await there.down;
    expect(there.pieces).toEqual(['ab', 'c', 'de']);
  });
});
