/** A scanner at a real serial line that is unplugged and plugged in again. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../doubles/ptyPair.ts';
import { openScanner, type Scanner, type ScannerState } from './scanner.ts';

let line: PtyPair;
let scanner: Scanner;
const codes: string[] = [];
const states: ScannerState[] = [];
let wake = () => {};

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
  }
}

/** The scanner's side of the line. */
function send(text: string): void {
  const side = openSync(line.terminal, 'w');
  writeSync(side, text);
  closeSync(side);
}

beforeAll(async () => {
  line = await ptyPair();
  scanner = openScanner(
    { connection: { type: 'serial', path: line.till, baudRate: 9600, stopBits: 1 }, prefix: '', suffix: 'line' },
    {
      onCode(code) {
        codes.push(code);
        wake();
      },
      onNoise: () => undefined,
      onState(state) {
        states.push(state);
        wake();
      },
    },
  );
});
afterAll(async () => {
  await scanner.close();
  await line.close();
});

it('reads codes, comes back after it was unplugged, and reads on', async () => {
  await until(() => scanner.state === 'ready');
  send('4006381333931\r\n');
  await until(() => codes.length === 1);
  await line.unplug();
  await until(() => scanner.state === 'offline');
  await line.plug();
  await until(() => scanner.state === 'ready');
  send('4006381333948\r\n9276004000000018\r');
  await until(() => codes.length === 3);
  expect(codes).toEqual(['4006381333931', '4006381333948', '9276004000000018']);
  expect(states[0]).toBe('connecting');
  expect(states).toContain('offline');
});

it('refuses a port that another scanner holds, and says why', async () => {
  const reason = await new Promise<string>(resolve => {
    const second = openScanner(
      { connection: { type: 'serial', path: line.till }, prefix: '', suffix: 'line' },
      {
        ...{ onCode: () => undefined, onNoise: () => undefined },
        onState(state, why) {
          if (state === 'offline') void second.close().then(() => resolve(why ?? ''));
        },
      },
    );
  });
  expect(reason).not.toBe('');
});
