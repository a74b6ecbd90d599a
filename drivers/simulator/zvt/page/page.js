/** The page of the virtual terminal: follows its state by events, and sends the actions of the customer to its control. */
import { showBookings } from './bookings.js';
import { openPad } from './pad.js';
import { showPaper } from './paper.js';
import { openScenarios } from './scenario.js';
import { openTabs } from './tabs.js';
import { cardText, language, nextLanguage, say, translate } from './texts.js';
import { openTrace } from './trace.js';

/** @typedef {import('./state.js').State} State */

/** @type {State | undefined} */
let state;

/** @param {string} id */
const at = id => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const field = id => /** @type {HTMLInputElement} */ (document.getElementById(id));

/**
 * Calls the control. Shows a refusal, and returns undefined.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
  try {
    const response = await fetch(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const answer = await response.json();
    at('message').textContent = response.ok ? '' : refusalOf(response.status, answer.error);
    return response.ok ? answer : undefined;
  } catch {
    at('message').textContent = say('gone');
    return undefined;
  }
}

/**
 * @param {number} status
 * @param {string} error
 */
const refusalOf = (status, error) => (status === 409 ? say('notAwaited') : error);

const pad = openPad(at('pad'), call);
const tabs = openTabs(at('tabs'), name => name === 'bookings' && void refreshBookings());
const trace = openTrace();
const scenarios = openScenarios(call);

/** @param {State} next */
function show(next) {
  const before = state;
  state = next;
  document.documentElement.dataset.awaits = next.awaits ?? '';
  at('training').hidden = !next.training;
  showStatus(next);
  showDisplay(next);
  showReader(next);
  showCustomer(next);
  at('signature').hidden = next.awaits !== 'signature';
  at('take-out').hidden = next.inserted === null;
  showPaper(at('slips'), next.paper);
  at('load').setAttribute('aria-pressed', String(next.hasPaper));
  if (!before) build(next);
  showControls(next, before);
  scenarios.show(next.scenario);
  if (tabs.shown() === 'bookings') void refreshBookings();
}

/** @param {State} next */
function showStatus({ connections, registered, isBusy, profile, hasPaper }) {
  const facts = [
    say(connections === 1 ? 'till' : 'tills', connections),
    say(registered ? 'registered' : 'notRegistered'),
    say(isBusy ? 'busy' : 'free'),
    ...(hasPaper ? [] : [say('noPaper')]),
    say('model', profile),
  ];
  at('status').replaceChildren(
    ...facts.map(text => Object.assign(document.createElement('li'), { textContent: text })),
  );
}

/** @param {State} next */
function showDisplay({ display, amount, awaits, phase }) {
  const text = display.join('\n');
  const money = amount === null ? '' : (amount / 100).toLocaleString(language(), { minimumFractionDigits: 2 });
  const shown = amount === null || text.replace(/\D/g, '').includes(String(amount));
  at('amount').textContent = shown ? '' : money;
  set(at('lines'), text);
  pad.show(awaits);
  set(at('hint'), awaits ? say(`awaits.${awaits}`) : phase === 'idle' ? '' : say('awaits.nobody'));
}

/**
 * Unchanged text is left alone, so that it is not read out again.
 * @param {HTMLElement} element
 * @param {string} text
 */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {State} next */
function showReader({ awaits, inserted }) {
  at('reader').classList.toggle('awaits', awaits === 'card');
  at('reader').classList.toggle('inside', inserted !== null);
  at('flying').textContent = inserted === null ? '' : cardName(inserted);
}

/**
 * Names the customer: a person at this page, the terminal itself, or a scenario.
 * @param {State} next
 */
function showCustomer({ behaviour, scenario }) {
  const plays = scenario?.state === 'running';
  at('hands').hidden = plays;
  at('hands').textContent = say(behaviour === 'manual' ? 'handBack' : 'takeOver');
  const byHand = behaviour === 'manual' ? say('byHand') : say('byItself', behaviour);
  at('who').textContent = plays ? say('byScenario') : byHand;
}

/**
 * Builds the cards and behaviours, which do not change while the terminal runs.
 * @param {State} next
 */
function build(next) {
  const groups = /** @type {const} */ (['tap', 'insert', 'swipe']).map(gesture => {
    const group = document.createElement('fieldset');
    const legend = Object.assign(document.createElement('legend'), { textContent: say(gesture) });
    const choices = next.cardChoices.filter(card => card.gesture === gesture);
    group.append(legend, ...choices.map(cardButton));
    return group;
  });
  at('cards').replaceChildren(...groups);
  const options = Object.entries(next.behaviours).map(([name, about]) => {
    return new Option(`${name} – ${say.or(`behaviour.${name}`, about)}`, name);
  });
  at('behaviour').replaceChildren(...options);
}

/** @param {State['cardChoices'][number]} card */
function cardButton({ name, about, gesture }) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: cardText(name, about),
  });
  button.dataset.card = name;
  button.addEventListener('click', async () => {
    if (await call('POST', 'card', { card: name })) fly(gesture);
  });
  return button;
}

/** @param {string} gesture */
function fly(gesture) {
  const { classList } = at('reader');
  classList.remove('tap', 'swipe');
  void at('reader').offsetWidth; // the same animation begins anew
  if (gesture !== 'insert') classList.add(gesture);
}

/**
 * A choice that is not applied yet is not overwritten by other changes.
 * @param {State} next
 * @param {State | undefined} before
 */
function showControls(next, before) {
  if (before?.behaviour !== next.behaviour) {
    const [name = '', parameter = ''] = next.behaviour.split(':');
    field('behaviour').value = name;
    field('parameter').value = parameter;
    showParameter();
  }
  if (before?.unacknowledged !== next.unacknowledged) field('unacknowledged').value = next.unacknowledged;
  if (before?.amountRules !== next.amountRules) field('amount-rules').checked = next.amountRules;
  const armed = Object.keys(next.fault).length > 0;
  at('armed').textContent = armed ? say('armed', faultText(next.fault)) : say('notArmed');
}

/** @param {State['fault']} fault */
const faultText = fault =>
  Object.entries(fault)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? say(name) : `${say(name)}: ${value}`))
    .join(', ');

/** Only some behaviours take a number. */
function showParameter() {
  at('with-parameter').hidden = !(state?.behaviours[field('behaviour').value] ?? '').includes(':N');
}

async function refreshBookings() {
  const [answer, day] = await Promise.all([call('GET', 'bookings'), call('GET', 'totals')]);
  if (answer && day) showBookings(answer.bookings, day.amount, cardName);
}

/** @param {string} name */
const cardName = name => cardText(name, state?.cardChoices.find(card => card.name === name)?.about ?? name);

/** @type {Record<string, () => Promise<unknown>>} */
const FAULTS = {
  cut: () => call('POST', 'cut'),
  mute: () => call('POST', 'fault', { muteAfterSent: 0 }),
  restart: () => call('POST', 'restart', {}),
  heal: () => call('POST', 'fault', {}),
};

for (const button of document.querySelectorAll('[data-do]'))
  button.addEventListener('click', () => FAULTS[/** @type {HTMLElement} */ (button).dataset.do ?? '']?.());
for (const button of document.querySelectorAll('[data-signed]'))
  button.addEventListener('click', () => {
    void call('POST', 'signature', { signed: /** @type {HTMLElement} */ (button).dataset.signed === 'true' });
  });
at('hands').addEventListener('click', () =>
  call('POST', 'behaviour', { behaviour: state?.behaviour === 'manual' ? 'approve' : 'manual' }),
);
at('behaviour').addEventListener('change', () => {
  field('parameter').value = '';
  showParameter();
});
at('take-out').addEventListener('click', () => call('DELETE', 'card'));
at('tear').addEventListener('click', () => call('DELETE', 'paper'));
at('load').addEventListener('click', () => call('POST', 'paper', { loaded: !state?.hasPaper }));
at('behave').addEventListener('submit', event => {
  event.preventDefault();
  const { value: parameter } = field('parameter');
  void call('POST', 'behaviour', {
    behaviour: field('behaviour').value + (parameter === '' ? '' : `:${parameter}`),
    amountRules: field('amount-rules').checked,
    unacknowledged: field('unacknowledged').value,
  });
});
at('faults').addEventListener('submit', event => {
  event.preventDefault();
  const { value: kind } = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (event).submitter);
  void call('POST', 'fault', { [kind]: Number(field('bytes').value), thenRestart: field('then-restart').checked });
});
at('language').addEventListener('click', () => {
  nextLanguage();
  drawTexts();
});

function drawTexts() {
  translate();
  pad.draw();
  trace.draw();
  if (!state) return;
  const shown = state;
  state = undefined;
  show(shown);
}

at('slips').tabIndex = 0; // it scrolls
drawTexts();
const events = new EventSource('events');
events.addEventListener('state', ({ data }) => show(JSON.parse(data)));
events.addEventListener('open', () => set(at('message'), ''));
events.addEventListener('error', () => set(at('message'), say('gone')));
