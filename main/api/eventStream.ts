/** One open answer of server-sent events: with a heartbeat, and cut where its reader does not keep up. */
import type { ServerResponse } from 'node:http';

/** So that neither side mistakes silence for a dead line, ms. */
const HEARTBEAT = 15_000;
/** A reader that lets this much pile up behind what its stream began with is cut; it will resume, bytes. */
const BACKLOG = 524_288;

export interface EventStream<Name extends string> {
  /** `data` is JSON text; `id` is where a reader resumes. */
  send(name: Name, data: string, id?: number): void;
  /** The stream has begun: events that were missed lie in it now, and a reader may take its time for them. */
  begun(): void;
}

/** `headers`: what the checks before it have set, for example for browsers of other origins. */
export function openEventStream<Name extends string>(
  response: ServerResponse,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): EventStream<Name> {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  });
  response.write(': open\n\n');
  let backlog = Number.POSITIVE_INFINITY;
  const write = (bytes: Buffer) => {
    if (response.writableLength > backlog) response.destroy();
    else response.write(bytes);
  };
  const heartbeat = setInterval(() => write(ALIVE), HEARTBEAT);
  response.once('close', () => clearInterval(heartbeat));
  return {
    send: (name, data, id) => write(frameOf(name, data, id)),
    begun() {
      backlog = response.writableLength + BACKLOG;
      response.once('drain', () => {
        backlog = BACKLOG;
      });
    },
  };
}

const ALIVE = Buffer.from(': alive\n\n');

/** The frame of the newest event: it goes to every reader, and what many readers let pile up are the same bytes. */
let newest: { readonly name: string; readonly data: string; readonly id: number | undefined; readonly bytes: Buffer } =
  {
    ...{ name: '', data: '', id: undefined },
    bytes: ALIVE,
  };

function frameOf(name: string, data: string, id: number | undefined): Buffer {
  if (newest.data !== data || newest.name !== name || newest.id !== id) {
    const bytes = Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`);
    newest = { name, data, id, bytes };
  }
  return newest.bytes;
}
