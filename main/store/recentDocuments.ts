/** The documents answered last, as bytes: what a till reads is mostly what it has just read. Bounded, never stale. */

export interface RecentDocuments {
  get(merchant: string, id: string): Buffer | undefined;
  keep(merchant: string, id: string, document: Buffer): void;
  /** Inside the job that writes the document, whether or not the job holds in the end. */
  forget(id: string): void;
  clear(): void;
}

const MOST = 1000;

export function createRecentDocuments(): RecentDocuments {
  const kept = new Map<string, { readonly merchant: string; readonly document: Buffer }>();
  return {
    get(merchant, id) {
      const found = kept.get(id);
      return found?.merchant === merchant ? found.document : undefined;
    },
    keep(merchant, id, document) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
      kept.set(id, { merchant, document });
    },
    forget: id => void kept.delete(id),
    clear: () => kept.clear(),
  };
}
