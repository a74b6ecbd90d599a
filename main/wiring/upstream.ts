/** The worker of the upstream service, put together from the configuration. A training has none. */
import { createClient } from '../upstream/client.ts';
import { announce, deliver, withdraw } from '../upstream/delivery.ts';
import { WAITS } from '../upstream/replay.ts';
import { gathered } from '../upstream/sharedCommits.ts';
import { sweep } from '../upstream/sweep.ts';
import { UpstreamWorker, WORKER_SETTINGS, type WorkerSettings } from '../upstream/worker.ts';
import { secretText, type UpstreamSettings, upstreamOf } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { Foundation } from './foundation.ts';
import type { Tables } from './tables.ts';

/** ms until an answer of the service must be there. */
const ANSWER_LIMIT = 30_000;

interface WorkerSurroundings {
  readonly tables: Pick<Tables, 'queue' | 'queueCases' | 'queueDecisions' | 'queueTargets' | 'upstream'>;
  readonly world: Pick<World, 'clock' | 'intents' | 'ledger' | 'log' | 'loyalty'>;
  readonly version: string;
  readonly settings?: Partial<WorkerSettings>;
  /** ms */
  readonly answerLimit?: number;
}

export interface OpenWorker {
  readonly worker: UpstreamWorker;
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
    announce: (records, guard) => announce({ ...common, guard, write }, records),
    withdraw: (records, guard) => withdraw({ ...common, guard, write }, records),
    deliver: async (record, guard) => {
      const parts = { ...common, guard, write: shared, onRepeatedCreate: worker.planSweep };
      return (await deliver(parts, record)).kind;
    },
    probe: client.probe,
    sweep: () => sweep({ client, store }),
    random: Math.random,
    settings: own,
  });
  const shared = gathered(write, worker.busy);
  tables.queue.onAppended(worker.wake);
  return {
    worker,
    async close() {
      await worker.stop();
      await client.close();
    },
  };
}

/** Null where no upstream service is configured, or the database can only be read. */
export async function upstreamWorker(
  { config, db, tables, world }: Foundation,
  version: string,
): Promise<OpenWorker | null> {
  const settings = upstreamOf(config);
  if (settings === null || db.readOnly) return null;
  try {
    return openUpstreamWorker(settings, { tables, world, version });
  } catch (error) {
    // The shop sells on; the light says why nothing is sent.
    const sentence = error instanceof Error ? error.message : String(error);
    world.log('error', 'nothing is sent to the upstream service', { reason: sentence });
    const reason = { code: 'credentials', texts: { de: `Zugangsdaten: ${sentence}`, en: `Credentials: ${sentence}` } };
    await tables.queueTargets.report('upstream', { state: 'refused', nextTry: null, reason });
    return null;
  }
}
