/** The scenarios of the product, and scenarios in other files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readScenario, type Scenario, ScenarioError } from './scenario.ts';

const FOLDER = import.meta.dirname;

/** The names of the scenarios of the product, sorted. */
export function scenarioNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.json'))
    .map(file => file.replace('.json', ''))
    .sort();
}

/** A scenario of the product. Throws `ScenarioError`. */
export function namedScenario(name: string): Scenario {
  if (!scenarioNames().includes(name))
    throw new ScenarioError(`there is no scenario ${JSON.stringify(name)}; there are: ${scenarioNames().join(', ')}`);
  return scenarioFile(join(FOLDER, `${name}.json`));
}

/** The scenario of a name or of a file. Throws `ScenarioError`. */
export function scenarioOf(nameOrFile: string): Scenario {
  if (scenarioNames().includes(nameOrFile)) return namedScenario(nameOrFile);
  if (existsSync(nameOrFile)) return scenarioFile(nameOrFile);
  if (/[./\\]/.test(nameOrFile)) throw new ScenarioError(`there is no file ${resolve(nameOrFile)}`);
  return namedScenario(nameOrFile);
}

function scenarioFile(path: string): Scenario {
  try {
    return readScenario(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new ScenarioError(`${path}: ${(error as Error).message}`);
  }
}
