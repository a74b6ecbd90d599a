/**
 * SIGKILL of the real bridge process at random moments of sales. The terminal lives on, as it would in a shop; after each
 * start the bridge finds out by itself what became of the payment that was cut, and everything it ever confirmed is there.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { alarmsOf } from './alarms.ts';
import { isSettled, type Judgement, judge, signIn, startProcess } from './bridgeProcess.ts';

export interface KillResult extends Judgement {
  /** Sales the bridge had confirmed as paid before it was killed, and those whose answer was cut. */
  readonly confirmed: number;
  readonly cut: number;
}

/** A shop is given up for a fresh one after so many kills: rows and receipt numbers stay few, and its token lives longer. */
const KILLS_PER_SHOP = 250;
const TIMEOUT = 30_000;
/** Tokens end after twenty minutes; no kill takes as long as the rest, ms. */
const TOKEN_KEPT = 10 * 60_000;

/**
 * One result a kill. A moment is counted in sales, so that it is the same on a slow machine: 2.5 is in the middle of the
 * third one.
 */
export async function* killAll(moments: readonly number[]): AsyncGenerator<KillResult> {
  for (let done = 0; done < moments.length; ) {
    const shop = await openShop();
    try {
      const until = Math.min(moments.length, done + KILLS_PER_SHOP);
      for (let clean = true; clean && done < until; done += 1) {
        const result = await shop.killAt(moments[done]!);
        yield result;
        clean = result.ending === 'right';
      }
    } finally {
      await shop.close();
    }
  }
}

interface Shop {
  killAt(moment: number): Promise<KillResult>;
  close(): Promise<void>;
}

async function openShop(): Promise<Shop> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillbridge-kills-'));
  const data = join(folder, 'data');
  const terminal = await startVirtualTerminal({ port: 0, delay: 0, amountRules: false });
  let bridge = await startProcess(data, terminal.port);
  // Kept as a cash register keeps it: a token outlives every kill, until it ends.
  let token = '';
  let signedIn = Number.NEGATIVE_INFINITY;
  let sales = 0;
  let firstSale = FIRST_SALE;

  async function killAt(moment: number): Promise<KillResult> {
    const confirmations = new Map<string, 'created' | 'paid'>();
    if (performance.now() - signedIn > TOKEN_KEPT) {
      token = await signIn(bridge.url);
      signedIn = performance.now();
    }
    const seller = openSeller(bridge.url, token, confirmations, () => 1000 + 100 * sales++, firstSale);
    const refused = seller.gone.then(
      () => [],
      error => [String(error)],
    );
    await seller.until(moment);
    bridge.child.kill('SIGKILL');
    await bridge.gone;
    const noticed = await refused;
    firstSale = seller.firstSale;
    bridge = await startProcess(data, terminal.port);
    const settled = await isSettled(data, terminal, TIMEOUT);
    const late = settled ? [] : [`no outcome after ${TIMEOUT} ms`];
    const confirmed = [...confirmations.values()].filter(what => what === 'paid').length;
    return {
      ...judge(data, terminal, confirmations, [...noticed, ...late, ...(await alarmsOf(bridge.url))]),
      ...{ confirmed, cut: confirmations.size - confirmed },
    };
  }

  return {
    killAt,
    async close() {
      bridge.child.kill('SIGKILL');
      await bridge.gone;
      await terminal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Seller {
  /** Resolves at this moment, counted in sales. */
  until(moment: number): Promise<void>;
  /** The bridge does not answer any more. */
  readonly gone: Promise<void>;
  /** How long the first sale took, ms. */
  readonly firstSale: number;
}

/** The first sale after a start takes longer than those that follow, and about as long as that of the start before, ms. */
const FIRST_SALE = 200;

/** One card sale after the other until the bridge is gone; what it confirms is kept. */
function openSeller(
  url: string,
  token: string,
  confirmations: Map<string, 'created' | 'paid'>,
  nextAmount: () => number,
  firstSale: number,
): Seller {
  const path = '/api/v2/Smart/Transactions';
  let paid = 0;
  let begun = performance.now();
  let duration = firstSale;
  let first = firstSale;
  let resolveCut: () => void = () => {};

  async function sellOne(): Promise<boolean> {
    const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: nextAmount(), tax: 19 };
    const created = await ask(url + path, token, { basket: { products: [product] } });
    if (!created) return false;
    confirmations.set(created.id, 'created');
    const answer = await ask(`${url}${path}/${created.id}/start/cashless`, token);
    if (answer?.status === 'ok') confirmations.set(created.id, 'paid');
    return answer !== null;
  }

  async function sell(): Promise<void> {
    while (await sellOne()) {
      paid += 1;
      duration = performance.now() - begun;
      if (paid === 1) first = duration;
      begun = performance.now();
      resolveCut();
    }
  }

  let over = false;
  const gone = sell().finally(() => {
    over = true;
    resolveCut();
  });
  return {
    gone,
    get firstSale() {
      return first;
    },
    async until(moment) {
      const whole = Math.floor(moment);
      while (paid < whole && !over)
        await new Promise<void>(resolve => {
          resolveCut = resolve;
        });
      await pause((moment - whole) * duration);
    },
  };
}

/** Null when the bridge went away before its answer was whole. Throws when it refuses: this proof asks for nothing wrong. */
async function ask(url: string, token: string, body?: object): Promise<{ id: string; status: string } | null> {
  const answer = await whole(url, token, body).catch(() => null);
  if (answer && !answer.ok) throw new Error(`the bridge refused: ${JSON.stringify(answer.body)}`);
  return answer && (answer.body as { id: string; status: string });
}

async function whole(url: string, token: string, body?: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { ok: response.ok, body: await response.json() };
}
