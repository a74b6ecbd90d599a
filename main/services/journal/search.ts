/** Searches the journal: by query, or everything of one request. */

import type { Query } from '../../query/ast.ts';
import type { QueryDeclaration } from '../../query/declaration.ts';
import { matches } from '../../query/evaluate.ts';
import type { JournalEntry, JournalStory } from '../../wire/journal.ts';
import type { Journal } from './journal.ts';

/** The properties that a word without a property is searched in, with their types; other properties compare by their values. */
const declaration = {
  table: 'journal',
  fields: {
    supportId: { type: 'text', column: 'supportId' },
    kind: { type: 'text', column: 'kind' },
    method: { type: 'text', column: 'method' },
    url: { type: 'text', column: 'url' },
    status: { type: 'number', column: 'status' },
    client: { type: 'text', column: 'client' },
    object: { type: 'text', column: 'object' },
    id: { type: 'text', column: 'id' },
    data: { type: 'text', column: 'data' },
    at: { type: 'timestamp', column: 'at' },
  },
} as const satisfies QueryDeclaration;

export interface JournalQuestion {
  readonly query: Query;
  /** The query as it was written. */
  readonly text: string;
  readonly count: number;
  readonly offset: number;
}

const SUPPORT_ID = /^(?:supportId:)?"?([0-9a-f]{10}-\d{1,15})"?$/i;

/** Whose entries somebody may see. */
export interface JournalReader {
  readonly merchant: string;
  /** Requests of this client alone; null: everything of the merchant. */
  readonly client: string | null;
}

export async function searchJournal(
  journal: Journal,
  { merchant, client }: JournalReader,
  { query, text, count, offset }: JournalQuestion,
): Promise<{ readonly count: number; readonly data: readonly JournalEntry[] }> {
  const data: JournalEntry[] = [];
  let found = 0;
  for await (const entry of entries(journal, merchant, SUPPORT_ID.exec(text.trim())?.[1] ?? '')) {
    if (client !== null && !isOf(client, entry)) continue;
    if (!matches(query, entry, declaration)) continue;
    if (found >= offset && data.length < count) data.push(entry);
    found += 1;
  }
  return { count: found, data };
}

/** Changes and pushes name no client: they belong to the request of their story. */
const isOf = (client: string, entry: JournalEntry): boolean => entry.kind === 'request' && entry.client === client;

/** Null where this reader has no such request. */
export async function storyOf(
  journal: Journal,
  { merchant, client }: JournalReader,
  supportId: string,
): Promise<JournalStory | null> {
  const own: JournalEntry[] = [];
  for await (const entry of entries(journal, merchant, supportId))
    if (entry.supportId === supportId) own.unshift(entry);
  if (own.length === 0 || (client !== null && !own.some(entry => isOf(client, entry)))) return null;
  return {
    supportId,
    request: own.find(entry => entry.kind === 'request') ?? null,
    changes: own.filter(entry => entry.kind === 'change'),
    pushes: own.filter(entry => entry.kind === 'push'),
  };
}

/** Newest first; `part` must stand in the text of the line, which is quicker to see than to parse it. */
async function* entries(journal: Journal, merchant: string, part: string): AsyncGenerator<JournalEntry> {
  for await (const lines of journal.newestFirst()) {
    for (const line of lines) {
      if (!line.includes(part)) continue;
      const entry = entryIn(line);
      if (entry && (entry.merchant === merchant || entry.merchant === null)) yield entry;
    }
  }
}

/** A line that a crash has cut is no entry. */
function entryIn(line: string): JournalEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
