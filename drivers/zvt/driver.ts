/** Joins the connection and the supervisor of one ZVT terminal, and runs commands with what the till decides meanwhile. */
import { Supervisor } from '../supervisor.ts';
import type { CommandOptions, HandOver, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { type TransportOpener, transportOpener } from '../transport/opener.ts';
import type { Message } from './codec/apdu.ts';
import type { Fields } from './codec/fields.ts';
import { ZvtConnection } from './connection.ts';
import type { Line } from './exchange/line.ts';
import type { CommandResult } from './exchange/outcome.ts';
import { receiptsOf } from './exchange/receipts.ts';
import { factsOf } from './exchange/statusInformation.ts';
import type { TillDecisions } from './exchange/tillDecisions.ts';
import type { PreparedCommand } from './moneyCommands.ts';
import type { ZvtSettings } from './settings.ts';

export interface ZvtDriver {
  readonly settings: ZvtSettings;
  readonly connection: ZvtConnection;
  readonly supervisor: Supervisor<Line, CommandResult>;
  /**
   * Within the queue: runs one command; a reason means that not a single byte of it left. `personTime`: milliseconds a
   * person may take before the terminal answers.
   */
  run(command: PreparedCommand, options?: CommandOptions, personTime?: number): Promise<CommandResult | Reason>;
}

/** Opens the terminal: it connects at once, in the background. */
export function openDriver(
  settings: ZvtSettings,
  trace?: Trace,
  opener: TransportOpener = transportOpener(settings.connection),
): ZvtDriver {
  const connection = new ZvtConnection(settings, opener, trace);
  const supervisor = new Supervisor(connection, settings.timers, trace);
  opener.handleCalls({
    isBusy: () => connection.isBusy,
    arrived: () => supervisor.terminalCalled(),
    isAlive: () => supervisor.isAlive(() => connection.confirmAlive()),
  });
  return {
    settings,
    connection,
    supervisor,
    run: (prepared, options = {}, personTime) =>
      supervisor.run(
        {
          name: prepared.command.send,
          execute: async (line, onProgress) => {
            const decisions = tillDecisions(prepared, options, settings, connection);
            return line.run({ ...prepared, onProgress, signal: options.signal, personTime, ...decisions });
          },
        },
        options,
      ),
  };
}

/** The decisions of the till while the command runs, in terms of the protocol. */
function tillDecisions(
  { command, fields }: PreparedCommand,
  { onApproved, onSlip, onQuestion }: CommandOptions,
  { currency, questions }: Pick<ZvtSettings, 'currency' | 'questions'>,
  { outcomeContext: { charset } }: Pick<ZvtConnection, 'outcomeContext'>,
): TillDecisions {
  return {
    onApproved:
      onApproved &&
      (async (status: Fields) =>
        checkedHandOver(await onApproved(factsOf(status, currency)), { ...fields, ...status })),
    onSlip:
      onSlip &&
      (async (prints: readonly Message[]) => {
        for (const slip of receiptsOf(prints, command.prints, charset)) if (!(await onSlip(slip))) return false;
        return true;
      }),
    onQuestion: questions ? onQuestion : undefined,
  };
}

/** More than the whole is the whole, and nothing at all is a failure; a part of an unknown amount stays a part. */
function checkedHandOver(handOver: HandOver, { amount = Number.POSITIVE_INFINITY }: Fields): HandOver {
  if (handOver.kind !== 'partly') return handOver;
  if (!Number.isInteger(handOver.amount) || handOver.amount <= 0) return { kind: 'failed' };
  return handOver.amount < amount ? handOver : { kind: 'done' };
}
