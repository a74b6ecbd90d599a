/** Reads from the end of a command whether the terminal is locked, well again, or has to be asked. Pure. */
import type { Condition } from '../terminal.ts';
import type { PacketName } from './codec/packets.ts';
import { announcedAbsence, type CommandResult, type OutcomeContext } from './exchange/outcome.ts';
import { hasHostLetterCode } from './exchange/statusInformation.ts';
import { conditionOf, terminalStatus } from './terminalStatus.ts';
import { resultCode } from './texts/resultCodes.ts';

/**
 * `well`: nothing keeps the terminal from taking cards. `unclear`: only a status enquiry can tell. Undefined: the command
 * says nothing about the condition.
 */
export type ConditionFinding = Condition | 'well' | 'unclear' | undefined;

/** `known`: the condition reported before. */
export function conditionAfter(
  result: CommandResult,
  context: OutcomeContext,
  known: Condition | null,
): ConditionFinding {
  const { ending, state, noisy } = result;
  const { send, movesMoney } = state.command;
  // A message that came in part, or not at all, may have been about something else.
  if (noisy || ending.by === 'lost') return undefined;
  if (send === 'statusEnquiry') return findingOfStatus(result, context, known);
  const absence = announcedAbsence(result);
  if (absence) return ABSENCES[absence];
  const code = failureCode(result);
  if (code !== undefined) return findingOfCode(code, result, known);
  if (ending.by !== 'completion') return undefined;
  const isProof = movesMoney ? state.status?.resultCode === 0 : known !== null && CURES[send] === known.cure;
  if (isProof) return 'well';
  return known?.blocks ? 'unclear' : undefined;
}

function findingOfStatus(result: CommandResult, context: OutcomeContext, known: Condition | null): ConditionFinding {
  const { ending } = result;
  // A terminal that knows no status enquiry is well when it is there again; its refusal tells nothing else.
  if (ending.by === 'refusal') return known?.cure === 'wait' ? 'well' : undefined;
  const status = terminalStatus(result, context);
  if (status.kind === 'ready') return 'well';
  if (status.kind === 'unreachable' || (ending.by === 'abort' && !resultCode(status.resultCode).lock)) return undefined;
  // Busy, not ready, a card still inside: over in a moment, and says nothing about the condition before.
  return status.kind === 'needs' || status.resultCode === MAINTENANCE ? conditionOf(status.resultCode) : undefined;
}

/**
 * A code is certainly a lock when it answers a command that moves money; as the answer to any other command it may be about
 * that command alone (6A: turnover is open). Code 51, which also means a wrong PIN, is a lock only without a result.
 */
function findingOfCode(code: number, { ending, state }: CommandResult, known: Condition | null): ConditionFinding {
  if (code === INITIALISATION && state.status?.resultCode !== undefined) return undefined;
  const isLock = resultCode(code).lock !== undefined || (code === PRINTER && ending.by === 'refusal');
  if (!isLock) return undefined;
  const isCertain = state.command.movesMoney && (code !== INITIALISATION || known?.cure === 'initialisation');
  return isCertain ? conditionOf(code, code === INITIALISATION ? undefined : resultCode(code)) : 'unclear';
}

/** The code with which a command failed; undefined where it did not fail, or where the code is the host's own. */
function failureCode({ ending, state }: CommandResult): number | undefined {
  const statusCode = state.status && !hasHostLetterCode(state.status) ? state.status.resultCode : undefined;
  if (ending.by === 'refusal') return ending.code;
  if (statusCode) return statusCode;
  return ending.by === 'abort' ? ending.message.fields.abortCode : undefined;
}

const ABSENCES: Readonly<Record<'update' | 'restart', Condition>> = {
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
