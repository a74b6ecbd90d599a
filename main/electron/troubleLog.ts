/** Troubles of the shell, kept on this machine for the support: one line each, without cards, names and messages of errors. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const MOST = 200;

export interface TroubleLog {
  note(line: string): void;
  /** The newest lines, oldest first. */
  lines(): readonly string[];
}

export function troubleLogIn(file: string, now: () => Date = () => new Date()): TroubleLog {
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
  return {
    lines,
    note(line) {
      try {
        const kept = lines();
        if (kept.length >= 2 * MOST) writeFileSync(file, `${kept.slice(-MOST).join('\n')}\n`);
        appendFileSync(file, `${now().toISOString()} ${withoutNumbers(line.replaceAll('\n', ' '))}\n`);
      } catch {
        // A full disk: the journal of the system has the line.
      }
    },
  };
}

/** Long numbers may be cards; a time and a code are shorter. */
const withoutNumbers = (text: string): string => text.replace(/\d(?:[ -]?\d){7,}/g, '…');

/** The kind of an error and the places where it came from; its message may hold anything. */
export function traceOf(error: unknown): string {
  const { name = 'Error', stack = '' } = error instanceof Error ? error : {};
  const places = [...stack.matchAll(/^\s+at (?:.*?\()?(?:file:\/\/)?([^\s()]+?:\d+:\d+)\)?$/gm)];
  return [name, ...places.slice(0, 8).map(([, place = '']) => basename(place))].join(' at ');
}
