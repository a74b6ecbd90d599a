/** Single runs of `npm run terminal`: one scenario or one recording, then an exit code for a CI. */

import type { ScenarioRun } from './engine/virtualTerminal.ts';
import { readRecording } from './recording/recording.ts';
import { type ReplayTerminalOptions, replayTerminal } from './recording/replay.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { playScenario } from './scenarios/scenarioPlayer.ts';
import type { RunningVirtualTerminal } from './start.ts';

/** Exit code when the till deviates from the scenario or the recording. */
const DEVIATED = 3;

/** Plays the scenario, prints every step on standard error, and ends the process. */
export async function playScenarioAndExit(running: RunningVirtualTerminal, scenario: Scenario): Promise<void> {
  const { terminal } = running;
  let printed = 0;
  terminal.onChange(() => {
    const { steps = [], done = 0 } = terminal.scenario ?? {};
    for (; printed < done; printed++) console.error(`step ${printed + 1} done: ${steps[printed]}`);
  });
  const run = await playScenario(terminal, scenario, onSignal());
  console.error(endOf(run));
  if (run.state === 'passed') await atRest(running);
  await running.close();
  process.exit(run.state === 'passed' ? 0 : DEVIATED);
}

/** A run that is ended early, like by a CI that has waited long enough, is no success. */
function onSignal(): AbortSignal {
  const early = new AbortController();
  const end = () => early.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  return early.signal;
}

const endOf = ({ title, state, deviation }: ScenarioRun) =>
  `scenario ${title}: ${state}${deviation ? ` at ${deviation}` : ''}`;

/** Waits until the till has acknowledged the last message. */
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
