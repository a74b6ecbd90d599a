/** Decides about an update, by facts alone: nothing is fetched, stopped or written here. */
import { createHash } from 'node:crypto';
import type { Manifest } from './manifest.ts';

export interface UpdateFacts {
  readonly running: string;
  readonly offered: Pick<Manifest, 'version' | 'share'>;
  /** Versions that this machine went back from: they are not tried again. */
  readonly failed: readonly string[];
  /** Random and constant: chooses the machine's place among all. */
  readonly machine: string;
}

export type Offer = 'newest' | 'failedBefore' | 'notYet' | 'wanted';

export function offerOf({ running, offered, failed, machine }: UpdateFacts): Offer {
  if (compareVersions(offered.version, running) <= 0) return 'newest';
  if (failed.includes(offered.version)) return 'failedBefore';
  return placeOf(machine, offered.version) < offered.share ? 'wanted' : 'notYet';
}

/** 0 to 99, another one for each version, so that it is not always the same machines that go first. */
export const placeOf = (machine: string, version: string): number =>
  createHash('sha256').update(`${machine} ${version}`).digest().readUInt32BE() % 100;

export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map(version => version.split('.').map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

/** The bridge as its `/healthz` tells; null: it does not answer. */
export interface Health {
  readonly version: string;
  readonly isGood: boolean;
}

/** A till that was red before, because of a late backup for example, need not become green by an update. */
export const isHealthy = (now: Health | null, wanted: string, wasGood: boolean): boolean =>
  now !== null && now.version === wanted && (now.isGood || !wasGood);

/** The step in which an update was cut off, and how it goes on. */
export type Step = 'idle' | 'switching' | 'watching' | 'goingBack';
export type Resume = 'nothing' | 'goBack' | 'watch';

export const resumeOf = (step: Step): Resume => {
  if (step === 'idle') return 'nothing';
  // Nobody knows how far it came; the way back is the same from everywhere, and the version is tried again later.
  return step === 'watching' ? 'watch' : 'goBack';
};
