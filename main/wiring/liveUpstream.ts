/** Connects the selling path to the upstream service while the line is up, as configured. */
import { createClient } from '../upstream/client.ts';
import type { WritingParts } from '../upstream/down/writing.ts';
import { UpstreamError } from '../upstream/failures.ts';
import { createForeignAnswers, type ForeignAnswers } from '../upstream/foreignAnswers.ts';
import { createUpstreamAcquirer, type UpstreamAcquirer } from '../upstream/live/acquirer.ts';
import { createCardAuthority } from '../upstream/live/cardAuthority.ts';
import { HOLD_BUDGET } from '../upstream/live/cardBalances.ts';
import { createTypedPasscodes } from '../upstream/live/cardReading.ts';
import { Releases } from '../upstream/live/releases.ts';
import { countUnknownSales } from '../upstream/unknownSales.ts';
import type { Secret } from '../wire/targets.ts';
import type { CardAuthority } from '../world/cardAuthority.ts';
import type { Config } from '../world/config.ts';
import { version } from '../world/programVersion.ts';
import { secretText, upstreamOf } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { Tables } from './tables.ts';

interface Surroundings {
  readonly config: Config;
  readonly tables: Tables;
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly log: World['log'];
  /** ms for a card, while a customer waits. */
  readonly budget: number | undefined;
}

export interface LiveUpstream {
  readonly releases: Releases;
  readonly foreign: ForeignAnswers;
  /** For a live shop: payments that need somebody outside go through the service. */
  acquirer(world: () => World): UpstreamAcquirer;
  cardAuthority(world: () => World): CardAuthority;
  /** Paid sales of this shop there that this database does not know. Throws `UpstreamError`. */
  unknownSales(merchant: string): Promise<number>;
  /** Called when the selling path has met a line that does not answer. */
  onDoubt(listener: () => void): void;
  close(): Promise<void>;
}

/** Calls at once; each belongs to a customer who waits. */
const CONNECTIONS = 4;
/** ms until the service has answered about a payment. */
const PAYMENT_LIMIT = 30_000;

/** Where a secret cannot be read, the worker refuses the target and says so: nobody is asked, and the offline policy counts. */
function readable(secret: Secret, name: string): string {
  try {
    return secretText(secret, name);
  } catch {
    return '';
  }
}

/** Null where no upstream service is configured. */
export function openLiveUpstream(surroundings: Surroundings): LiveUpstream | null {
  const { config, tables, now, elapsed, log, budget = HOLD_BUDGET } = surroundings;
  const settings = upstreamOf(config);
  if (settings === null || config.readOnly) return null;
  const access = {
    address: settings.address,
    clientId: readable(settings.clientId, 'upstream.client_id'),
    clientSecret: readable(settings.clientSecret, 'upstream.client_secret'),
    brand: settings.brand,
    connections: CONNECTIONS,
    version,
  };
  const client = createClient({ ...access, limit: budget });
  const payments = createClient({ ...access, limit: PAYMENT_LIMIT });
  const { upstreamHolds: holds, upstream: store, queueTargets: targets, sales } = tables;
  const foreign = createForeignAnswers(log, elapsed);
  let doubt = () => {};
  /** The first caller that meets a line without an answer reports it down, so that nobody else waits. */
  const onFailure = async (error: unknown) => {
    if (!(error instanceof UpstreamError)) return;
    // The service answers: only this answer was another one's.
    if (foreign.note(error)) {
      if (foreign.reason() && isUp())
        await targets.report('upstream', { state: 'up', nextTry: null, reason: foreign.reason() });
      return;
    }
    if (error.kind === 'lost' || error.kind === 'notSent')
      await targets.report('upstream', { state: 'down', nextTry: null, reason: error.reason });
    if (error.kind !== 'answered' && error.kind !== 'busy') doubt();
  };
  const isUp = () => targets.condition('upstream').state === 'up';
  const releases = new Releases({ client, holds, log, foreign, now, isUp, lag: settings.lag, write: sales.write });
  holds.onReleasing(releases.wake);
  return {
    releases,
    foreign,
    acquirer: world =>
      createUpstreamAcquirer({ client: payments, store, holds, world, lag: settings.lag, isUp, onFailure }),
    cardAuthority(world) {
      const common = { client, holds, store, world, budget, isUp, onFailure };
      const reading = { ...common, writing: () => writingOf(tables, world()) };
      return createCardAuthority({ ...reading, policy: settings.offline, passcodes: createTypedPasscodes(reading) });
    },
    unknownSales: merchant =>
      countUnknownSales({ client: payments, isKnown: sale => sales.sale(merchant, sale) !== null }),
    onDoubt(listener) {
      doubt = listener;
    },
    async close() {
      await releases.stop();
      await client.close();
      await payments.close();
    },
  };
}

/** How a card of the service is written here; null where there is no shop yet. */
function writingOf(tables: Tables, world: World): WritingParts | null {
  const merchant = tables.merchants.firstMerchant()?.id;
  if (merchant === undefined) return null;
  const { down, downBalances: balances, downCards: cards, queueCases: cases } = tables;
  return { merchant, down, cards, balances, cases, world, groupChanged: () => undefined };
}
