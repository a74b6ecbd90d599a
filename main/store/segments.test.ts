import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { openSegments } from './segments.ts';

afterAll(closeAll);

it('writes nothing once it is closed, above all not into whatever has the number of its file by then', () => {
  const directory = temporaryDirectory();
  const segments = openSegments(join(directory, 'journal'), { size: 1000, age: 1000 });
  segments.append('{"a":1}\n');
  segments.close();
  const other = join(directory, 'other');
  const handles = Array.from({ length: 8 }, () => openSync(other, 'a+'));
  segments.append('{"b":2}\n');
  segments.close();
  expect(readFileSync(other, 'utf8')).toBe('');
  expect(readFileSync(join(directory, 'journal', '00000001.jsonl'), 'utf8')).toBe('{"a":1}\n');
  for (const handle of handles) closeSync(handle);
});

it('closes no other file while the next one cannot be opened', () => {
  const directory = temporaryDirectory();
  const segments = openSegments(join(directory, 'journal'), { size: 8, age: 1000 });
  segments.append('{"a":1}\n');
  mkdirSync(join(directory, 'journal', '00000002.jsonl'));
  expect(() => segments.append('{"b":2}\n')).toThrow('EISDIR');
  const handles = Array.from({ length: 8 }, () => openSync(join(directory, 'other'), 'a+'));
  expect(() => segments.append('{"c":3}\n')).toThrow('EISDIR');
  for (const handle of handles) expect(() => closeSync(handle)).not.toThrow();
  segments.close();
});
