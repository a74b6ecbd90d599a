/** The list of scenarios, and the progress of the scenario that runs. */
import { say } from './texts.js';

/** @typedef {import('./state.js').Scenario} Scenario */

/** @param {(method: string, path: string, body?: object) => Promise<any>} call */
export function openScenarios(call) {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById('scenario'));
  const about = /** @type {HTMLElement} */ (document.getElementById('about-scenario'));
  const steps = /** @type {HTMLElement} */ (document.getElementById('steps'));
  const end = /** @type {HTMLElement} */ (document.getElementById('scenario-end'));
  /** @type {readonly { name: string, title: string, about: string }[]} */
  let known = [];
  void list();
  choice.addEventListener('change', explain);
  document.getElementById('play')?.addEventListener('submit', event => {
    event.preventDefault();
    void call('POST', 'scenario', { name: choice.value });
  });
  const stop = /** @type {HTMLElement} */ (document.getElementById('end-scenario'));
  stop.addEventListener('click', () => void call('DELETE', 'scenario'));
  return { show };

  async function list() {
    known = (await call('GET', 'scenario'))?.scenarios ?? [];
    choice.replaceChildren(...known.map(({ name, title }) => new Option(title, name)));
    explain();
  }

  function explain() {
    about.textContent = known.find(({ name }) => name === choice.value)?.about ?? '';
  }

  /** @param {Scenario | null} scenario */
  function show(scenario) {
    steps.replaceChildren(
      ...(scenario?.steps ?? []).map((text, at) => step(text, at, /** @type {Scenario} */ (scenario))),
    );
    stop.hidden = scenario?.state !== 'running';
    end.className = `note ${scenario?.state ?? ''}`;
    end.textContent = scenario
      ? `${scenario.title}: ${say(`scenario.${scenario.state}`)} ${scenario.deviation ?? ''}`
      : '';
  }
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Scenario} scenario
 */
function step(text, at, { done, state }) {
  const failed = state === 'failed' && at === done;
  return Object.assign(document.createElement('li'), {
    textContent: at < done ? `✓ ${text}` : failed ? `✗ ${text}` : text,
    className: at < done ? 'done' : failed ? 'failed' : '',
  });
}
