/**
 * Delivers notifications: at least once, in order per object, many receivers at a time, and none of them in the way of
 * the others (specification, "Delivery rules"). Woken by the commit that queues one; a single timer waits for the next
 * repetition. A notification that is being sent when the bridge ends is sent again after the next start.
 */

import type { DuePush, PushProgress, PushRecord, PushStore } from '../../store/pushes.ts';
import type { DeliveryAttempt, Notification, PushEntry } from '../../wire/pushes.ts';
import { type Clock, timestamp } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';
import { outcomeAfter, type Repetition } from './retries.ts';
import type { Sender, SendResult } from './send.ts';
import { signatureHeaders } from './signature.ts';

export interface DeliverySettings {
  readonly repetition: Repetition;
  /** How long a receiver that was too slow is left alone, ms. */
  readonly aside: number;
  /** Tries under way at a time, to all receivers together. */
  readonly concurrency: number;
  /** Tries under way at a time, to all addresses of one host; an address that has not answered gets one at a time. */
  readonly perHost: number;
}

export interface DeliveryParts {
  readonly store: PushStore;
  readonly sender: Sender;
  readonly write: <T>(job: () => T) => Promise<T>;
  readonly clock: Clock;
  /** Signs: receivers hold the time of a signature against their own clock, whatever the clock of a demo says. */
  readonly machineClock: Pick<Clock, 'now'>;
  readonly log: World['log'];
  readonly settings: DeliverySettings;
  /** How the object of a notification stands now. */
  standingOf(merchant: string, target: string, id: string): Standing;
  /** Secrets that sign for a client now; null: for every client of the merchant. */
  secretsOf(merchant: string, client: string | null): readonly string[];
  /** Puts the names of the configured brand into the body. */
  phrase(body: string): string;
  /** Called after every try, for the journal. */
  onAttempt(record: PushRecord, attempt: DeliveryAttempt): void;
}

/** Members of the body about the object, and the client that made it; null where nobody knows that client. */
export interface Standing {
  readonly client: string | null;
  readonly members: Partial<Notification>;
}

export interface Delivery {
  /** `referer` is the address of the bridge, sent to receivers. */
  begin(referer: string): void;
  /** Looks again at what is due: after the clock was moved. */
  wake(): void;
  /** Sends a notification again, whatever became of it; false where this merchant has no such notification. */
  resend(merchant: string, id: string): Promise<boolean>;
  /** Tries every waiting notification now, also at receivers that are left alone. */
  deliverNow(): Promise<void>;
  /** Waits `timeout` ms for running tries, then cuts them. */
  stop(timeout: number): Promise<void>;
}

/** The longest time that a timer can wait, ms. */
const LONGEST = 2 ** 31 - 1;

export function createDelivery(parts: DeliveryParts): Delivery {
  const { store, sender, write, clock, log, settings } = parts;
  const receivers = createReceivers(settings, log);
  const tries = createTries(parts, receivers, wake);
  let referer: string | null = null;
  let isAwake = false;
  let timer: NodeJS.Timeout | undefined;

  function wake() {
    if (isAwake || referer === null) return;
    isAwake = true;
    setImmediate(look);
  }

  function look() {
    isAwake = false;
    clearTimeout(timer);
    if (referer === null) return;
    const now = clock.now();
    receivers.takeBack(now);
    const from = referer;
    const later = store.hosts().flatMap(({ host, next_at }) => {
      const at = Math.max(next_at, receivers.leftAloneUntil(host));
      if (at > now) return [at];
      tries.launch(host, now, from);
      return [];
    });
    // Without anything to wait for, the end of a running try wakes the delivery.
    if (later.length > 0) timer = setTimeout(wake, Math.min(Math.min(...later) - now, LONGEST)).unref();
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
      receivers.takeBackAll();
      await write(() => store.hurry());
    },
    async stop(timeout) {
      referer = null;
      clearTimeout(timer);
      await tries.stop(timeout);
      await sender.close();
    },
  };
}

/** The tries that are under way, within the limits of all receivers and of each; `ended` is called after every try. */
function createTries(parts: DeliveryParts, receivers: Receivers, ended: () => void) {
  const { store, clock, log, settings } = parts;
  const cut = new AbortController();
  /** By the number of the notification. */
  const underWay = new Map<number, Promise<void>>();
  const attempt = createAttempt(parts, receivers);

  function start(host: string, push: DuePush, referer: string) {
    const { url } = push;
    receivers.begin(host, url);
    const end = attempt(host, push, referer, cut.signal)
      .catch(error => {
        if (cut.signal.aborted) return;
        // The notification stays due. A pause keeps a full disk from sending it again and again.
        receivers.leaveAlone(host, clock.now() + settings.repetition.first);
        log('error', 'a push could not be recorded', { error: String(error) });
      })
      .finally(() => {
        underWay.delete(push.number);
        receivers.end(host, url);
        ended();
      });
    underWay.set(push.number, end);
  }

  return {
    launch(host: string, now: number, referer: string) {
      for (;;) {
        const { busy, full } = receivers.load(host);
        if (busy >= settings.perHost || underWay.size >= settings.concurrency) return;
        const push = store.due(host, now, full, busy + 1).find(({ number }) => !underWay.has(number));
        if (!push) return;
        start(host, push, referer);
      }
    },
    async stop(timeout: number) {
      const limit = setTimeout(() => cut.abort(), timeout);
      await Promise.all(underWay.values());
      clearTimeout(limit);
    },
  };
}

type Receivers = ReturnType<typeof createReceivers>;

/** Addresses that are remembered as answering; an older one is tried alone again. */
const ANSWERING_KEPT = 500;

/** Knows how many tries are under way at each host and address, which address answers, and how long a host is left alone. */
function createReceivers({ perHost, aside }: DeliverySettings, log: World['log']) {
  const busy = new Map<string, Map<string, number>>();
  /** Addresses that answered last time; any other gets one notification at a time, so it holds up no other of its host. */
  const answering = new Set<string>();
  /** Hosts that were too slow, with the time until which they are left alone. */
  const leftAlone = new Map<string, number>();
  return {
    /** `full`: addresses that get no further notification now. */
    load(host: string) {
      const tries = [...(busy.get(host) ?? [])];
      return {
        busy: tries.reduce((sum, [, count]) => sum + count, 0),
        full: tries.flatMap(([url, count]) => (count < (answering.has(url) ? perHost : 1) ? [] : [url])),
      };
    },
    begin(host: string, url: string) {
      const tries = busy.get(host) ?? new Map<string, number>();
      busy.set(host, tries.set(url, (tries.get(url) ?? 0) + 1));
    },
    end(host: string, url: string) {
      const tries = busy.get(host);
      const left = (tries?.get(url) ?? 1) - 1;
      if (left > 0) tries?.set(url, left);
      else tries?.delete(url);
      if (tries?.size === 0) busy.delete(host);
    },
    leftAloneUntil: (host: string): number => leftAlone.get(host) ?? 0,
    leaveAlone: (host: string, until: number) => void leftAlone.set(host, until),
    takeBack(now: number) {
      for (const [host, until] of leftAlone) if (until <= now) leftAlone.delete(host);
    },
    takeBackAll: () => leftAlone.clear(),
    note(host: string, url: string, { ending }: SendResult, now: number) {
      answering.delete(url);
      if (ending === 'acknowledged') answering.add(url);
      const [oldest] = answering;
      if (answering.size > ANSWERING_KEPT && oldest !== undefined) answering.delete(oldest);
      if (ending !== 'slow') return;
      leftAlone.set(host, now + aside);
      log('warn', 'a receiver of pushes is too slow and is left alone for a while', { host });
    },
  };
}

const NO_STANDING: Standing = { client: null, members: {} };

/** Sends one notification once, and records the try. */
function createAttempt(parts: DeliveryParts, receivers: Pick<Receivers, 'note'>) {
  const { store, sender, write, clock, machineClock, settings, standingOf, secretsOf, phrase, onAttempt } = parts;

  /** Body and headers of a try: what they say, and the secrets that sign, are those of this moment. */
  function messageOf({ merchant, client, document }: DuePush, referer: string) {
    const entry = JSON.parse(document) as PushEntry;
    const [object] = entry.data;
    const standing = object ? standingOf(merchant, entry.target, object.id) : NO_STANDING;
    const body = phrase(JSON.stringify({ ...notificationOf(entry), ...standing.members }));
    const secrets = secretsOf(merchant, client ?? standing.client);
    return { body, headers: { referer, ...signatureHeaders(entry.id, machineClock.now(), body, secrets) } };
  }

  return async (host: string, push: DuePush, referer: string, cut: AbortSignal): Promise<void> => {
    const { body, headers } = messageOf(push, referer);
    const sent = await sender.send(push.url, body, headers, cut);
    const now = clock.now();
    receivers.note(host, push.url, sent, now);
    const { ms, status, answer, error } = sent;
    const attempt = { at: timestamp(now), status, ms, answer, error };
    const decide = (progress: PushProgress) => outcomeAfter(settings.repetition, sent, progress, now);
    const record = await write(() => store.record(push.number, attempt, decide));
    if (record) onAttempt(record, attempt);
  };
}

/** The body of a notification beside what it says about its object; receivers read the object itself with a GET. */
const notificationOf = ({ object, id, created, target, type, event, data }: PushEntry): Notification => ({
  object,
  id,
  created,
  target,
  type,
  ...(event ? { event } : {}),
  data,
});
