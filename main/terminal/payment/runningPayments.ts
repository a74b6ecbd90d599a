/** The work at the terminals now: payments being prepared, running commands, other tasks, and each terminal's last snapshot. */
import { type LastSign, stageAfter } from '../../domain/denialWait.ts';
import type { TerminalSnapshot } from '../../domain/evidence.ts';
import type { RunningPayment } from '../../wire/events.ts';
import { BridgeError } from '../../world/errors.ts';
import type { RunningPayments, RunningService, UnwrittenResult } from '../../world/running.ts';
import { CommandState, runningCommand } from './runningCommand.ts';
import { awaitsDecision, initialView } from './runningView.ts';

/** Publishes the view to the screens of the merchant; true when a screen listens. */
type Announce = (merchant: string, device: string, payment: RunningPayment | null) => unknown;

export function createRunningPayments(announce: Announce, now: () => number = Date.now): RunningPayments {
  const snapshots = createSnapshots();
  return {
    ...createPreparations(),
    ...createCommands(announce, now),
    ...createTasks(snapshots.forgetSnapshot),
    ...snapshots,
    ...createSigns(),
    ...createUnwritten(),
  };
}

type Preparations = Pick<RunningPayments, 'prepare' | 'abortPrepared'>;

function createPreparations(): Preparations {
  const prepared = new Map<AbortController, string | null>();
  return {
    prepare(till) {
      const controller = new AbortController();
      prepared.set(controller, till);
      return { refuseStopped: () => controller.signal.throwIfAborted(), end: () => void prepared.delete(controller) };
    },
    abortPrepared(till) {
      const ofTill = [...prepared].filter(([, tillOfPayment]) => tillOfPayment === till);
      for (const [controller] of ofTill) controller.abort(new BridgeError('aborted', STOPPED));
      return ofTill.length > 0;
    },
  };
}

const STOPPED = 'stopped by the till before anything was sent to the terminal';

type Commands = Pick<
  RunningPayments,
  'begin' | 'abort' | 'view' | 'noteTillPolled' | 'till' | 'ofTill' | 'answer' | 'handedOver' | 'end'
>;

function createCommands(announce: Announce, now: () => number): Commands {
  /** By the device of the terminal: a terminal runs one command at a time. */
  const commands = new Map<string, CommandState>();
  const isCurrent = (command: CommandState) => commands.get(command.view.device) === command;
  const publish = ({ merchant, view }: CommandState) => announce(merchant, view.device, view) === true;

  function remove(command: CommandState) {
    if (!isCurrent(command)) return;
    commands.delete(command.view.device);
    announce(command.merchant, command.view.device, null);
  }

  return {
    begin(merchant, till, payment) {
      const command = new CommandState(merchant, till, initialView(payment, 'connecting'), isCurrent, publish);
      commands.set(payment.device, command);
      command.change({});
      return runningCommand(command, now, () => remove(command));
    },
    abort(device) {
      const command = commands.get(device);
      if (!command || awaitsDecision(command.view)) return false;
      command.askToStop();
      return true;
    },
    view: device => commands.get(device)?.view ?? null,
    noteTillPolled(device, till) {
      const command = commands.get(device);
      if (command?.till === till) command.questionShownTo = 'till';
    },
    till: device => commands.get(device)?.till ?? null,
    ofTill: till => [...commands.values()].filter(command => command.till === till).map(({ view }) => view),
    answer: (device, question, answer) => commands.get(device)?.answer(question, answer) ?? false,
    handedOver: (device, result) => commands.get(device)?.handedOver(result) ?? false,
    end(device) {
      const command = commands.get(device);
      if (command) remove(command);
    },
  };
}

type Tasks = Pick<RunningPayments, 'beginService' | 'service' | 'beginTask' | 'task'>;

function createTasks(forgetSnapshot: (device: string) => void): Tasks {
  const services = new Map<string, RunningService>();
  const tasks = new Map<string, string>();
  return {
    beginService(device, service) {
      services.set(device, service);
      forgetSnapshot(device);
      const end = () => services.delete(device);
      service.answer.then(end, end);
      service.written.catch(() => undefined);
    },
    service: device => services.get(device) ?? null,
    beginTask(device, task, work) {
      tasks.set(device, task);
      forgetSnapshot(device);
      const end = () => tasks.delete(device);
      work.then(end, end);
    },
    task: device => services.get(device)?.kind ?? tasks.get(device) ?? null,
  };
}

type Snapshots = Pick<
  RunningPayments,
  'lastSnapshot' | 'keepSnapshot' | 'snapshotAge' | 'forgetSnapshot' | 'snapshotVersion'
>;

function createSnapshots(): Snapshots {
  const snapshots = new Map<string, TerminalSnapshot>();
  const versions = new Map<string, number>();
  /** A snapshot is known again by its time: after a command that was not sent the one before it counts on. */
  const taken = new Map<string, { readonly at: number; readonly elapsed: number }>();
  return {
    lastSnapshot: device => snapshots.get(device) ?? null,
    keepSnapshot(device, snapshot, now) {
      snapshots.set(device, snapshot);
      if (taken.get(device)?.at !== snapshot.at) taken.set(device, { at: snapshot.at, elapsed: now });
    },
    snapshotAge: (device, now) => now - (taken.get(device)?.elapsed ?? Number.NEGATIVE_INFINITY),
    forgetSnapshot(device) {
      snapshots.delete(device);
      versions.set(device, (versions.get(device) ?? 0) + 1);
    },
    snapshotVersion: device => versions.get(device) ?? 0,
  };
}

type Signs = Pick<RunningPayments, 'noteSign' | 'lastSign'>;

/** Commands of a terminal whose signs are known. */
const SIGNED_COMMANDS = 30;

/** The signs of the newest commands of each terminal; they end with the process. */
function createSigns(): Signs {
  const signs = new Map<string, Map<string, LastSign>>();
  return {
    noteSign(device, intent, sign, at) {
      const own = signs.get(device) ?? new Map<string, LastSign>();
      const known = own.get(intent)?.stage ?? 'sent';
      own.delete(intent);
      own.set(intent, { stage: sign === 'sent' ? 'sent' : stageAfter(known, sign), at });
      const [oldest] = own.keys();
      if (own.size > SIGNED_COMMANDS && oldest !== undefined) own.delete(oldest);
      signs.set(device, own);
    },
    lastSign: (device, intent) => signs.get(device)?.get(intent) ?? null,
  };
}

type Unwritten = Pick<RunningPayments, 'keepUnwritten' | 'unwritten'>;

/** The results that the disk refused, by intent: seldom more than one, and gone with the process. */
function createUnwritten(): Unwritten {
  const results = new Map<string, UnwrittenResult>();
  return {
    keepUnwritten: (intent, result) => void results.set(intent, result),
    unwritten: intent => results.get(intent) ?? null,
  };
}
