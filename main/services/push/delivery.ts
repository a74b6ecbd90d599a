/**
 * Delivers notifications: at least once, in order per object, many receivers at a time, and none of them in the way of
 * the others (specification, "Delivery rules"). Woken by the commit that queues one; a single timer waits for the next
 * repetition. What is under way when the bridge ends is sent again after the next start.
 */

import type { DuePush, PushOutcome, PushProgress, PushRecord, PushStore } from '../../store/pushes.ts';
import type { DeliveryAttempt, Notification, PushEntry } from '../../wire/pushes.ts';
import type { Outcome } from '../../wire/shapes.ts';
import { type Clock, timestamp } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';
import { nextAttempt, type Repetition } from './schedule.ts';
import type { Sender, SendResult } from './send.ts';

export interface DeliverySettings {
  readonly repetition: Repetition;
  /** How long a receiver that was too slow is left alone, ms. */
  readonly aside: number;
  /** At a time, to all receivers together. */
  readonly concurrency: number;
  /** At a time, to one receiver that answers. */
  readonly perHost: number;
}

export interface DeliveryParts {
  readonly store: PushStore;
  readonly sender: Sender;
  readonly write: <T>(job: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly log: World['log'];
  readonly settings: DeliverySettings;
  /** How the money of the sale stands that a notification is about; null where it is about none. */
  outcomeOf(merchant: string, target: string, id: string): Outcome | null;
  /** The body as receivers are used to reading it. */
  phrase(body: string): string;
  /** Told of every try, for the journal. */
  onAttempt(record: PushRecord, attempt: DeliveryAttempt): void;
}

export interface Delivery {
  /** `referer` is the address of the bridge, which receivers are told. */
  begin(referer: string): void;
  /** Looks again at what is due: after the clock was moved. */
  wake(): void;
  /** Sends one again, whatever became of it; false where this merchant has none such. */
  resend(merchant: string, id: string): Promise<boolean>;
  /** Everything that waits is tried now, also at receivers that were set aside. */
  deliverNow(): Promise<void>;
  /** Gives what is under way `patience` ms to end, then cuts it. */
  stop(patience: number): Promise<void>;
}

/** The longest that a timer can wait, ms. */
const LONGEST = 2 ** 31 - 1;

export function createDelivery(parts: DeliveryParts): Delivery {
  const { store, sender, write, clock, log, settings, outcomeOf, phrase, onAttempt } = parts;
  const cut = new AbortController();
  /** What is on its way, by its number, and to how many at a receiver. */
  const underWay = new Map<number, Promise<void>>();
  const busy = new Map<string, number>();
  /** Receivers that answered last time; any other is asked one thing at a time. */
  const answering = new Set<string>();
  /** Receivers that were too slow, and until when they are left alone. */
  const aside = new Map<string, number>();
  let referer: string | null = null;
  let awake = false;
  let timer: NodeJS.Timeout | undefined;

  function wake() {
    if (awake || referer === null) return;
    awake = true;
    setImmediate(look);
  }

  function look() {
    awake = false;
    clearTimeout(timer);
    if (referer === null) return;
    const now = clock.now();
    for (const [host, until] of aside) if (until <= now) aside.delete(host);
    const later = store.hosts().flatMap(({ host, next_at }) => {
      const from = Math.max(next_at, aside.get(host) ?? 0);
      if (from > now) return [from];
      launch(host, now);
      return [];
    });
    // With nothing to wait for but what is under way, its ending wakes us.
    if (later.length > 0) timer = setTimeout(wake, Math.min(Math.min(...later) - now, LONGEST)).unref();
  }

  function launch(host: string, now: number) {
    const atHost = busy.get(host) ?? 0;
    const most = answering.has(host) ? settings.perHost : 1;
    const room = Math.min(most - atHost, settings.concurrency - underWay.size);
    if (room <= 0) return;
    const due = store.due(host, now, room + atHost).filter(({ number }) => !underWay.has(number));
    for (const push of due.slice(0, room)) start(host, push);
  }

  function start(host: string, push: DuePush) {
    busy.set(host, (busy.get(host) ?? 0) + 1);
    const ended = deliver(host, push)
      .catch(error => {
        if (cut.signal.aborted) return;
        // It stays due; the receiver is left alone, so that a full disk does not make us call it without end.
        aside.set(host, clock.now() + settings.repetition.first);
        log('error', 'a push could not be recorded', { error: String(error) });
      })
      .finally(() => {
        underWay.delete(push.number);
        const left = (busy.get(host) ?? 1) - 1;
        if (left > 0) busy.set(host, left);
        else busy.delete(host);
        wake();
      });
    underWay.set(push.number, ended);
  }

  async function deliver(host: string, push: DuePush): Promise<void> {
    const entry = JSON.parse(push.document) as PushEntry;
    const [object] = entry.data;
    const outcome = object ? outcomeOf(push.merchant, entry.target, object.id) : null;
    const body = phrase(JSON.stringify({ ...notificationOf(entry), ...(outcome ? { outcome } : {}) }));
    const sent = await sender.send(push.url, body, referer ?? '', cut.signal);
    const now = clock.now();
    noteReceiver(host, sent, now);
    const { ms, status, answer, error } = sent;
    const attempt = { at: timestamp(now), status, ms, answer, error };
    const record = await write(() => store.record(push.number, attempt, tried => verdictOn(sent, tried, now)));
    if (record) onAttempt(record, attempt);
  }

  function noteReceiver(host: string, { ending }: SendResult, now: number) {
    if (ending === 'acknowledged') answering.add(host);
    else answering.delete(host);
    if (ending !== 'slow') return;
    aside.set(host, now + settings.aside);
    log('warn', 'a receiver of pushes is too slow and is left alone for a while', { host });
  }

  function verdictOn({ ending }: SendResult, { tries, since }: PushProgress, now: number): PushOutcome {
    if (ending === 'acknowledged') return { status: 'delivered' };
    if (ending === 'refused') return { status: 'refused' };
    const nextAt = nextAttempt(settings.repetition, since, tries, now);
    return nextAt === null ? { status: 'discarded' } : { status: 'waiting', nextAt };
  }

  store.onQueued(wake);
  return {
    begin(address) {
      referer = address;
      wake();
    },
    wake,
    resend: (merchant, id) => write(() => store.resend(merchant, id)),
    async deliverNow() {
      aside.clear();
      await write(() => store.hurry());
    },
    async stop(patience) {
      referer = null;
      clearTimeout(timer);
      const limit = setTimeout(() => cut.abort(), patience);
      await Promise.all(underWay.values());
      clearTimeout(limit);
      await sender.close();
    },
  };
}

/** What receivers are sent beside the outcome; they read the object itself with a GET. */
const notificationOf = ({ object, id, created, target, type, data }: PushEntry): Notification => ({
  object,
  id,
  created,
  target,
  type,
  data,
});
