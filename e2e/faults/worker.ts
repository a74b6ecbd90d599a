/** One worker of the long run: gets its share and reports every result. */
import { type CutPoint, cutAll } from './cuts.ts';
import { type DiskPoint, failAll } from './failingDisk.ts';
import { killAll } from './kills.ts';
import { type LatePoint, lateAll } from './late.ts';
import { playAll } from './model.ts';
import { type RealPoint, realAll } from './real.ts';

export type Share =
  | { readonly what: 'cuts'; readonly points: readonly CutPoint[] }
  | { readonly what: 'late'; readonly points: readonly LatePoint[] }
  | { readonly what: 'real'; readonly points: readonly RealPoint[] }
  | { readonly what: 'kills'; readonly moments: readonly number[] }
  | { readonly what: 'disk'; readonly points: readonly DiskPoint[] }
  | { readonly what: 'model'; readonly seeds: readonly number[] };

// Without the process that started the worker nobody reads the results.
process.once('disconnect', () => process.exit(1));
process.once('message', async (share: Share) => {
  for await (const result of resultsOf(share)) process.send?.(result);
  process.exit(0);
});

function resultsOf(share: Share) {
  switch (share.what) {
    case 'cuts':
      return cutAll(share.points);
    case 'late':
      return lateAll(share.points);
    case 'real':
      return realAll(share.points);
    case 'kills':
      return killAll(share.moments);
    case 'disk':
      return failAll(share.points);
    case 'model':
      return playAll(share.seeds);
  }
}
