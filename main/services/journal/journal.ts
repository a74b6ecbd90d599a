/**
 * The journal of every request, answer, change and push attempt, for those who look for the reason of something.
 * Entries wait in memory for a moment and are then masked and written together, off the way of the requests. It may lose
 * the last moment when the bridge is killed: what counts is in the database.
 */

import type { Segments } from '../../store/segments.ts';
import { lineOf, type Masking, type Note, noteEntry, type RequestFacts, requestEntry } from './entries.ts';

export interface Journal {
  request(facts: RequestFacts): void;
  note(entry: Note): void;
  /** Everything that was noted until now, newest first. */
  newestFirst(): AsyncGenerator<readonly string[]>;
  close(): void;
}

export interface JournalParts {
  /** `errors` keeps refused requests and failed pushes only. */
  readonly level: 'errors' | 'all';
  readonly segments: Segments;
  readonly masking: Masking;
  log(level: 'error', message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** How long entries wait for company, ms. */
const WAIT = 250;
/** Bodies of successful requests in one writing, characters: more would slow down the requests that follow. */
const ROOM = 32_768;
/** More than this is not waited with. */
const MOST = 5000;

type Waiting = RequestFacts | Note;

export function createJournal({ level, segments, masking, log }: JournalParts): Journal {
  let waiting: Waiting[] = [];
  let room = ROOM;
  let timer: NodeJS.Timeout | undefined;
  let broken = false;

  function add(one: Waiting) {
    waiting.push(one);
    if (waiting.length >= MOST) return flush();
    timer ??= setTimeout(flush, WAIT).unref();
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    room = ROOM;
    const lines = entries.map(one => lineOf('kind' in one ? noteEntry(one, masking) : requestEntry(one, masking)));
    write(lines.join(''));
  }

  function fits({ status, body, answer }: RequestFacts): boolean {
    if (status >= 400) return true;
    const size = body.length + (answer?.length ?? 0);
    // The first one is kept however long it is.
    if (size > room && room < ROOM) return false;
    room -= size;
    return true;
  }

  function write(lines: string) {
    try {
      segments.append(lines);
      broken = false;
    } catch (error) {
      if (!broken) log('error', 'the journal cannot be written', { error: String(error) });
      broken = true;
    }
  }

  return {
    request(facts) {
      if (level === 'all' || facts.status >= 400) add(fits(facts) ? facts : withoutBodies(facts));
    },
    note(entry) {
      if (level === 'all' || (entry.kind === 'push' && entry.state !== 'delivered')) add(entry);
    },
    newestFirst() {
      flush();
      return segments.newestFirst();
    },
    close() {
      flush();
      segments.close();
    },
  };
}

/** Drops bodies for which there is no room. Copied member by member, because nearly every request passes here. */
function withoutBodies(facts: RequestFacts): RequestFacts {
  const { at, ms, supportId, merchant, client, staff, method, url, status, answerType } = facts;
  return {
    at,
    ms,
    supportId,
    merchant,
    client,
    staff,
    method,
    url,
    status,
    answerType,
    headers: NO_HEADERS,
    body: '',
    answer: null,
  };
}

const NO_HEADERS = {};
