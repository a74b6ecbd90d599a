/** The picture of an article: loaded once it is in sight and the browser is idle, and kept for the next time it is drawn. */

import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { problemOf } from '../../bridge/problem.ts';

/** Addresses in this page by address at the bridge; that address names the picture's hash, so a picture never changes. */
const loaded = new Map<string, Promise<string>>();

/** More than any screen shows at once; the browser keeps the others by their ETag. */
const KEPT = 200;

function load(client: Pick<BridgeClient, 'file'>, path: string): Promise<string> {
  const known = loaded.get(path);
  if (known) return known;
  const begun = client.file(path).then(content => URL.createObjectURL(content));
  loaded.set(path, begun);
  begun.catch(() => loaded.delete(path));
  const [oldest] = loaded.keys();
  if (loaded.size > KEPT && oldest !== undefined) {
    // Pictures that are drawn stay drawn: only a picture drawn anew is loaded again.
    void loaded.get(oldest)?.then(URL.revokeObjectURL, problemOf);
    loaded.delete(oldest);
  }
  return begun;
}

export default function ArticlePicture({ path, className }: { readonly path: string; readonly className: string }) {
  const { client } = useApp();
  const place = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    const show = () =>
      load(client, path).then(
        found => left || setAddress(found),
        error => void problemOf(error),
      );
    const sight = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        requestIdleCallback(() => left || void show(), { timeout: 2000 });
      },
      { rootMargin: '200px' },
    );
    if (place.current) sight.observe(place.current);
    return () => {
      left = true;
      sight.disconnect();
    };
  }, [client, path]);
  return (
    <span ref={place} aria-hidden="true" className={`block shrink-0 overflow-hidden rounded ${className}`}>
      {address !== null && <img src={address} alt="" decoding="async" className="size-full object-cover" />}
    </span>
  );
}
