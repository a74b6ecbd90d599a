/** What `npm run terminal` does besides waiting for a till: one scenario or one recording, and then an exit code for a CI. */

import type { ScenarioRun } from './engine/virtualTerminal.ts';
import { readRecording } from './recording/recording.ts';
import { type ReplayTerminalOptions, replayTerminal } from './recording/replay.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { playScenario } from './scenarios/scenarioPlayer.ts';
import type { RunningVirtualTerminal } from './start.ts';

/** The till did something else than expected, or not all of it. */
const DEVIATED = 3;

/** Plays the scenario, told step by step on standard error, and ends the process. */
export async function playScenarioAndExit(running: RunningVirtualTerminal, scenario: Scenario): Promise<void> {
  const { terminal } = running;
  let told = 0;
  terminal.onChange(() => {
    const { steps = [], done = 0 } = terminal.scenario ?? {};
    for (; told < done; told++) console.error(`step ${told + 1} done: ${steps[told]}`);
  });
  const run = await playScenario(terminal, scenario, onSignal());
  console.error(endOf(run));
  if (run.state === 'passed') await atRest(running);
  await running.close();
  process.exit(run.state === 'passed' ? 0 : DEVIATED);
}

/** Whoever ends it early, like a CI that has waited long enough, must not read a success. */
function onSignal(): AbortSignal {
  const early = new AbortController();
  const end = () => early.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  return early.signal;
}

const endOf = ({ title, state, deviation }: ScenarioRun) =>
  `scenario ${title}: ${state}${deviation ? ` at ${deviation}` : ''}`;

/** The till still acknowledges the last message. */
function atRest({ terminal }: RunningVirtualTerminal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => terminal.isBusy || resolve();
  terminal.onChange(look);
  look();
  return promise;
}

/** Plays the terminal of a recording and ends the process. Throws `RecordingError`. */
export async function replayAndExit(
  file: string,
  place: Pick<ReplayTerminalOptions, 'port' | 'serial'>,
): Promise<void> {
  const turns = readRecording(file);
  const terminal = await replayTerminal(turns, place);
  onSignal().addEventListener('abort', () => {
    console.error('ended before the recording was over');
    process.exit(DEVIATED);
  });
  console.log(`terminal ready ${terminal.address}`);
  const ending = await terminal.ended;
  for (const line of ending.tolerated) console.error(`taken: ${line}`);
  console.error(ending.kind === 'played' ? 'the recording was played to its end' : ending.text);
  await terminal.close();
  process.exit(ending.kind === 'played' ? 0 : DEVIATED);
}
