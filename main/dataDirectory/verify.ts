/** Checks a data directory: its pages, its mark, every closed sale against the chain, counters, figures, and who has which rights. */

import { isDamage } from '../files/refusal.ts';
import { type ChainResult, chainReader, verifyChain } from '../store/chain.ts';
import { type CommitMark, readMark } from '../store/commitMark.ts';
import { readDirectory } from '../store/directory.ts';
import { checkIntegrity } from '../store/integrity.ts';
import { findLoss, isMarkGone, markGoneSentence, type Stored } from '../store/loss.ts';
import { readNumberDoubt } from '../store/numberDoubt.ts';
import { isElsewhere } from '../store/queueEpochs.ts';
import { openForReading, type Reading } from '../store/unlockedReading.ts';
import { contradictionsIn } from './contradictions.ts';
import { wrongFigures } from './figures.ts';

type Say = (line: string) => void;

const FOUND = 3;

/** 0 in order, 3 something was found. Throws `DatabaseRefusal` where there is nothing that can be read. */
export async function verify(directory: string, say: Say): Promise<number> {
  const reading = openForReading(directory);
  try {
    const { problems } = await checkIntegrity(reading.file).result;
    for (const problem of problems) say(`damaged: ${problem}`);
    const mark = readMark(directory);
    const lost = lossIn(directory, mark, reading.prepare<Stored>('SELECT * FROM commit_mark').get() ?? null);
    if (lost) say(`missing: ${lost}`);
    const { checked, broken } = await chainIn(reading, mark);
    for (const { text } of broken) say(`chain: ${text}`);
    const gaps = gapsIn(reading);
    for (const gap of gaps) say(`queue: ${gap}`);
    const contradictions = contradictionsIn(reading);
    for (const text of contradictions) say(`changed: ${text}`);
    const figures = wrongFigures(reading);
    for (const text of figures) say(`figures: ${text}; npm run data -- figures`);
    const doubt = doubtIn(reading);
    if (doubt) say(`numbers: ${doubt}`);
    if (isElsewhere(reading, directory))
      say(
        'copied: this directory was restored or copied since it was opened; its next start asks for the highest numbers',
      );
    const lists = [problems, broken, gaps, contradictions, figures];
    const found = lists.reduce((sum, { length }) => sum + length, 0) + (lost ? 1 : 0) + (doubt ? 1 : 0);
    say(`${found === 0 ? 'in order' : `${found} found`}: ${checked} links of closed sales were checked`);
    return found === 0 ? 0 : FOUND;
  } finally {
    reading.close();
  }
}

/** Reads the chain up to the first damaged pages; those are named already. */
async function chainIn(reading: Reading, mark: CommitMark | null): Promise<Pick<ChainResult, 'checked' | 'broken'>> {
  try {
    return await verifyChain(chainReader(reading), { marked: mark?.link ?? null });
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { checked: 0, broken: [{ sale: '', receipt: null, text: 'the chain cannot be read as a whole' }] };
  }
}

/** The numbers of the queue have no gaps but those of records that were given a newer number; a database of an older version has none. */
function gapsIn(reading: Reading): readonly string[] {
  try {
    return reading
      .prepare<{ till: string; epoch: number; last: number; held: number }>(GAPS)
      .all()
      .map(
        ({ till, epoch, last, held }) => `${last - held} of ${last} records of ${till} in epoch ${epoch} are missing`,
      );
  } catch (error) {
    if (isDamage(error)) return ['the records cannot be read as a whole'];
    if (/no such table/.test(String(error))) return [];
    throw error;
  }
}

const GAPS = `SELECT till, epoch, last, held FROM (SELECT g.till, g.epoch, g.last,
  (SELECT count(*) FROM queue_record r WHERE r.till = g.till AND r.epoch = g.epoch)
    + (SELECT count(*) FROM office_moved m WHERE m.till = g.till AND m.epoch = g.epoch) AS held FROM queue_range g)
  WHERE held <> last`;

function lossIn(directory: string, mark: CommitMark | null, stored: Stored | null): string | null {
  const identity = readDirectory(directory);
  if (!identity) return null;
  if (isMarkGone(identity, mark, stored)) return markGoneSentence(directory);
  return findLoss(identity, mark, stored)?.details ?? null;
}

/** The doubt that waits for the answer of a manager. */
function doubtIn(reading: Reading): string | null {
  const doubt = readNumberDoubt(reading)();
  if (!doubt) return null;
  const since = new Date(doubt.since).toISOString();
  return `in doubt since ${since} (${doubt.cause}): nothing is sold before a manager has named the highest number on paper`;
}
