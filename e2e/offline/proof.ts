/**
 * Sells at several tills while lines and programs fail, then heals everything and compares the books: every sale is upstream
 * once and in the back office once, and the sums agree to the cent.
 */
import { type Books, compareBooks } from './books.ts';
import { type Fleet, type FleetOptions, startFleet, type Till } from './fleet.ts';
import { createRandom, createSeller } from './seller.ts';
import { beginTrouble } from './trouble.ts';
import { actsOf, noTraces, type Traces, type Upheaval } from './upheavals.ts';

export interface ProofOptions extends Omit<FleetOptions, 'smallDisks'> {
  readonly lines: boolean;
  readonly kills: boolean;
  readonly upheavals: readonly Upheaval[];
  /** Acts of each cashier. */
  readonly acts: number;
  readonly seed: number;
  /** Longest time from the end of the trouble until every queue is empty, ms. */
  readonly settledWithin: number;
  /** Every target is tried at once after the trouble, as by the button on the screen, and not when its pause is over. */
  readonly triedNow?: boolean;
}

export interface ProofResult extends Books {
  readonly confirmed: { readonly sales: number; readonly cancellations: number };
  readonly kills: number;
  readonly standstills: number;
  readonly upheavals: Traces['count'];
  readonly onFullDisk: Traces['onFullDisk'];
  /** Sales that the older copy of a till does not hold. */
  readonly lost: number;
  readonly faults: Readonly<Record<string, number>>;
  /** From the end of the trouble until every queue was empty, ms; null: it never was. */
  readonly settledAfter: number | null;
}

export async function prove(options: ProofOptions): Promise<ProofResult> {
  const { upheavals: wanted, lines, kills, cluster } = options;
  const fleet = await startFleet({ ...options, smallDisks: wanted.includes('diskFull') });
  try {
    const random = createRandom(options.seed);
    const traces = noTraces();
    const acts = actsOf(fleet, cluster, random, traces);
    const trouble = beginTrouble(fleet, { random, lines, kills, wanted, acts, traces });
    const sellers = fleet.tills.map((till, index) => ({
      till,
      ...createSeller(till, till.name, createRandom(options.seed + index + 1)),
    }));
    await Promise.all(
      sellers.map(async ({ till, act }) => {
        for (let number = 0; number < options.acts; number += 1) await till.alone(act);
      }),
    );
    await trouble.end();
    // A till that has sent everything hears with its next heartbeat what an office lacks that was put back.
    if (traces.count.officeRestored > 0) await new Promise(resolve => setTimeout(resolve, HEARTBEAT));
    const settledAfter = await settled(fleet, options);
    const books = await compareBooks(fleet, traces.lost);
    const late = settledAfter === null ? [`not settled: ${JSON.stringify(await queues(fleet))}`] : [];
    return {
      ...books,
      disagreements: [...late, ...books.disagreements],
      confirmed: {
        sales: sellers.reduce((sum, { confirmed }) => sum + confirmed.sales, 0),
        cancellations: sellers.reduce((sum, { confirmed }) => sum + confirmed.cancellations, 0),
      },
      ...trouble.count,
      ...{ upheavals: traces.count, onFullDisk: traces.onFullDisk, lost: traces.lost.size },
      faults: metOf(fleet),
      settledAfter,
    };
  } finally {
    await fleet.close();
  }
}

function metOf({ lines }: Fleet): Readonly<Record<string, number>> {
  const { upstream, office } = lines;
  return Object.fromEntries(
    Object.entries(upstream.met).map(([fault, count]) => [fault, count + office.met[fault as keyof typeof office.met]]),
  );
}

const LOOK_EVERY = 500;
/** ms between two heartbeats, and the time that one takes on a busy machine. */
const HEARTBEAT = 75_000;

/** Waits until nothing is under way at any till and nothing waits in any queue. */
async function settled(
  fleet: Fleet,
  { settledWithin, triedNow = false }: Pick<ProofOptions, 'settledWithin' | 'triedNow'>,
): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < settledWithin) {
    if (triedNow) await Promise.all(fleet.tills.map(({ call }) => call('POST', '/bridge/v1/queue/try')));
    const all = await Promise.all(fleet.tills.map(isSettled));
    if (!all.includes(false)) return performance.now() - begun;
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY));
  }
  return null;
}

async function isSettled({ call }: Till): Promise<boolean> {
  const pending = await call('GET', '/api/v2/Smart/Transactions?count=1&q=status:pending');
  const queue = await call('GET', '/bridge/v1/queue');
  if (pending?.body.count !== 0 || queue?.status !== 200) return false;
  const { upstream, office } = queue.body.targets;
  return upstream?.waiting === 0 && office?.waiting === 0;
}

/** Waiting and parked records with their reasons, for the report of a proof that did not settle. */
const queues = (fleet: Fleet) =>
  Promise.all(
    fleet.tills.map(async ({ name, call }) => ({
      name,
      targets: (await call('GET', '/bridge/v1/queue'))?.body.targets ?? null,
      records: (await call('GET', '/bridge/v1/queue/records?count=5'))?.body ?? null,
    })),
  );
