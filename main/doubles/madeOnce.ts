/**
 * The processes of `npm test` share what takes a second and more to make, and would be the same in each of a dozen processes: the
 * descriptions of the API and the data of demo and shop. `MADE_ONCE` names their folder, which is empty at the beginning of a run.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { maker } from '../api/docs/descriptionThread.ts';
import { codeOf } from '../files/refusal.ts';

type Make = () => Promise<Buffer>;

/** Called once in a process: the descriptions of its bridges are looked for in the folder first. */
export function shareDescriptions(): void {
  const { make } = maker;
  maker.make = (work, key) => madeOnce(key, () => make(work, key));
}

/** The first process that asks makes the bytes, and the others wait for their file. Without a folder each process makes its own. */
export async function madeOnce(key: string, make: Make, folder = process.env.MADE_ONCE): Promise<Buffer> {
  if (!folder) return make();
  const file = join(folder, createHash('sha256').update(key).digest('hex'));
  for (;;) {
    const bytes = bytesIn(file);
    if (bytes) return bytes;
    if (claim(file)) return await madeInto(file, make);
    await setTimeout(20);
  }
}

function bytesIn(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

const claimOf = (file: string): string => `${file}.claim`;

/** True for the process that makes the bytes now. A claim of a process that has ended is dropped. */
function claim(file: string): boolean {
  try {
    writeFileSync(claimOf(file), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const owner = Number(bytesIn(claimOf(file)));
    if (owner > 0 && !isAlive(owner)) rmSync(claimOf(file), { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function madeInto(file: string, make: Make): Promise<Buffer> {
  try {
    // The maker before may have ended between the look and the claim.
    const bytes = bytesIn(file) ?? (await make());
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
    return bytes;
  } finally {
    // After a failure the next process tries.
    rmSync(claimOf(file), { force: true });
  }
}
