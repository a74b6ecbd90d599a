/** One open answer of server-sent events: with a heartbeat, and cut where its reader does not keep up. */
import type { ServerResponse } from 'node:http';
import { asksForHead } from '../http/hostRules.ts';

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
  if (asksForHead(response.req)) {
    response.end();
    return { send: () => undefined, begun: () => undefined };
  }
  response.write(': open\n\n');
  let backlog = Number.POSITIVE_INFINITY;
  const write = (frame: Frame) => {
    if (response.writableLength > backlog) response.destroy();
    // An answer behind another one on the same connection has no socket yet.
    else if (response.socket) response.socket.write(response.chunkedEncoding ? frame.chunk : frame.bytes);
    else response.write(frame.bytes);
  };
  const heartbeat = setInterval(() => write(ALIVE), HEARTBEAT);
  response.once('close', () => clearInterval(heartbeat));
  return {
    send: (name, data, id) => write(frameOf(name, data, id)),
    begun() {
      backlog = response.writableLength + BACKLOG;
      (response.socket ?? response).once('drain', () => {
        backlog = BACKLOG;
      });
    },
  };
}

/**
 * The bytes of an event, and the same as a chunk of HTTP. The framework would make the chunk anew for each reader, in three parts
 * that outlive a garbage collection: with 500 readers the heap grew by 100 MB, and V8 keeps what it once had.
 */
interface Frame {
  readonly bytes: Buffer;
  readonly chunk: Buffer;
}

function framed(text: string): Frame {
  const bytes = Buffer.from(text);
  return { bytes, chunk: Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) };
}

const ALIVE = framed(': alive\n\n');

/** The frame of the newest event: it goes to every reader, and what many readers let pile up are the same bytes. */
let newest: { readonly name: string; readonly data: string; readonly id: number | undefined; readonly frame: Frame } = {
  ...{ name: '', data: '', id: undefined },
  frame: ALIVE,
};

function frameOf(name: string, data: string, id: number | undefined): Frame {
  if (newest.data !== data || newest.name !== name || newest.id !== id)
    newest = {
      name,
      data,
      id,
      frame: framed(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`),
    };
  return newest.frame;
}
