/** Tabs as the ARIA pattern has them: arrows move, the chosen one alone can be reached with Tab. */

/**
 * @param {HTMLElement} list
 * @param {(name: string) => void} onShow
 */
export function openTabs(list, onShow) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=tab]')]);
  for (const tab of tabs) {
    tab.addEventListener('click', () => choose(tab));
    panelOf(tab).tabIndex = 0;
  }
  list.addEventListener('keydown', event => {
    const now = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    tab.focus();
  });
  return { shown: () => nameOf(/** @type {HTMLElement} */ (tabs.find(isShown))) };

  /** @param {HTMLElement} chosen */
  function choose(chosen) {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab).hidden = tab !== chosen;
    }
    onShow(nameOf(chosen));
  }
}

/** @param {HTMLElement} tab */
const isShown = tab => tab.getAttribute('aria-selected') === 'true';
/** @param {HTMLElement} tab */
const nameOf = tab => tab.id.replace('tab-', '');
/** @param {HTMLElement} tab */
const panelOf = tab => /** @type {HTMLElement} */ (document.getElementById(tab.getAttribute('aria-controls') ?? ''));
