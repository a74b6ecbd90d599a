/**
 * Detects a scanner that types more slowly than the till expects: by the length of the code, its digits, and its even pace; and
 * one that halts within a code. Without this the code, or a part of it, would be lost unnoticed. Pure; times in milliseconds.
 */

import { type Key, MODIFIERS, shortestCode, type WedgeOptions } from './wedge.ts';

/** The last typed characters, each soon after the one before. */
export type KeyTrail = readonly Key[];

export interface SlowScan {
  readonly code: string;
  /** Longest pause between two keys; 0 where scanner, line or machine halted for a moment, and the rest was quick enough. */
  readonly pace: number;
}

/** Slowest pace that a till accepts from its scanner; people type at slower paces. */
export const slowestPace = 120;

/** The shortest code on goods has eight digits. A person who types eight digits evenly is only asked, and loses nothing. */
const SLOW_CODE = /^\d{8,}$/;

/** Adds a key to the trail. Modifier keys, which come before capitals, do not interrupt it. */
export function extendTrail(trail: KeyTrail, key: Key, isSuffix: boolean): KeyTrail {
  if (isSuffix || key.repeat || [...key.key].length !== 1) return !isSuffix && MODIFIERS.has(key.key) ? trail : [];
  const last = trail.at(-1);
  return last && key.time - last.time <= slowestPace ? [...trail, key] : [key];
}

/**
 * The scan with late keys that the suffix key ends; null when no key was late, or a person typed the characters. The fastest hand
 * does not strike two of three keys within the gap.
 */
export function slowScanIn(trail: KeyTrail, end: number, { prefix, gap }: WedgeOptions): SlowScan | null {
  const typed = trail.map(({ key }) => key).join('');
  const code = typed.startsWith(prefix) ? typed.slice(prefix.length) : '';
  const pauses = trail.map(({ time }, at) => (trail[at + 1]?.time ?? end) - time);
  const pace = Math.ceil(Math.max(...pauses));
  if (pace <= gap || pace > slowestPace || code.length < shortestCode) return null;
  if (pauses.filter(pause => pause > gap).length * 3 <= pauses.length) return { code, pace: 0 };
  return SLOW_CODE.test(code) && isEvenPace(pauses) ? { code, pace } : null;
}

/** True for the even pace of a machine; a person does not type eight keys evenly. */
function isEvenPace(pauses: readonly number[]): boolean {
  const sorted = pauses.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return sorted.at(-1)! - sorted[0]! <= Math.max(25, median / 2);
}

/** The gap for a scanner of this pace, with a reserve for a busy page, between `least` and `LARGEST_GAP`. */
export const gapFor = (pace: number, least: number): number =>
  Math.max(least, Math.min(LARGEST_GAP, Math.round(pace * 1.25)));

export const LARGEST_GAP = 150;
