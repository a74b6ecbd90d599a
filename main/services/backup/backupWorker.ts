/** The thread of `schedule.ts`: a share that does not answer holds this thread and never the till. */
import { parentPort, workerData } from 'node:worker_threads';
import { sayLoaded } from '../../store/nativeThread.ts';
import type { BackupProblem } from '../../wire/backups.ts';
import { BackupRefusal } from './make.ts';
import { type BackupRun, type BackupRunResult, runBackup } from './run.ts';

/** The thread ends with the result, or with the sentence for whoever looks after the backups. */
export type BackupWord = BackupRunResult | { readonly kind: BackupProblem; readonly problem: string };

sayLoaded();

runBackup(workerData as BackupRun).then(
  result => parentPort?.postMessage(result satisfies BackupWord),
  error => {
    const word = error instanceof BackupRefusal ? { kind: error.kind, problem: error.message } : null;
    parentPort?.postMessage((word ?? { kind: 'other', problem: String(error) }) satisfies BackupWord);
  },
);
