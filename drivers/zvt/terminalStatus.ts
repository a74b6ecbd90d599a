/** The answer to a status enquiry (05 01): is the terminal idle, and if not, what would cure it? */
import type { TerminalStatus } from '../terminal.ts';
import { resultCode } from './texts/resultCodes.ts';
import { failure, type Run, type Setting } from './verdict.ts';

/** The status; a terminal that does not know the enquiry answered, and is taken as ready. */
export function terminalStatus(run: Run, setting: Setting): TerminalStatus {
  const { ending } = run;
  if (ending.by === 'completion') return ofCode(ending.message.fields.terminalStatus ?? 0, setting);
  if (ending.by === 'lost') return { kind: 'unreachable', reason: ending.reason };
  const reason = failure(run, setting);
  if (!reason || reason.code === 'unsupported') return { kind: 'ready' };
  return ofCode(reason.resultCode ?? 0xff, setting);
}

type Cure = Extract<TerminalStatus, { kind: 'needs' }>['cure'];

const CURES: Readonly<Record<number, Cure>> = {
  81: 'initialisation',
  98: 'diagnosis', // date or time wrong
  193: 'diagnosis',
  194: 'diagnosis',
  177: 'endOfDay',
  178: 'endOfDay',
  106: 'endOfDay',
  240: 'endOfDay',
};

function ofCode(code: number, setting: Setting): TerminalStatus {
  const row = STATUS_TEXTS[code] ?? resultCode(code);
  const text = row[setting.language];
  if (code === 0) return { kind: 'ready' };
  if (BUSY.has(code)) return { kind: 'busy', resultCode: code, text };
  return { kind: 'needs', cure: CURES[code] ?? 'person', resultCode: code, text };
}

const BUSY = new Set([0x9c, 0xa0, 0xe0]);

// Two codes mean something else here than as a result of a payment.
const STATUS_TEXTS: Readonly<Record<number, { de: string; en: string }>> = {
  81: { de: 'Initialisierung erforderlich', en: 'initialisation required' },
  98: { de: 'Datum oder Uhrzeit falsch', en: 'date or time wrong' },
};
