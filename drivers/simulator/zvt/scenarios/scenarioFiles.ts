/** The scenarios that come with the product, and those in a file of somebody else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readScenario, type Scenario, ScenarioError } from './scenario.ts';

const FOLDER = join(import.meta.dirname, '.');

/** Names in the order of a list. */
export function scenarioNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.json'))
    .map(file => file.replace('.json', ''))
    .sort();
}

/** One that comes with the product. Throws `ScenarioError`. */
export function namedScenario(name: string): Scenario {
  if (!scenarioNames().includes(name))
    throw new ScenarioError(`there is no scenario ${JSON.stringify(name)}; there are: ${scenarioNames().join(', ')}`);
  return scenarioFile(join(FOLDER, `${name}.json`));
}

/** A name, or the path of a file. Throws `ScenarioError`. */
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
