/** Plays a scenario at a virtual terminal: acts for customer, host and line, and compares the messages of the till. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, errorCode, type Message } from '../../../zvt/codec/apdu.ts';
import { handlers } from '../commands/handlers.ts';
import type { TraceLine } from '../engine/traceLog.ts';
import type { ScenarioRun, VirtualTerminal } from '../engine/virtualTerminal.ts';
import { actionOf, type Scenario, type Step, stepText, type Wanted } from './scenario.ts';

/** Plays to the end, and restores the settings of the terminal. Never rejects; `signal` ends it early. */
export async function playScenario(
  terminal: VirtualTerminal,
  scenario: Scenario,
  signal?: AbortSignal,
): Promise<ScenarioRun> {
  const { title, about } = scenario;
  const { behaviour, amountRules, unacknowledged, overrides } = terminal;
  const start: ScenarioRun = {
    title,
    about,
    steps: scenario.steps.map(stepText),
    done: 0,
    state: 'running',
    deviation: null,
  };
  const stage = openStage(terminal, signal);
  const publish = (run: ScenarioRun) => {
    terminal.scenario = run;
    return run;
  };
  let run = publish(start);
  Object.assign(terminal, { behaviour: 'manual', amountRules: false });
  try {
    for (const step of scenario.steps) {
      await play(stage, step);
      run = publish({ ...run, done: run.done + 1 });
    }
    return publish({ ...run, state: 'passed' });
  } catch (error) {
    const deviation = `step ${run.done + 1} (${run.steps[run.done]}): ${(error as Error).message}`;
    return publish({ ...run, state: 'failed', deviation });
  } finally {
    stage.close();
    Object.assign(terminal, { behaviour, amountRules, unacknowledged, overrides });
  }
}

interface Stage {
  readonly terminal: VirtualTerminal;
  /** The next message of a side; messages of the other side before it are skipped. */
  next(direction: 'sent' | 'received'): Message | undefined;
  readonly authorisationsBefore: number;
  /** Repeats `look` after every change until it finds something; throws the `missing` text after `within` ms. */
  until<T>(look: () => T | undefined, within: number, missing: () => string): Promise<T>;
  readonly signal: AbortSignal | undefined;
  close(): void;
}

function openStage(terminal: VirtualTerminal, signal: AbortSignal | undefined): Stage {
  let messages: { readonly direction: TraceLine['direction']; readonly message: Message }[] = [];
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    const before = changed;
    changed = Promise.withResolvers<void>();
    before.resolve();
  };
  const ends = [
    terminal.log.follow(({ direction, hex }) => {
      if (hex !== '') messages.push({ direction, message: decode(Buffer.from(hex, 'hex')) });
      wake();
    }),
    terminal.onChange(wake),
  ];
  signal?.addEventListener('abort', wake);
  return {
    terminal,
    signal,
    next(direction) {
      const at = messages.findIndex(message => message.direction === direction);
      const found = messages[at];
      if (found) messages = messages.slice(at + 1);
      return found?.message;
    },
    authorisationsBefore: terminal.authorisationsReceived,
    until,
    close: () => ends.forEach(end => void end()),
  };

  async function until<T>(look: () => T | undefined, within: number, missing: () => string): Promise<T> {
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      wake();
    }, within);
    try {
      for (;;) {
        const { promise } = changed;
        const found = look();
        if (found !== undefined) return found;
        if (signal?.aborted) throw new Error('ended early');
        if (isOverdue) throw new Error(missing());
        await promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Usual milliseconds for a step: a till may have to be started first, a terminal reacts at once. */
const TIMEOUT = { till: 60_000, terminal: 15_000 } as const;

async function play(stage: Stage, step: Step): Promise<void> {
  const { terminal } = stage;
  if ('expect' in step) return expectTill(stage, step);
  if ('says' in step) return expectTerminal(stage, step);
  if ('customer' in step) return act(stage, step);
  if ('host' in step) {
    const host = { result: Number.parseInt(step.host, 16), delay: step.after ?? 0 };
    terminal.overrides = { ...terminal.overrides, host };
  } else if ('line' in step) disturb(terminal, step.line);
  else if ('terminal' in step) {
    const { paper, ...settings } = step.terminal;
    Object.assign(terminal, settings);
    if (paper !== undefined) terminal.device.hasPaper = paper;
  } else if ('booking' in step) return expectBooking(stage, step);
  else countAuthorisations(stage, step.authorisations);
}

type Expectation = { readonly with?: Wanted; readonly within?: number };

/** Skips commands that move no money; another command that moves money is a deviation. */
function expectTill(stage: Stage, step: Expectation & { readonly expect: string }): Promise<void> {
  const missing = () => `the till did not send ${step.expect} in time`;
  const look = (): string | undefined => {
    const message = stage.next('received');
    if (!message) return undefined;
    if (message.name === step.expect) return differences(message, step.with) ?? 'same';
    const strays = message.name === 'abort' || handlers[message.name]?.movesMoney;
    return strays ? `the till sent ${message.name}` : look();
  };
  const within = step.within ?? TIMEOUT.till;
  return stage.until<string>(look, within, missing).then(refuseUnlessSame);
}

/** Skips the other messages of the terminal. */
function expectTerminal(stage: Stage, step: Expectation & { readonly says: string }): Promise<void> {
  let otherwise = '';
  const look = (): string | undefined => {
    const message = stage.next('sent');
    if (!message) return undefined;
    const differs = message.name === step.says ? differences(message, step.with) : '';
    if (differs === undefined) return 'same';
    otherwise = differs || otherwise;
    return look();
  };
  const missing = () => otherwise || `the terminal did not send ${step.says} in time`;
  return stage.until(look, step.within ?? TIMEOUT.terminal, missing).then(refuseUnlessSame);
}

function refuseUnlessSame(found: string): void {
  if (found !== 'same') throw new Error(found);
}

/** The first field that differs, or undefined. */
function differences(message: Message, wanted: Wanted = {}): string | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...message.fields, error: errorCode(message) };
  for (const [name, value] of Object.entries(wanted))
    if (!isSame(fields[name], value)) return `${message.name} has ${name} ${written(fields[name])} instead of ${value}`;
  return undefined;
}

function isSame(got: unknown, value: number | string): boolean {
  return got === value || (typeof got === 'number' && typeof value === 'string' && got === Number.parseInt(value, 16));
}

const written = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value));

async function act(stage: Stage, step: Extract<Step, { readonly customer: unknown }>): Promise<void> {
  const action = actionOf(step.customer);
  const { device } = stage.terminal;
  const isAwaited = () => {
    const stops = action.type === 'key' && action.key === 'stop' && device.awaits !== undefined;
    const pulls = action.type === 'removal' && device.inserted !== undefined;
    return device.awaits === action.type || stops || pulls ? true : undefined;
  };
  const missing = () => `the terminal did not wait for ${action.type} in time`;
  await stage.until(isAwaited, step.within ?? TIMEOUT.terminal, missing);
  if (step.after) await sleep(step.after, undefined, stage.signal ? { signal: stage.signal } : {});
  if (!device.act(action)) throw new Error(`the terminal waited no more for ${action.type}`);
}

function disturb(terminal: VirtualTerminal, fault: Extract<Step, { readonly line: unknown }>['line']): void {
  if (fault === 'cut') terminal.cut();
  else if (fault === 'restart') terminal.restart();
  else terminal.faults.arm(fault);
}

function expectBooking(stage: Stage, step: Extract<Step, { readonly booking: unknown }>): Promise<void> {
  const last = () => stage.terminal.memory.bookings.at(-1) as Readonly<Record<string, unknown>> | undefined;
  const wrong = () => Object.entries(step.booking).find(([key, value]) => last()?.[key] !== value);
  const missing = () => {
    const [key = '', value] = wrong() ?? [];
    return last() ? `the last booking has ${key} ${written(last()?.[key])} instead of ${value}` : 'nothing was booked';
  };
  const look = () => (last() && !wrong() ? 'same' : undefined);
  return stage.until(look, step.within ?? TIMEOUT.terminal, missing).then(refuseUnlessSame);
}

function countAuthorisations({ terminal, authorisationsBefore }: Stage, wanted: number): void {
  const came = terminal.authorisationsReceived - authorisationsBefore;
  if (came !== wanted) throw new Error(`${came} authorisations arrived instead of ${wanted}`);
}
