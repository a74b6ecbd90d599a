/**
 * The request that is being worked on, also inside the commit that its changes are part of. Steps need not hand it on:
 * a written row can name the request that wrote it, and a condition of the request can be checked where nothing can
 * come in between.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditChange } from './audit.ts';

export interface ObjectChange {
  readonly merchant: string;
  readonly object: string;
  readonly id: string;
  readonly type: 'added' | 'changed' | 'removed';
}

export interface RequestContext {
  /** Finds the request in the journal. */
  readonly supportId: string;
  /** First thing inside the first job of the request; what it throws undoes the job. */
  before: (() => void) | null;
  /** Last thing inside each job of the request that changed something. */
  readonly after: ((changes: readonly ObjectChange[]) => void) | null;
  /** Inside a job: writes an entry of the audit log, in the name of the caller. */
  readonly audit?: ((change: AuditChange) => void) | null;
  /** The right of a call that gives something away. */
  right?: Right | null;
  /** Null: the client waits as long as the setting `answerWithin` allows. */
  readonly preference?: AnswerPreference | null;
}

/** How long the client of a call waits for a terminal (header Prefer, RFC 7240). */
export interface AnswerPreference {
  /** Answer before the end, as soon as what the call begins is on disk; else only after `wait`. */
  readonly isAsync: boolean;
  /** Milliseconds; null: not said. */
  readonly wait: number | null;
  /** True once the call was answered with the state so far. */
  isAnsweredEarly: boolean;
}

/** The right that a request needs, checked again inside the job, where nothing can come in between. */
export interface Right {
  /** First thing inside each job until the right is used: what it throws undoes the job. */
  check(): void;
  /** Last thing inside the first job that changed or began something: the right is used up in that commit. */
  use(): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Jobs are synchronous, so a variable is enough there. */
let working: {
  readonly context: RequestContext;
  readonly changes: ObjectChange[];
  begun: boolean;
  audited: boolean;
} | null = null;

/** Runs `work`, and everything it starts, as part of the request. */
export const asRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** Runs `work` as something the bridge does of its own accord. */
export const outsideRequest = <T>(work: () => T): T => storage.exit(work);

/**
 * The job, to be run later, as part of the request that asks for it now. A commit that a full disk has undone runs its jobs again:
 * each then has the condition and the right that it had, because the disk does not know that they were used.
 */
export function bindToRequest<T>(job: () => T): () => T {
  const context = storage.getStore();
  if (!context) return job;
  let had: Pick<RequestContext, 'before' | 'right'> | null = null;
  return () => {
    had ??= { before: context.before, right: context.right ?? null };
    Object.assign(context, had);
    return inside(context, job);
  };
}

/** Inside a job: the request it belongs to; null where the bridge does something of its own accord. */
export const supportIdOfJob = (): string | null => working?.context.supportId ?? null;

/** The request that is being worked on, inside a job or not; null where the bridge does something of its own accord. */
export const supportIdOfWork = (): string | null => storage.getStore()?.supportId ?? null;

/** By device: the request that a terminal is at work for. */
const atTerminals = new Map<string, string>();

/** Runs `work`, during which the messages of the terminal belong to the request: they come over a line that knows no request. */
export async function atTerminal<T>(device: string, work: () => Promise<T>): Promise<T> {
  const supportId = supportIdOfWork();
  if (supportId === null) return work();
  atTerminals.set(device, supportId);
  try {
    return await work();
  } finally {
    if (atTerminals.get(device) === supportId) atTerminals.delete(device);
  }
}

/** Null: the terminal is not at work for a request. */
export const supportIdAtTerminal = (device: string): string | null => atTerminals.get(device) ?? null;

/** True inside a job: what it writes may still be undone. */
export const insideJob = (): boolean => working !== null;

/** The request that is being worked on needs this right for what it changes. */
export function needRight(right: Right): void {
  const context = storage.getStore();
  if (!context) throw new Error('a right was asked for outside of a request');
  context.right = right;
}

export const answerPreference = (): AnswerPreference | null => storage.getStore()?.preference ?? null;

/** Inside a job: something of the request's doing was written. */
export const noteChange = (change: ObjectChange): void => void working?.changes.push(change);

/** Inside a job: the caller did this, and the audit log says so in the same commit. Nothing is written where nobody called. */
export function noteAudit(change: AuditChange): void {
  if (!working) return;
  working.audited = true;
  working.context.audit?.(change);
}

/** Inside a job: money is asked for from now on, although no document has changed yet. */
export function noteMoneyRequested(): void {
  if (working) working.begun = true;
}

function inside<T>(context: RequestContext, job: () => T): T {
  const changes: ObjectChange[] = [];
  const work = { context, changes, begun: false, audited: false };
  working = work;
  try {
    context.before?.();
    context.right?.check();
    const value = job();
    // Cash and counts are no documents, and are done all the same.
    const isDone = changes.length > 0 || work.audited;
    if (isDone) context.after?.(changes);
    if (isDone || work.begun) {
      context.right?.use();
      context.right = null;
    }
    context.before = null;
    return value;
  } finally {
    working = null;
  }
}
