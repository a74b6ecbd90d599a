/** The changes of a set-up in words, each with its job, and the faults that keep it from being carried out. */
import type { Change, MasterData } from '../masterData/masterData.ts';
import type { InputFault } from '../masterData/shop.ts';

export type Words = InputFault['texts'];

/** Parts that are counted together when a set-up has many of them. */
export type PlanPart =
  | 'shop'
  | 'people'
  | 'clients'
  | 'terminals'
  | 'tills'
  | 'groups'
  | 'articles'
  | 'cards'
  | 'campaigns'
  | 'targets';

/** Tools of the jobs of one set-up. Ids of what is made in the same set-up are found by name. */
export interface Applying {
  readonly data: MasterData;
  readonly change: Change;
  readonly terminals: Map<string, string>;
  readonly cardGroups: Map<string, string>;
}

export interface PlannedChange {
  readonly part: PlanPart;
  readonly words: Words;
  readonly job: (applying: Applying) => void;
}

/** Collected while the parts are planned, one after the other. */
export class PlanBook {
  readonly changes: PlannedChange[] = [];
  readonly faults: InputFault[] = [];
  readonly warnings: InputFault[] = [];

  add(part: PlanPart, de: string, en: string, job: PlannedChange['job']): void {
    this.changes.push({ part, words: { de, en }, job });
  }

  fault(path: string, de: string, en: string): void {
    this.faults.push({ path, texts: { de, en } });
  }

  warn(path: string, de: string, en: string): void {
    this.warnings.push({ path, texts: { de, en } });
  }

  /** Two of one name, in any case of letters. */
  refuseTwice(path: string, names: readonly string[]): void {
    const seen = new Set<string>();
    for (const [index, name] of names.entries()) {
      if (seen.has(name.toLowerCase()))
        this.fault(`${path}[${index}]`, `${name} steht zweimal da.`, `${name} stands there twice.`);
      seen.add(name.toLowerCase());
    }
  }
}

/** Lines of one part. */
const MOST = 20;

/** Changes and faults as lines for a console: of many of one part the first ones, then how many more there are. */
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
