/** One worker of the long run: is told its share, tells every result. */
import { type CutPoint, cutAll } from './cuts.ts';
import { killAll } from './kills.ts';

export type Share =
  | { readonly what: 'cuts'; readonly points: readonly CutPoint[] }
  | { readonly what: 'kills'; readonly moments: readonly number[] };

// Without the one that asked there is nobody to tell.
process.once('disconnect', () => process.exit(1));
process.once('message', async (share: Share) => {
  const results = share.what === 'cuts' ? cutAll(share.points) : killAll(share.moments);
  for await (const result of results) process.send?.(result);
  process.exit(0);
});
