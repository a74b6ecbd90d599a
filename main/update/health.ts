/** The bridge as its `/healthz` tells, and the moment in which a new version has become healthy. */
import { request as insecure } from 'node:http';
import { request as secure } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Health, isHealthy } from './decision.ts';

const ANSWERS_WITHIN = 3000;

/** `origin` is the bridge's own loopback address; its certificate is its own affair there. */
export function healthAt(origin: string): Promise<Health | null> {
  return new Promise(resolve => {
    const url = `${origin}/healthz`;
    const options = { timeout: ANSWERS_WITHIN, rejectUnauthorized: false, agent: false };
    const ask = (url.startsWith('https:') ? secure : insecure)(url, options, async answer => {
      try {
        const { version } = JSON.parse(await text(answer));
        resolve({ version: String(version), isGood: answer.statusCode === 200 });
      } catch {
        resolve(null);
      }
    });
    ask.on('error', () => resolve(null)).on('timeout', () => ask.destroy(new Error('no answer')));
    ask.end();
  });
}

/** Looks in a row that a new version must be healthy at, and the time between them, ms. */
const LOOKS = 5;
const LOOKS_EVERY = 1000;

export interface Watch {
  readonly health: () => Promise<Health | null>;
  readonly version: string;
  /** Before the update `/healthz` was good. */
  readonly wasGood: boolean;
  /** How long it may take, ms. */
  readonly within: number;
  readonly every?: number;
}

/** The new version becomes healthy in time, and stays so for a moment. */
export async function becomesHealthy({
  health,
  version,
  wasGood,
  within,
  every = LOOKS_EVERY,
}: Watch): Promise<boolean> {
  const until = Date.now() + within;
  for (let healthy = 0; Date.now() < until; ) {
    healthy = isHealthy(await health(), version, wasGood) ? healthy + 1 : 0;
    if (healthy === LOOKS) return true;
    await setTimeout(every);
  }
  return false;
}
