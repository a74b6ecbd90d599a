/**
 * A scanner that types more slowly than the till was set for. Its code goes into nothing unless somebody notices: told from
 * a person by its length, its digits and the evenness of its pace. Pure; times in milliseconds.
 */

import { type Key, shortestCode, type WedgeOptions } from './wedge.ts';

/** The characters typed last, none of them long after the one before. */
export type KeyTrail = readonly Key[];

export interface SlowScan {
  readonly code: string;
  /** Longest pause between two keys. */
  readonly pace: number;
}

/** Slower than this no till waits for its scanner: people type as fast. */
export const slowestPace = 120;

/** While somebody teaches the till its scanner, so that one that is too slow can be named. */
const TEACHING = 400;

/** Eight digits are the shortest code on goods; who types eight digits as evenly is asked, and loses nothing. */
const SHORTEST = 8;

/** Modifiers come between the characters of capitals and do not interrupt. */
export function extendTrail(trail: KeyTrail, key: Key, isSuffix: boolean): KeyTrail {
  if (isSuffix || key.repeat || [...key.key].length !== 1)
    return key.key.length > 1 && !isSuffix && isModifier(key) ? trail : [];
  const last = trail.at(-1);
  return last && key.time - last.time <= TEACHING ? [...trail.slice(-LONGEST), key] : [key];
}

const isModifier = ({ key }: Key): boolean => ['Shift', 'AltGraph', 'CapsLock', 'Control', 'Alt'].includes(key);

const LONGEST = 200;

/** What the key that ends a scan makes of the characters before it; null where a person typed them. */
export function slowScanIn(trail: KeyTrail, end: number, { prefix, gap }: WedgeOptions): SlowScan | null {
  const typed = trail.map(({ key }) => key).join('');
  const code = typed.startsWith(prefix) ? typed.slice(prefix.length) : '';
  if (!/^\d+$/.test(code) || code.length < SHORTEST) return null;
  const pauses = pausesOf(trail, end);
  const pace = Math.ceil(Math.max(...pauses));
  return pace > gap && pace <= slowestPace && isEvenPace(pauses) ? { code, pace } : null;
}

/** The pace of a code that was scanned to teach the till; null where that was no code. */
export function paceOf(trail: KeyTrail, end: number): number | null {
  const pauses = pausesOf(trail, end);
  if (trail.length < shortestCode || Math.max(...pauses) > TEACHING) return null;
  return Math.ceil(Math.max(...pauses));
}

const pausesOf = (trail: KeyTrail, end: number): readonly number[] =>
  [...trail.map(({ time }) => time), end].slice(1).map((time, at) => time - trail[at]!.time);

/** A machine keeps its pace; a hand does not for eight keys. */
function isEvenPace(pauses: readonly number[]): boolean {
  const sorted = [...pauses].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return sorted.at(-1)! - sorted[0]! <= Math.max(25, median / 2);
}

/** The gap for a scanner of this pace: some room for a busy moment, and bounded on both sides. */
export const gapFor = (pace: number, least: number): number =>
  Math.max(least, Math.min(LARGEST_GAP, Math.round(pace * 1.25)));

export const LARGEST_GAP = 150;
