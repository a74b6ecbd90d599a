/** The page `/docs/changelog`: the dated versions of the API and what changed with each. */

import { type Html, html, type PageLanguage } from '../../http/htmlPage.ts';
import { type ApiVersion, apiVersions } from '../../world/apiVersions.ts';

const TEXTS = {
  en: {
    title: 'Changes of the API',
    about:
      'A request may name one of these versions in the header Tillbridge-Version; without it the newest answers, and the answer names its version. A version that is not listed is refused.',
    newest: 'newest',
    every: 'every operation',
    migration: 'What to do',
    operations: 'Operations',
    sunset: 'May be gone from',
    kinds: { added: 'Added', changed: 'Changed', deprecated: 'Deprecated', removed: 'Removed' },
  },
  de: {
    title: 'Änderungen der API',
    about:
      'Eine Anfrage kann in der Kopfzeile Tillbridge-Version eine dieser Versionen nennen; ohne sie antwortet die neueste, und die Antwort nennt ihre Version. Eine Version, die hier nicht steht, wird abgelehnt.',
    newest: 'neueste',
    every: 'alle Aufrufe',
    migration: 'Was zu tun ist',
    operations: 'Aufrufe',
    sunset: 'Kann entfallen ab',
    kinds: { added: 'Neu', changed: 'Geändert', deprecated: 'Veraltet', removed: 'Entfernt' },
  },
} as const;

export const changelogTitle = (language: PageLanguage): string => TEXTS[language].title;

/** As JSON: every text in both languages. */
export const changelog = () => ({ current: apiVersions[0].date, versions: apiVersions });

export function changelogPage(language: PageLanguage, versions: readonly ApiVersion[] = apiVersions): Html {
  const texts = TEXTS[language];
  return html`<h1>${texts.title}</h1>
<p>${texts.about}</p>
${versions.map(
  ({ date, changes }, index) => html`<section aria-labelledby="${date}">
<h2 id="${date}"><time datetime="${date}">${date}</time>${index === 0 ? ` (${texts.newest})` : ''}</h2>
${changes.map(change => changeEntry(change, language))}</section>
`,
)}`;
}

function changeEntry(change: ApiVersion['changes'][number], language: PageLanguage): Html {
  const texts = TEXTS[language];
  const { kind, what, operations, migration, replacedBy } = change;
  return html`<h3>${texts.kinds[kind]}</h3>
<p>${what[language]}</p>
<dl><dt>${texts.operations}</dt><dd>${operations.length === 0 ? texts.every : operations.map(name => html`<code>${name}</code><br>`)}</dd>
${migration && html`<dt>${texts.migration}</dt><dd>${migration[language]}</dd>`}
${replacedBy?.sunset && html`<dt>${texts.sunset}</dt><dd><time datetime="${replacedBy.sunset}">${replacedBy.sunset}</time></dd>`}</dl>
`;
}
