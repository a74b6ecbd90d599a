/**
 * Detects a scanner that types more slowly than the till expects: by the length of the code, its digits, and its even pace; and
 * one that halts within a code. Without this the code, or a part of it, would be lost unnoticed. Pure; times in milliseconds.
 */

import { type Key, MODIFIERS, shortestCode, type WedgeOptions } from './wedge.ts';

/** A key of a trail. */
export interface TrailKey extends Key {
  /** Takes back what this key, and those behind it, did to the field where they went; at the first key of a burst. */
  readonly undo?: () => void;
}

/** The last typed characters, each soon after the one before. */
export type KeyTrail = readonly TrailKey[];

export interface SlowScan {
  readonly code: string;
  /** Longest pause between two keys; 0 where scanner, line or machine halted for a moment, and the rest was quick enough. */
  readonly pace: number;
  /** Keys that a machine typed, and that may have left something in a field. */
  readonly keys: KeyTrail;
}

/** Slowest pace that a till accepts from its scanner; people type at slower paces. */
export const slowestPace = 120;

/** Longest halt within a code, where its check digit or the keys before the halt show a machine. */
const LONGEST_HALT = 1000;

/** More keys than any code has. */
const LONGEST_TRAIL = 200;

/** Fastest hand: whoever strikes so many keys, each so soon after the other, is a machine. */
const HAND = { pause: 40, keys: 3 };

/** The shortest code on goods has eight digits. A person who types eight digits evenly is only asked, and loses nothing. */
const SLOW_CODE = /^\d{8,}$/;

/** Adds a key to the trail. Modifier keys, which come before capitals, do not interrupt it. */
export function extendTrail(trail: KeyTrail, key: TrailKey, isSuffix: boolean): KeyTrail {
  if (isSuffix || key.repeat || [...key.key].length !== 1) return !isSuffix && MODIFIERS.has(key.key) ? trail : [];
  const last = trail.at(-1);
  return last && key.time - last.time <= LONGEST_HALT ? [...trail.slice(1 - LONGEST_TRAIL), key] : [key];
}

/** A key was dropped within the trail, which goes on with what the key means in a code. */
export const stillTyped = (trail: KeyTrail, time: number, means: string): KeyTrail =>
  trail.length === 0 ? trail : [...trail, { key: means, time }];

/**
 * The scan with late keys that the suffix key ends; null when no key was late, or a person typed the characters. In a field people
 * type evenly, too, so nothing is a scan there for its pace alone.
 */
export function slowScanIn(trail: KeyTrail, end: number, options: WedgeOptions, inField = false): SlowScan | null {
  const last = trail.at(-1);
  if (!last || end - last.time > LONGEST_HALT) return null;
  const starts = [...trail.keys()].filter(at => at === 0 || trail[at]!.time - trail[at - 1]!.time > slowestPace);
  const tail = end - last.time > slowestPace ? [] : trail.slice(starts.at(-1));
  const parts = starts.map(at => trail.slice(at)).filter(keys => keys.length > tail.length);
  const slow = acrossHalt(parts, tail, end, options) ?? withLateKeys(tail, end, options, slowestPace);
  return slow?.pace && inField ? null : slow;
}

/**
 * The code of keys with halts among them that are longer than any pause within a scan. `parts` begin behind such a halt each: a
 * person may have typed what stands before one of them, also before `tail`, which has none.
 */
function acrossHalt(parts: readonly KeyTrail[], tail: KeyTrail, end: number, options: WedgeOptions): SlowScan | null {
  const scans = parts.map(keys => withLateKeys(keys, end, options, LONGEST_HALT)).filter(scan => scan?.pace === 0);
  const byMachine = parts.find(startsByMachine);
  const code = codeOf(tail, options);
  const whole = scans.find(scan => scan && startsByMachine(scan.keys) && isGtin(scan.code));
  if (whole) return whole;
  if (isGtin(code)) return byMachine ? { code, pace: 0, keys: byMachine } : null;
  return scans.find(scan => scan && (startsByMachine(scan.keys) || isGtin(scan.code))) ?? null;
}

/** The fastest hand does not strike two of three keys within the gap. */
function withLateKeys(keys: KeyTrail, end: number, options: WedgeOptions, most: number): SlowScan | null {
  const code = codeOf(keys, options);
  const pauses = keys.map(({ time }, at) => (keys[at + 1]?.time ?? end) - time);
  const pace = Math.ceil(Math.max(...pauses));
  if (pace <= options.gap || pace > most || code.length < shortestCode) return null;
  if (pauses.filter(pause => pause > options.gap).length * 3 <= pauses.length) return { code, pace: 0, keys };
  return SLOW_CODE.test(code) && isEvenPace(pauses) ? { code, pace, keys } : null;
}

function codeOf(keys: KeyTrail, { prefix }: WedgeOptions): string {
  const typed = keys.map(({ key }) => key).join('');
  return typed.startsWith(prefix) ? typed.slice(prefix.length) : '';
}

/** True for keys of a machine soon after a code that a silence has ended at this time: they are the rest of it. */
export const isCut = (trail: KeyTrail, cut: number): boolean =>
  startsByMachine(trail) && trail[0]!.time - cut <= LONGEST_HALT;

const startsByMachine = (keys: KeyTrail): boolean =>
  keys.length >= HAND.keys && keys.slice(1, HAND.keys).every(({ time }, at) => time - keys[at]!.time <= HAND.pause);

/** Digits of a code on goods whose check digit is right: weights 1 and 3 in turn, from the right. */
const isGtin = (code: string): boolean =>
  /^(?:\d{8}|\d{12,14})$/.test(code) &&
  [...code].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;

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
