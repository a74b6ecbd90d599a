/** Changes and faults as lines for a console: of many of one part the first ones, then how many more there are. */
import type { InputFault } from '../masterData/shop.ts';
import type { PlannedChange } from './planBook.ts';

/** Lines of one part. */
const MOST = 20;

export function linesOf(all: readonly (InputFault | Pick<PlannedChange, 'part' | 'words'>)[]): readonly string[] {
  const parts = new Map<string, string[]>();
  for (const one of all) {
    const part = 'part' in one ? one.part : 'faults';
    const lines = parts.get(part) ?? [];
    lines.push('part' in one ? one.words.en : lineOf(one));
    parts.set(part, lines);
  }
  return [...parts].flatMap(([part, lines]) =>
    lines.length <= MOST
      ? lines
      : [...lines.slice(0, MOST), `… and ${(lines.length - MOST).toLocaleString('en')} more ${part}`],
  );
}

const lineOf = ({ path, texts }: InputFault): string => (path === '' ? texts.en : `${path}: ${texts.en}`);
