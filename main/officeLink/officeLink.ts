/** The link of this bridge to the back office: enrolment, batches, heartbeats, and what a manager does with them. */
import type { Clock } from '../world/clock.ts';
import type { OfficeDelivery, OfficeEnrolment, OfficeEnrolments } from '../world/officeLink.ts';
import type { QueueCases, QueueTargets } from '../world/queue.ts';
import { noteAudit } from '../world/requestContext.ts';
import type { BackOfficeSettings } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { Documents } from './batchBody.ts';
import { BatchSender } from './batchSender.ts';
import { createConnection } from './connection.ts';
import { askingWith, openSession, rotating } from './enrolment.ts';
import { LinkFailure } from './failures.ts';
import { type BridgeCondition, type HeartbeatParts, sendHeartbeat } from './heartbeat.ts';
import { OfficeWorker, WORKER_TIMES, type WorkerTimes } from './worker.ts';

export interface OfficeLinkParts {
  /** Settings of the configuration; null: the address comes from the screen. */
  readonly settings: BackOfficeSettings | null;
  /** The merchant that is enrolled by configuration; null where no shop has been set up. */
  readonly merchant: () => string | null;
  readonly enrolments: OfficeEnrolments;
  readonly delivery: OfficeDelivery;
  readonly targets: QueueTargets;
  readonly cases: QueueCases;
  readonly documents: Documents;
  readonly condition: () => BridgeCondition;
  /** Hear the highest numbers that the office holds, its clock (ms, less ours), and inside a job that somebody sells with a copy. */
  readonly numbersReceived?: HeartbeatParts['numbersReceived'];
  readonly clockReceived?: (difference: number) => void;
  readonly cloned?: () => void;
  readonly installation: string;
  readonly write: <T>(job: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly log: World['log'];
  readonly random?: () => number;
  readonly times?: Partial<WorkerTimes>;
  /** ms that an answer of the office may take. */
  readonly limit?: number;
}

export interface OfficeLink {
  begin(): Promise<void>;
  /** A record was written. */
  wake(): void;
  /** A terminal or a till changed. */
  changed(): void;
  /** Tries at once, whatever pause there is; resolves when the round has ended. */
  tryNow(): Promise<void>;
  /** Null: never enrolled. */
  enrolment(): OfficeEnrolment | null;
  /** Address of the configuration, where it names one. */
  readonly address: string | null;
  /** How many records wait, and how many were refused. */
  depth(merchant: string): { readonly waiting: number; readonly refused: number };
  /**
   * Each stores the change, then tries at once and resolves when that has ended; how it ended shows in `enrolment()` and in
   * the light. Enrols with a one-time code.
   */
  enrol(address: string, code: string, merchant: string): Promise<void>;
  /** Forgets the back office and its key; the records stay. */
  leave(): Promise<void>;
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

const ANSWER_LIMIT = 30_000;

export function createOfficeLink(parts: OfficeLinkParts): OfficeLink {
  const { enrolments, clock, settings } = parts;
  const connection = createConnection(clock, parts.limit ?? ANSWER_LIMIT, parts.clockReceived);
  const worker = createWorker(parts, connection);

  async function store(next: (before: OfficeEnrolment | null) => OfficeEnrolment | null): Promise<void> {
    await parts.write(() => {
      const before = enrolments.read();
      const enrolment = next(before);
      if (!enrolment) return;
      enrolments.keep(enrolment);
      auditLink(before, enrolment);
    });
  }

  async function change(next: Parameters<typeof store>[0]): Promise<void> {
    await store(next);
    await worker.tryNow();
  }

  return {
    address: settings?.address ?? null,
    async begin() {
      await store(before => atStart(parts, before));
      void worker.tryNow();
    },
    wake: () => worker.wake(),
    changed: () => worker.heartbeatSoon(),
    tryNow: () => change(unlessRevoked),
    enrolment: enrolments.read,
    depth(merchant) {
      const epochs = parts.delivery.epochs(merchant);
      const tills = new Set(epochs.map(({ till }) => till));
      return {
        waiting: epochs.reduce((sum, { newest, confirmed }) => sum + newest - confirmed, 0),
        refused: [...tills].reduce((sum, till) => sum + parts.delivery.refusals(till), 0),
      };
    },
    enrol: (address, code, merchant) => change(before => askingWith({ address, code, merchant }, before, clock.now())),
    leave: () =>
      change(
        before =>
          before && { ...before, state: 'left', at: clock.now(), privateKey: null, nextKey: null, before: null },
      ),
    rotate: () => change(before => (before?.state === 'enrolled' ? rotating(before) : null)),
    async stop() {
      // The end of a request that is cut is no failure of the office.
      const stopped = worker.stop();
      await connection.close();
      await stopped;
    },
  };
}

/** Inside a job. Keys and codes stand in no entry. */
function auditLink(before: OfficeEnrolment | null, after: OfficeEnrolment): void {
  const shown = (one: OfficeEnrolment | null) => one && { address: one.address, state: one.state };
  const entry = { kind: 'office', subject: after.merchant, before: shown(before), after: shown(after) } as const;
  const isJoining = after.state === 'asking' && after.privateKey !== before?.privateKey;
  if (isJoining) noteAudit({ ...entry, action: 'created' });
  else if (after.state === 'left' && before?.state !== 'left') noteAudit({ ...entry, action: 'removed' });
  else if (after.nextKey !== (before?.nextKey ?? null)) noteAudit({ ...entry, action: 'secretRotated' });
}

function createWorker(parts: OfficeLinkParts, connection: ReturnType<typeof createConnection>): OfficeWorker {
  const { delivery, cases, documents, targets, clock, log, enrolments, condition, installation } = parts;
  let token = 0;
  const write = <T>(job: () => T): Promise<T> => {
    const held = token;
    return parts.write(() => {
      targets.requireLease('office', held);
      return job();
    });
  };
  const identity = () => {
    const { name, version, timeZone } = condition();
    return { installation, name, version, time_zone: timeZone };
  };
  const numbersReceived = parts.numbersReceived ?? (() => Promise.resolve());
  let hasAskedAgain = false;
  const enrolAgain = async (error: unknown): Promise<'more'> => {
    const isUnknown = error instanceof LinkFailure && error.code === 'keyUnknown' && !hasAskedAgain;
    const asking = isUnknown ? askedAgain(parts, enrolments.read()) : null;
    if (!asking) throw error;
    hasAskedAgain = true;
    await write(() => enrolments.keep(asking));
    return 'more';
  };
  const sender = new BatchSender({
    delivery,
    documents,
    connection,
    cases,
    write,
    log,
    cloned: parts.cloned ?? (() => undefined),
  });
  async function work(isHeartbeatDue: boolean): Promise<'more' | 'done' | 'none'> {
    const session = await openSession({ enrolments, delivery, connection, clock, identity, write });
    if (session === null) return 'none';
    if (await sender.next(session)) return 'more';
    if (isHeartbeatDue)
      await sendHeartbeat({ delivery, connection, condition, write, now: clock.now, numbersReceived }, session);
    return delivery.wanted() === null ? 'done' : 'more';
  }

  return new OfficeWorker({
    ...{ targets, clock, log, random: parts.random ?? Math.random },
    times: { ...WORKER_TIMES, ...parts.times },
    async step(leased, isHeartbeatDue) {
      token = leased;
      return work(isHeartbeatDue).catch(enrolAgain);
    },
    async revoked(leased) {
      token = leased;
      await write(() => {
        const enrolment = enrolments.read();
        if (enrolment?.state === 'enrolled') enrolments.keep({ ...enrolment, state: 'revoked', at: clock.now() });
      });
    },
  });
}

/** Change by the configuration at a start; null: none. */
function atStart(
  { settings, merchant, clock }: OfficeLinkParts,
  before: OfficeEnrolment | null,
): OfficeEnrolment | null {
  const own = before?.merchant ?? merchant();
  if (settings === null || own === null || before?.state === 'left') return null;
  const { address, enrol: code } = settings;
  const isElsewhere = before !== null && before.address !== address;
  const isNewCode = code !== before?.code && before?.state !== 'enrolled';
  if (code !== null && (before === null || isElsewhere || isNewCode))
    return askingWith({ address, code, merchant: own }, before, clock.now());
  return isElsewhere ? { ...before, address } : unlessRevoked(before);
}

/** A person or a new start asks once more whether the access is really revoked. */
const unlessRevoked = (before: OfficeEnrolment | null): OfficeEnrolment | null =>
  before?.state === 'revoked' ? { ...before, state: 'enrolled' } : null;

/** The office has lost the key of this bridge, for example with its whole database: the code of the configuration may hold again. */
function askedAgain({ settings, clock, log }: OfficeLinkParts, before: OfficeEnrolment | null): OfficeEnrolment | null {
  const code = settings?.enrol ?? null;
  if (code === null || before?.state !== 'enrolled') return null;
  log('warn', 'the back office does not know this bridge any more: it enrols again with the configured code');
  return askingWith({ address: before.address, code, merchant: before.merchant }, before, clock.now());
}
