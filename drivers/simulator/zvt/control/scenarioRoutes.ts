/** Scenarios over the control: the list of them, and the start and the end of one at a time. */
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { readScenario, type Scenario, ScenarioError } from '../scenarios/scenario.ts';
import { namedScenario, scenarioNames } from '../scenarios/scenarioFiles.ts';
import { playScenario } from '../scenarios/scenarioPlayer.ts';
import type { Bodies } from './bodies.ts';
import { CallError } from './callError.ts';

/** Ends the scenario that the control started last at a terminal. */
const endings = new WeakMap<VirtualTerminal, AbortController>();

/** The scenarios that come with the product, and the progress of the one that runs or ran last. */
export function listScenarios({ scenario }: VirtualTerminal): unknown {
  const scenarios = scenarioNames().map(name => ({ name, ...headingOf(namedScenario(name)) }));
  return { scenarios, run: scenario };
}

/** Takes `{"name": …}` or `{"scenario": {…}}`, and answers at once: the scenario is played behind the answer. */
export function startScenario(terminal: VirtualTerminal, body: Bodies['scenario']): unknown {
  if (terminal.scenario?.state === 'running')
    throw new CallError(409, 'a scenario is running; DELETE /scenario ends it');
  const scenario = chosenScenario(body);
  const ending = new AbortController();
  endings.set(terminal, ending);
  void playScenario(terminal, scenario, ending.signal);
  return terminal.scenario;
}

function chosenScenario({ name, scenario }: Bodies['scenario']): Scenario {
  try {
    return name === undefined ? readScenario(scenario) : namedScenario(name);
  } catch (error) {
    throw error instanceof ScenarioError ? new CallError(400, error.message) : error;
  }
}

/** Ends the scenario that runs. */
export function endScenario(terminal: VirtualTerminal): unknown {
  endings.get(terminal)?.abort();
  return terminal.scenario;
}

const headingOf = ({ title, about }: Scenario) => ({ title, about });
