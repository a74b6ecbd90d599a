/** Files that a browser loads before a cashier can sell. */
import { gzipSync } from 'node:zlib';

/**
 * Bytes in gzip of what `index.html` names: the page draws its first screen from it. What the page loads later, so that a payment
 * can be finished while the bridge is away, is not counted.
 */
export async function firstScreenSize(url: string): Promise<number> {
  const page = await (await fetch(url)).text();
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`${url} names no script`);
  const bodies = names.map(async name => gzipSync(await (await fetch(new URL(name, url))).bytes()).length);
  return (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
}
