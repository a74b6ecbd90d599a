/**
 * May the program of this directory be updated, or the directory be given up? For whoever rolls out updates or takes a till
 * back; also while a bridge works with the directory.
 */

import { createUndelivered, type Undelivered, undeliveredLines } from '../store/undelivered.ts';
import { createUnfinished, mayReplace, type Unfinished } from '../store/unfinished.ts';
import { openForReading, type Reading } from '../store/unlockedReading.ts';

type Say = (line: string) => void;

const FOUND = 3;

/** 0 nothing speaks against it, 3 something waits. Throws `DatabaseRefusal` where there is nothing that can be read. */
export function sayMayReplace(directory: string, say: Say): number {
  const reading = openForReading(directory);
  try {
    const undelivered = undeliveredIn(reading);
    const unfinished = unfinishedIn(reading);
    const waiting = Math.max(0, ...undelivered.map(target => target.waiting));
    for (const line of [...unfinishedLines(unfinished), ...undeliveredLines(undelivered)]) say(`waits: ${line}`);
    const isFree = mayReplace({ ...unfinished, waiting });
    if (!isFree) say('not now: start the till and let it send, then ask again');
    else if (undelivered.length > 0)
      say('the program may be updated; the directory may not be given up until a manager has decided about the rest');
    else say('the program may be updated, and the directory may be given up');
    return isFree && undelivered.length === 0 ? 0 : FOUND;
  } finally {
    reading.close();
  }
}

/** The same about the program alone: 0 it may be replaced now, 3 something waits. Throws `DatabaseRefusal`. */
export function sayMayUpdate(directory: string, say: Say): number {
  const reading = openForReading(directory);
  try {
    const undelivered = undeliveredIn(reading).filter(({ waiting }) => waiting > 0);
    const unfinished = unfinishedIn(reading);
    for (const line of [...unfinishedLines(unfinished), ...undeliveredLines(undelivered)]) say(`waits: ${line}`);
    const isFree = mayReplace({ ...unfinished, waiting: Math.max(0, ...undelivered.map(({ waiting }) => waiting)) });
    say(isFree ? 'the program may be updated' : 'not now');
    return isFree ? 0 : FOUND;
  } finally {
    reading.close();
  }
}

/** A database of a version before the queue has nothing that waits. */
export function undeliveredIn(reading: Pick<Reading, 'prepare'>): readonly Undelivered[] {
  try {
    return createUndelivered(reading)();
  } catch (error) {
    if (/no such table/.test(String(error))) return [];
    throw error;
  }
}

const NOTHING: Unfinished = { running: 0, unknown: 0, midTender: 0 };

function unfinishedIn(reading: Reading): Unfinished {
  try {
    return createUnfinished(reading)();
  } catch (error) {
    if (/no such (table|column)/.test(String(error))) return NOTHING;
    throw error;
  }
}

const unfinishedLines = ({ running, unknown, midTender }: Unfinished): readonly string[] => [
  ...(running > 0 ? [`${running} payments are under way`] : []),
  ...(unknown > 0 ? [`of ${unknown} payments nobody knows whether money moved`] : []),
  ...(midTender > 0 ? [`${midTender} sales are paid in part`] : []),
];
