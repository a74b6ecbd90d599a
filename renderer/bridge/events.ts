/** The bridge's event stream: opens it, parses it, and ends it when it has been silent for too long. */

import { createParser } from 'eventsource-parser';
import type { EventData, EventName } from '../../main/wire/events.ts';
import { answerOf } from './answer.ts';
import type { Connection } from './connection.ts';
import { Unreachable } from './errors.ts';

/** One event of the stream with its name, so that a switch over the name knows the data. */
export type BridgeEvent = { [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> } }[EventName];

export interface StreamHandlers {
  onOpen(): void;
  onEvent(event: BridgeEvent, id: string | undefined): void;
}

/** Longest silence of the event stream in milliseconds before it counts as dead; the bridge sends heartbeats. */
const STREAM_TIMEOUT = 60_000;

/** Follows the event stream from the event after `lastEventId` until the stream ends. */
export async function followEvents(
  connection: Connection,
  lastEventId: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  const watchdog = new StreamWatchdog(STREAM_TIMEOUT, signal);
  const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId };
  try {
    const response = await connection.send('GET', '/bridge/v1/events', { headers, signal: watchdog.signal });
    if (!response.ok || !response.body) await answerOf(response);
    handlers.onOpen();
    await readEvents(response.body!, handlers, watchdog);
  } finally {
    watchdog.stop();
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  handlers: StreamHandlers,
  watchdog: StreamWatchdog,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (event) handlers.onEvent({ name: event, data: JSON.parse(data) } as BridgeEvent, id);
    },
  });
  const text = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      watchdog.restart();
      parser.feed(text.decode(value, { stream: true }));
    }
  } catch (cause) {
    throw new Unreachable('the event stream broke off', { cause });
  }
}

/** Aborts a stream that has been silent for too long, because a dead line looks just like a quiet one. */
class StreamWatchdog {
  readonly #controller = new AbortController();
  readonly #limit: number;
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout>;

  constructor(limit: number, outer: AbortSignal) {
    this.#limit = limit;
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#timer = setTimeout(() => this.#controller.abort(), limit);
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#limit);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
