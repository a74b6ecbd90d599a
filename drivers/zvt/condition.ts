/** What the end of a command says about the terminal itself: locked, well again, or worth a question. Pure. */
import type { Condition } from '../terminal.ts';
import type { PacketName } from './codec/packets.ts';
import { announcedAbsence, type CommandResult, type OutcomeContext } from './exchange/outcome.ts';
import { hasHostLetterCode } from './exchange/statusInformation.ts';
import { conditionOf, terminalStatus } from './terminalStatus.ts';
import { resultCode } from './texts/resultCodes.ts';

/** `well`: nothing keeps it from taking cards. `ask`: only its status can tell. Undefined: it said nothing of that. */
export type ConditionFinding = Condition | 'well' | 'ask' | undefined;

/** `known`: what it had told before. */
export function conditionAfter(run: CommandResult, setting: OutcomeContext, known: Condition | null): ConditionFinding {
  const { ending, state, noisy } = run;
  const { send, movesMoney } = state.command;
  // What was heard in part, or not at all, may have been about something else.
  if (noisy || ending.by === 'lost') return undefined;
  if (send === 'statusEnquiry') return wordOfStatus(run, setting, known);
  const follows = announcedAbsence(run);
  if (follows) return AWAY[follows];
  const code = failedWith(run);
  if (code !== undefined) return wordOfCode(code, run, known);
  if (ending.by !== 'completion') return undefined;
  const isProof = movesMoney ? state.status?.resultCode === 0 : known !== null && CURES[send] === known.cure;
  if (isProof) return 'well';
  return known?.blocks ? 'ask' : undefined;
}

function wordOfStatus(run: CommandResult, setting: OutcomeContext, known: Condition | null): ConditionFinding {
  const { ending } = run;
  // One that knows no enquiry is well when it is there again, and tells nothing else.
  if (ending.by === 'refusal') return known?.cure === 'wait' ? 'well' : undefined;
  const status = terminalStatus(run, setting);
  if (status.kind === 'ready') return 'well';
  if (status.kind === 'unreachable' || (ending.by === 'abort' && !LOCKS.has(status.resultCode))) return undefined;
  // Busy, not ready, a card still inside: over in a moment, and no word on what was before.
  return status.kind === 'needs' || status.resultCode === MAINTENANCE ? conditionOf(status.resultCode) : undefined;
}

/**
 * Said to a command that moves money it is a lock; said to any other it may be about that alone (6A: turnover is open). The
 * one that also means a wrong PIN is a lock only where it comes without a result.
 */
function wordOfCode(code: number, { ending, state }: CommandResult, known: Condition | null): ConditionFinding {
  if (code === INITIALISATION && state.status?.resultCode !== undefined) return undefined;
  const isLock = LOCKS.has(code) || (code === PRINTER && ending.by === 'refusal');
  if (!isLock) return undefined;
  const isCertain = state.command.movesMoney && (code !== INITIALISATION || known?.cure === 'initialisation');
  return isCertain ? conditionOf(code, code === INITIALISATION ? undefined : resultCode(code)) : 'ask';
}

/** The code it failed with; undefined where it did not, or where the code is the host's own. */
function failedWith({ ending, state }: CommandResult): number | undefined {
  const told = state.status && !hasHostLetterCode(state.status) ? state.status.resultCode : undefined;
  if (ending.by === 'refusal') return ending.code;
  if (told) return told;
  return ending.by === 'abort' ? ending.message.fields.abortCode : undefined;
}

const AWAY: Readonly<Record<'update' | 'restart', Condition>> = {
  update: { blocks: true, cure: 'wait', texts: { de: 'Update läuft', en: 'update running' } },
  restart: { blocks: true, cure: 'wait', texts: { de: 'Terminal startet neu', en: 'terminal restarting' } },
};

const CURES: Readonly<Partial<Record<PacketName, Condition['cure']>>> = {
  diagnosis: 'diagnosis',
  initialisation: 'initialisation',
  endOfDay: 'endOfDay',
};

const INITIALISATION = 0x51;
const PRINTER = 0xcc;
const MAINTENANCE = 0xe0;

/** The terminal works for nobody until something is done about it; said as a refusal, an abort or a result. */
const LOCKS: ReadonlySet<number> = new Set([
  0x51, // initialisation
  0x56, // inactive
  0x57, // initialisation, says the host
  0x59, // locked, says the host
  0x62, // diagnosis
  0x6a, // turnover file full
  0xb1, // memory full
  0xb2, // journal full
  0xc1, // merchant card
  0xc2, // diagnosis
  0xc4, // profiles
  0xdf, // out of order
  0xe0, // maintenance
  0xe4, // activation
  0xf0, // end-of-day
  0xf6, // OPT data
]);
