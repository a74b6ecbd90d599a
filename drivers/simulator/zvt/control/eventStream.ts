/** Server-sent events of the virtual terminal: its state after every change, and its messages as they pass. */
import { PassThrough, type Readable } from 'node:stream';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { stateOf } from './state.ts';

type Send = (event: string, data: unknown) => void;

/** Sends the first events and every later one; returns the function that ends the stream. */
type Follow = (terminal: VirtualTerminal, send: Send) => () => void;

/** By path. */
export const streams: Readonly<Record<string, Follow>> = {
  '/events': followState,
  '/trace/events': followTrace,
};

/** The body of an answer, which ends with its connection. */
export function eventStream(terminal: VirtualTerminal, follow: Follow): Readable {
  const stream = new PassThrough();
  const end = follow(terminal, (event, data) => {
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  });
  return stream.once('close', end);
}

/** Changes of one round of the event loop are sent together. */
function followState(terminal: VirtualTerminal, send: Send): () => void {
  let isScheduled = false;
  const sendState = () => {
    isScheduled = false;
    send('state', stateOf(terminal));
  };
  sendState();
  return terminal.onChange(() => {
    if (!isScheduled) setImmediate(sendState);
    isScheduled = true;
  });
}

/** The messages so far, then each new one. */
function followTrace({ log }: VirtualTerminal, send: Send): () => void {
  for (const line of log.lines()) send('message', line);
  return log.follow(line => send('message', line));
}
