/** Hands what happens to every open event stream of the merchant it belongs to. Keeps nothing. */
import type { EventData, EventName } from '../../wire/events.ts';

export interface Subscriber {
  readonly merchant: string;
  /** False for somebody who only looks on, and answers no question of a terminal. */
  readonly answers: boolean;
  /** `id` is the sequence number of a durable event. Data is JSON text, so that stored documents pass unparsed. */
  send(name: EventName, data: string, id?: number): void;
}

export interface Hub {
  subscribe(subscriber: Subscriber): () => void;
  publish<Name extends EventName>(merchant: string | null, name: Name, data: EventData<Name>): void;
  publishText(merchant: string, name: EventName, data: string, id: number): void;
  listening(merchant: string | null): boolean;
  /** True while somebody listens who may answer a question of a terminal. */
  answering(merchant: string): boolean;
}

export function createHub(): Hub {
  const subscribers = new Set<Subscriber>();
  const of = (merchant: string | null) =>
    [...subscribers].filter(one => merchant === null || one.merchant === merchant);
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    publish(merchant, name, data) {
      const text = JSON.stringify(data);
      for (const subscriber of of(merchant)) subscriber.send(name, text);
    },
    publishText(merchant, name, data, id) {
      for (const subscriber of of(merchant)) subscriber.send(name, data, id);
    },
    listening: merchant => of(merchant).length > 0,
    answering: merchant => of(merchant).some(({ answers }) => answers),
  };
}
