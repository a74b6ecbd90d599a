/** The displays that follow now, by their streams. A display whose rights or facts changed comes back by itself. */
import type { ServerResponse } from 'node:http';

export interface DisplayReaders {
  add(display: string, merchant: string, response: ServerResponse): void;
  isFollowing(display: string): boolean;
  /** Ends the streams of a display: it opens another one, or learns that it may not. */
  reopen(display: string): void;
  reopenAll(merchant: string): void;
  close(): void;
}

/** Streams of one display: a page that was opened again may still hold its old one for a moment. */
const MOST_STREAMS = 4;

export function createDisplayReaders(): DisplayReaders {
  const open = new Map<ServerResponse, { readonly display: string; readonly merchant: string }>();
  const end = (wanted: (reader: { display: string; merchant: string }) => boolean) => {
    for (const [response, reader] of open) if (wanted(reader)) response.destroy();
  };
  return {
    add(display, merchant, response) {
      open.set(response, { display, merchant });
      response.once('close', () => open.delete(response));
      const own = [...open].filter(([, reader]) => reader.display === display);
      for (const [oldest] of own.slice(0, Math.max(0, own.length - MOST_STREAMS))) oldest.destroy();
    },
    isFollowing: display => [...open.values()].some(reader => reader.display === display),
    reopen: display => end(reader => reader.display === display),
    reopenAll: merchant => end(reader => reader.merchant === merchant),
    close: () => end(() => true),
  };
}
