/** Scenarios over the control: which there are, and one of them, or a new one, is played; one at a time. */

import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { readScenario, type Scenario, ScenarioError } from '../scenarios/scenario.ts';
import { namedScenario, scenarioNames } from '../scenarios/scenarioFiles.ts';
import { playScenario } from '../scenarios/scenarioPlayer.ts';
import { type Answer, type Body, ok, wrong } from './answer.ts';

const running = new WeakMap<VirtualTerminal, AbortController>();

/** What can be played, and how far the one is that runs. */
export function listScenarios({ scenario }: VirtualTerminal): Answer {
  const scenarios = scenarioNames().map(name => ({ name, ...shortened(namedScenario(name)) }));
  return ok({ scenarios, run: scenario });
}

/** `{"name": …}`, or `{"scenario": {…}}`; the answer comes at once. */
export function startScenario(terminal: VirtualTerminal, { name, scenario }: Body): Answer {
  if (terminal.scenario?.state === 'running')
    return { status: 409, body: { error: 'a scenario is running; DELETE /scenario ends it' } };
  if (name !== undefined && typeof name !== 'string') return wrong('name must be a text');
  try {
    const chosen = name === undefined ? readScenario(scenario) : namedScenario(name);
    const end = new AbortController();
    running.set(terminal, end);
    void playScenario(terminal, chosen, end.signal);
    return ok(terminal.scenario);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return wrong(error.message);
  }
}

/** Ends the one that runs. */
export function endScenario(terminal: VirtualTerminal): Answer {
  running.get(terminal)?.abort();
  return ok(terminal.scenario);
}

const shortened = ({ title, about }: Scenario) => ({ title, about });
