/** The lines of the shell that ran in any application of a run: V8 counts, and the source map names the sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Recorded {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

export interface Coverage {
  readonly lines: number;
  /** Sources that have lines. */
  readonly sources: readonly string[];
  /** Lines that no application ran, each with its source. */
  readonly missed: readonly string[];
}

/** `folder` holds what `NODE_V8_COVERAGE` wrote; `built` is the folder of the bundles, of whose sources those below `place` count. */
export function coverageOf(folder: string, built: string, place: string): Coverage {
  const bundles = readdirSync(built)
    .filter(name => /\.c?js$/.test(name) && holds(join(built, `${name}.map`), place))
    .map(name => join(built, name));
  const runs = runsOf(folder, new Set(bundles.map(urlOf)));
  const lines = bundles.flatMap(bundle => {
    const own = runs.get(urlOf(bundle)) ?? [];
    return [...linesOf(bundle, place)].map(({ source, code, from, to }) => ({
      source,
      code,
      ran: own.some(ranges => ran(ranges, from, to)),
    }));
  });
  const missed = lines.filter(line => !line.ran);
  const sources = [...new Set(lines.map(({ source }) => source))];
  return { lines: lines.length, sources, missed: missed.map(({ source, code }) => `${source}: ${code}`) };
}

const urlOf = (bundle: string): string => pathToFileURL(bundle).href;

/** True where the map of a bundle names sources below `place`. */
const holds = (map: string, place: string): boolean => existsSync(map) && readFileSync(map, 'utf8').includes(place);

/** The ranges of each run of a bundle, the smallest first. A record also holds every package, so no more than one is kept at a time. */
function runsOf(folder: string, urls: ReadonlySet<string>): Map<string, Range[][]> {
  const runs = new Map<string, Range[][]>();
  const size = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded;
    for (const { url, functions } of result.filter(script => urls.has(script.url))) {
      const ranges = functions.flatMap(one => one.ranges).sort((a, b) => size(a) - size(b));
      runs.set(url, [...(runs.get(url) ?? []), ranges]);
    }
  }
  return runs;
}

/** The smallest range around a line decides. */
function ran(ranges: readonly Range[], from: number, to: number): boolean {
  const inner = ranges.find(({ startOffset, endOffset }) => startOffset <= from && endOffset >= to);
  return inner !== undefined && inner.count > 0;
}

/** Lines with code of the sources below `place`, with their place in the bundle. */
function* linesOf(bundle: string, place: string) {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  let at = 0;
  for (const [number, line] of readFileSync(bundle, 'utf8').split('\n').entries()) {
    const code = line.trim();
    const column = line.indexOf(code);
    const entry = map.findEntry(number, column);
    const source = 'originalSource' in entry ? resolve(bundle, '..', entry.originalSource) : '';
    if (source.includes(place) && /\w/.test(code) && !/^(\/\/|\/?\*)/.test(code))
      yield { source: source.slice(source.indexOf(place)), code, from: at + column, to: at + column + code.length };
    at += line.length + 1;
  }
}
