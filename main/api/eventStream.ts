/** One open answer of server-sent events: with a heartbeat, and cut where its reader does not keep up. */
import type { ServerResponse } from 'node:http';

/** So that neither side mistakes silence for a dead line, ms. */
const HEARTBEAT = 15_000;
/** A reader that lets this much pile up is cut; it will resume, bytes. */
const BACKLOG = 4_194_304;

export interface EventStream<Name extends string> {
  /** `data` is JSON text; `id` is where a reader resumes. */
  send(name: Name, data: string, id?: number): void;
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
  const write = (text: string) => {
    if (response.writableLength > BACKLOG) response.destroy();
    else response.write(text);
  };
  const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT);
  response.once('close', () => clearInterval(heartbeat));
  return {
    send: (name, data, id) => write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`),
  };
}
