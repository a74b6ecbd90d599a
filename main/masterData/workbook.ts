/**
 * A spreadsheet as it is (.xlsx): the rows of its first sheet as texts, as a CSV file would hold them. It is read in a thread with
 * little memory and time, because a small file may hold far more than the machine has; the till sells on meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { CsvRefusal } from './fileHead.ts';
import type { WorkbookPart } from './workbookWorker.ts';

/** MB of the thread. */
const MEMORY = 512;
/** ms. */
const LONGEST = 60_000;

/** True for a file that is packed as spreadsheets are. */
export const isWorkbook = ([first]: readonly Uint8Array[]): boolean =>
  first?.[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4;

/** A bundle has the thread beside itself. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './workbookWorker.ts' : './workbookWorker.js',
  import.meta.url,
);

/** Throws `CsvRefusal` for a file that is no spreadsheet, or too large a one for `memory` MB. */
export function workbookRows(parts: readonly Uint8Array[], memory = MEMORY): Promise<readonly (readonly string[])[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {
      ...{ workerData: Buffer.concat(parts), execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    worker.unref();
    const timer = setTimeout(() => {
      reject(tooLarge());
      void worker.terminate();
    }, LONGEST).unref();
    const rows: (readonly string[])[] = [];
    worker.on('message', (part: WorkbookPart) => {
      if (typeof part !== 'string') for (const row of part) rows.push(row);
      else if (part === 'end') resolve(rows);
      else reject(part === 'tooLarge' ? tooLarge() : noTable());
    });
    worker.once('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    );
    worker.once('exit', code => {
      clearTimeout(timer);
      reject(new Error(`the thread that reads a spreadsheet ended with ${code}`));
    });
  });
}

const noTable = () =>
  new CsvRefusal(
    1,
    'Die Datei ist keine Tabelle, die gelesen werden kann. Bitte sie in der Tabellenkalkulation als .xlsx oder als CSV speichern.',
    'The file is no spreadsheet that can be read. Please save it in the spreadsheet as .xlsx or as CSV.',
  );

const tooLarge = () =>
  new CsvRefusal(
    1,
    'Die Tabelle ist zu groß, oder Zellen stehen weit unter oder neben den anderen. Bitte nur die Artikel in eine neue Tabelle kopieren, oder sie als CSV speichern.',
    'The spreadsheet is too large, or cells stand far below or beside the others. Please copy the articles alone into a new one, or save it as CSV.',
  );
