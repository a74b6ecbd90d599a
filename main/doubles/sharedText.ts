/**
 * The processes of `npm test` share the descriptions of the API: to make one takes seconds, and each of a dozen processes would make
 * the same. `SHARED_TEXTS` names their folder, which is empty at the beginning of a run.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { maker } from '../api/docs/descriptionThread.ts';

type Make = () => Promise<Buffer>;

/** Called once in a process: the texts of its bridges are looked for in the folder first. */
export function shareDescriptions(): void {
  const { make } = maker;
  maker.make = (work, key) => sharedText(key, () => make(work, key));
}

/** The first process that asks makes the text, and the others wait for its file. Without a folder each process makes its own. */
export async function sharedText(key: string, make: Make, folder = process.env.SHARED_TEXTS): Promise<Buffer> {
  if (!folder) return make();
  const file = join(folder, createHash('sha256').update(key).digest('hex'));
  for (;;) {
    const text = textIn(file);
    if (text) return text;
    if (claim(file)) return await madeInto(file, make);
    await setTimeout(20);
  }
}

function textIn(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

const claimOf = (file: string): string => `${file}.claim`;

/** True for the process that makes the text now. A claim of a process that has ended is dropped. */
function claim(file: string): boolean {
  try {
    writeFileSync(claimOf(file), String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(textIn(claimOf(file)));
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
    const text = await make();
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    return text;
  } finally {
    // After a failure the next process tries.
    rmSync(claimOf(file), { force: true });
  }
}
