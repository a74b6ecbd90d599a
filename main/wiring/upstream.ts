/** The worker of the upstream service, put together from the configuration. A training has none. */
import { createClient, type UpstreamClient } from '../upstream/client.ts';
import { announce, deliver, withdraw } from '../upstream/delivery.ts';
import { DOWN_SETTINGS, type DownSettings, DownSync } from '../upstream/down/downSync.ts';
import { createForeignAnswers, type ForeignAnswers } from '../upstream/foreignAnswers.ts';
import { reasonOf } from '../upstream/reasons.ts';
import { WAITS } from '../upstream/replay.ts';
import { gathered } from '../upstream/sharedCommits.ts';
import { cancelStrays } from '../upstream/strayCopies.ts';
import { UpstreamWorker, WORKER_SETTINGS, type WorkerSettings } from '../upstream/worker.ts';
import { secretText, type UpstreamSettings, upstreamOf } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { Foundation } from './foundation.ts';
import type { Tables } from './tables.ts';

/** ms until an answer of the service must be there. */
const ANSWER_LIMIT = 30_000;

type UpstreamTables = Pick<
  Tables,
  | 'down'
  | 'downBalances'
  | 'downCards'
  | 'downCatalogue'
  | 'downShop'
  | 'merchants'
  | 'queue'
  | 'queueCases'
  | 'queueDecisions'
  | 'queueTargets'
  | 'upstream'
>;

interface WorkerSurroundings {
  readonly tables: UpstreamTables;
  readonly world: Pick<World, 'clock' | 'devices' | 'intents' | 'ledger' | 'log' | 'loyalty' | 'shops'>;
  readonly version: string;
  readonly settings?: Partial<WorkerSettings>;
  readonly downSettings?: Partial<DownSettings>;
  /** ms */
  readonly answerLimit?: number;
  /** See `Releases.beforeRecord`. */
  /** Shared with the selling path; its own where left out. */
  readonly foreign?: ForeignAnswers;
  readonly beforeRecord?: (sale: string) => Promise<number | null>;
}

export interface OpenWorker {
  readonly worker: UpstreamWorker;
  /** Null where there is no shop yet. */
  readonly down: DownSync | null;
  close(): Promise<void>;
}

/** A worker that has not begun yet. Throws an `Error` with one sentence where a secret cannot be read. */
export function openUpstreamWorker(settings: UpstreamSettings, surroundings: WorkerSurroundings): OpenWorker {
  const { tables, world, version } = surroundings;
  const own = { ...WORKER_SETTINGS, ...surroundings.settings };
  const client = createClient({
    address: settings.address,
    clientId: secretText(settings.clientId, 'upstream.client_id'),
    clientSecret: secretText(settings.clientSecret, 'upstream.client_secret'),
    brand: settings.brand,
    limit: surroundings.answerLimit ?? ANSWER_LIMIT,
    connections: own.lanes,
    version,
  });
  const { upstream: store, queueTargets: targets, queueCases: cases } = tables;
  const { write } = world.ledger;
  const { cardTypes, lag } = settings;
  const { correctionOf } = tables.queueDecisions;
  const common = {
    client,
    store,
    cases,
    world,
    cardTypes,
    correctionOf,
    announced: new Set<number>(),
    waits: { ...WAITS, lag },
  };
  const worker: UpstreamWorker = new UpstreamWorker({
    ...{ store, targets, write, clock: world.clock, log: world.log },
    foreign: surroundings.foreign ?? createForeignAnswers(world.log, world.clock.elapsed),
    announce: (records, guard) => announce({ ...common, guard, write }, records),
    withdraw: (records, guard) => withdraw({ ...common, guard, write }, records),
    deliver: async (record, guard) => {
      const nextAt = (await surroundings.beforeRecord?.(record.object)) ?? null;
      if (nextAt !== null) {
        const reason = reasonOf('answerAwaited');
        await write(() => {
          guard();
          store.delay(record.number, { attempts: record.attempts, nextAt, reason });
        });
        return 'waits';
      }
      const parts = { ...common, guard, write: shared, onRepeatedCreate: worker.planStraySearch };
      return (await deliver(parts, record)).kind;
    },
    probe: client.probe,
    cancelStrays: () => cancelStrays({ client, store }),
    random: Math.random,
    settings: own,
  });
  const shared = gathered(write, worker.busy);
  tables.queue.onAppended(worker.wake);
  const down = downSync(client, worker, surroundings, settings.downEvery);
  return {
    worker,
    down,
    async close() {
      await down?.stop();
      await worker.stop();
      await client.close();
    },
  };
}

function downSync(
  client: UpstreamClient,
  worker: UpstreamWorker,
  { tables, world, downSettings }: WorkerSurroundings,
  every: number,
): DownSync | null {
  const { down, downBalances: balances, downCards: cards, downCatalogue: catalogue, queueCases: cases } = tables;
  const { downShop: shop } = tables;
  const merchant = tables.merchants.firstMerchant()?.id;
  if (merchant === undefined) return null;
  return new DownSync({
    ...{ client, down, catalogue, shop, worker, log: world.log },
    writing: { merchant, down, cards, balances, cases, world },
    write: world.ledger.write,
    now: world.clock.now,
    random: Math.random,
    settings: { ...DOWN_SETTINGS, every, ...downSettings },
  });
}

/** Null where no upstream service is configured, or the database can only be read. */
export async function upstreamWorker(
  { config, db, tables, world, liveUpstream }: Foundation,
  version: string,
): Promise<OpenWorker | null> {
  const settings = upstreamOf(config);
  if (settings === null || db.readOnly) return null;
  const before = liveUpstream
    ? { beforeRecord: liveUpstream.releases.beforeRecord, foreign: liveUpstream.foreign }
    : {};
  try {
    const opened = openUpstreamWorker(settings, { tables, world, version, ...before });
    liveUpstream?.onDoubt(opened.worker.doubt);
    return opened;
  } catch (error) {
    // The shop sells on; the light says why nothing is sent.
    const sentence = error instanceof Error ? error.message : String(error);
    world.log('error', 'nothing is sent to the upstream service', { reason: sentence });
    const reason = { code: 'credentials', texts: { de: `Zugangsdaten: ${sentence}`, en: `Credentials: ${sentence}` } };
    await tables.queueTargets.report('upstream', { state: 'refused', nextTry: null, reason });
    return null;
  }
}
