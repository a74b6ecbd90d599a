/** The debugging protocol of a Chromium, spoken over its socket; each page has a session of its own on the same socket. */
import { EventEmitter, once } from 'node:events';
import type { CDPSession } from '@playwright/test';

/** Commands and events of the browser or of one page, with the protocol's own types. */
export type Session = Pick<CDPSession, 'send' | 'on'>;

export interface Chromium extends Session {
  /** The session of a page that this client has attached to. */
  session(id: string): Session;
}

interface Answer {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** `endpoint` is the address that the browser prints at its start, with `ws:`. */
export async function connectChromium(endpoint: string): Promise<Chromium> {
  const socket = new WebSocket(endpoint);
  await once(socket, 'open');
  const waiting = new Map<number, Waiting>();
  const sessions = new Map<string, EventEmitter>();
  let last = 0;

  socket.addEventListener('message', ({ data }) => {
    const { id, sessionId = '', method, params, result, error }: Answer = JSON.parse(String(data));
    if (method !== undefined) return void sessions.get(sessionId)?.emit(method, params);
    const call = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });

  function session(id: string): Session {
    const events = sessions.get(id) ?? new EventEmitter();
    sessions.set(id, events);
    const send = (method: string, params: object = {}) => {
      last += 1;
      const call = last;
      socket.send(JSON.stringify({ id: call, method, params, ...(id === '' ? {} : { sessionId: id }) }));
      return new Promise((resolve, reject) => waiting.set(call, { resolve, reject }));
    };
    return { send, on: events.on.bind(events) } as unknown as Session;
  }
  return { ...session(''), session };
}
