/** Server-sent events of the virtual terminal: its state after every change, its messages as they pass. */
import type { ServerResponse } from 'node:http';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { stateOf } from './routes.ts';

/** By path: what each stream begins with and goes on with. */
export const streams: Readonly<Record<string, (terminal: VirtualTerminal, send: Send) => () => void>> = {
  '/events': followState,
  '/trace/events': followTrace,
};

type Send = (event: string, data: unknown) => void;

/** Answers with a stream that ends with its connection. */
export function stream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  follow: (send: Send) => () => void,
): void {
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const end = follow((event, data) => void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  response.once('close', end);
}

/** Changes of one moment are told together. */
function followState(terminal: VirtualTerminal, send: Send): () => void {
  let told = true;
  const tell = () => {
    told = true;
    send('state', stateOf(terminal));
  };
  tell();
  return terminal.onChange(() => {
    if (told) setImmediate(tell);
    told = false;
  });
}

/** The messages so far, then each new one. */
function followTrace({ log }: VirtualTerminal, send: Send): () => void {
  for (const line of log.lines()) send('message', line);
  return log.follow(line => send('message', line));
}
