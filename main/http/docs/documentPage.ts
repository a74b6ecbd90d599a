/** The frame of every page below `/docs`: one list of the pages beside each of them. A page is sent by `sendDocument`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Html,
  html,
  type Inline,
  inline,
  languageAsked,
  languageCookie,
  languageOf,
  type PageLanguage,
  sendPage,
} from '../htmlPage.ts';

/** In the order of the list. A bridge that does not serve a page, such as test data in a live shop, does not list it. */
const documents = [
  { path: '/docs', en: 'Start', de: 'Beginn' },
  { path: '/docs/manual', en: 'Manual of the till', de: 'Handbuch der Kasse' },
  { path: '/docs/guides', en: 'Guides', de: 'Anleitungen' },
  { path: '/docs/clients', en: 'Clients', de: 'Clients' },
  { path: '/docs/payment-states', en: 'Payment states', de: 'Zahlungszustände' },
  { path: '/docs/errors', en: 'Errors', de: 'Fehler' },
  { path: '/docs/events', en: 'Events and pushes', de: 'Ereignisse und Pushes' },
  { path: '/docs/settings', en: 'Settings', de: 'Einstellungen' },
  { path: '/docs/test-data', en: 'Test data', de: 'Testdaten' },
  { path: '/docs/changelog', en: 'Changes of the API', de: 'Änderungen der API' },
] as const;

const TEXTS = {
  en: { documents: 'Documents', skip: 'To the text', reference: 'All calls (OpenAPI)', languages: 'Language' },
  de: { documents: 'Dokumente', skip: 'Zum Text', reference: 'Alle Aufrufe (OpenAPI)', languages: 'Sprache' },
} as const satisfies Record<PageLanguage, object>;

/** Each in its own words, so that whoever needs it can read it. */
const LANGUAGES = { de: 'Deutsch', en: 'English' } as const satisfies Record<PageLanguage, string>;

export interface DocumentPage {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The page works without them. */
  readonly scripts?: readonly Inline[];
  /** Loads scripts, styles and data from this bridge. */
  readonly loads?: boolean;
}

/** Sends a page in the language that `languageOf` finds in the request, with the list of all pages that this bridge serves. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, page: DocumentPage): FastifyReply {
  const language = languageOf(request);
  const asked = languageAsked(request);
  if (asked) reply.header('set-cookie', languageCookie(asked));
  return sendPage(reply, {
    ...page,
    scripts: [SCRIPT, ...(page.scripts ?? [])],
    language,
    title: `${page.title} · Tillbridge`,
    body: html`<div id="text" tabindex="-1">${page.body}</div>`,
    navigation: navigationOf(request, language),
    style: STYLE,
  });
}

function navigationOf(request: FastifyRequest, language: PageLanguage): Html {
  const texts = TEXTS[language];
  const [here = ''] = request.url.split('?');
  const link = (path: string, name: string) => {
    // A guide belongs to the list of the guides.
    const isHere = here === path || (path !== '/docs' && here.startsWith(`${path}/`));
    return html`<li>${isHere ? html`<a href="${path}" aria-current="page">${name}</a>` : html`<a href="${path}">${name}</a>`}</li>`;
  };
  const served = documents.filter(({ path }) => request.server.hasRoute({ url: path, method: 'GET' }));
  return html`<a class="skip" href="#text">${texts.skip}</a>
<nav aria-label="${texts.documents}"><a class="name" href="/docs">Tillbridge</a><ul>${served.map(one => link(one.path, one[language]))}${link('/docs#reference', texts.reference)}</ul>
<ul class="languages" aria-label="${texts.languages}">${languageLinks(request, language)}</ul></nav>`;
}

/** The same page in each language; what else the address says stays. */
const languageLinks = ({ url }: FastifyRequest, language: PageLanguage): readonly Html[] =>
  Object.entries(LANGUAGES).map(([key, name]) => {
    const [path = '', query = ''] = url.split('?');
    const wanted = new URLSearchParams(query);
    wanted.set('language', key);
    const current = key === language && html` aria-current="true"`;
    return html`<li><a href="${path}?${wanted.toString()}" lang="${key}" hreflang="${key}"${current}>${name}</a></li>`;
  });

const STYLE = inline(`
body { display: grid; grid-template-columns: minmax(0, 1fr) }
body > main { width: 100%; max-width: 60rem; margin: 0; padding: 1.5rem 1rem 4rem } #text { outline: none }
.skip { position: absolute; left: -100vw; padding: .75rem 1rem; background: var(--sheet); z-index: 1 } .skip:focus { left: 0 }
nav { padding: .75rem 1rem; background: var(--sheet); border-bottom: 1px solid var(--line) }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: .25rem -.5rem 0; padding: 0; list-style: none }
nav a { display: inline-block; padding: .25rem .5rem; border-radius: .375rem; text-decoration: none } nav a:hover { text-decoration: underline }
nav a.name { padding-left: 0; font-weight: 700; color: var(--ink) }
nav [aria-current] { background: var(--accent); color: var(--on-accent) }
nav .languages { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .5rem }
@media (min-width: 64rem) {
  body { grid-template-columns: 15rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border: 0; border-right: 1px solid var(--line) }
  nav ul:not(.languages) { display: block; margin: 1rem 0 0 -.5rem } nav .languages { margin: 1rem 0 0 -.5rem; padding-top: 1rem } nav li a { display: block; padding: .375rem .5rem } body > main { padding: 2rem 3rem 6rem }
}
h2 { margin-top: 2.5rem } h2[id], h3[id] { scroll-margin-top: 1rem } h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
.places { margin: 0; padding: 0; list-style-position: inside } ul.places { list-style: none } .places li { padding: .375rem 0 } .places span { color: var(--quiet) }
.places a { font-weight: 600 } .columns { columns: 11rem; margin: 1.5rem 0; padding: 0; list-style: none }
.columns a { display: inline-block; padding: .125rem 0 }
.code { position: relative; margin: 0 0 1rem }
.code pre { margin: 0; padding: 1rem; overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; font: .875rem/1.5 ui-monospace, monospace }
.code pre code { font-size: inherit; white-space: pre; overflow-wrap: normal }
button.copy { position: absolute; top: .5rem; right: .5rem; min-height: 48px; padding: 0 .75rem; font-size: .875rem; background: var(--ground); color: var(--accent); border-width: 1px }
@media (max-width: 40rem) { button.copy { position: static; margin-top: .25rem } }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 1rem }
.tabs input { position: absolute; width: 1px; min-height: 0; height: 1px; padding: 0; opacity: 0 }
.tabs label { margin: 0; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: .375rem; cursor: pointer; background: var(--sheet); font-weight: 400 }
.tabs input:checked + label { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.tabs input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px }
.tabs .panel { display: none; order: 1; flex: 0 0 100%; min-width: 0 } .tabs input:checked + label + .panel { display: block }
.run { margin: .5rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
article h1 + p { font-size: 1.125rem } .next { margin: 3rem 0 0; font-weight: 600 } .setting { border-top: 1px solid var(--line) }
.members { display: block } .members dt { margin-top: .75rem; color: var(--ink) }
.guide img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: .75rem }
@media print { nav, .skip, .print-hidden, form { display: none !important } article { break-inside: avoid } body { background: #fff; color: #000 } }
#swagger-ui { margin: 0 -1rem; overflow-x: auto } #swagger-ui :is(button, input) { min-height: 0 }
#swagger-ui :is(table, th, td) { border: 0; background: none }
/* Its library draws these with less contrast than 4.5 to 1. */
#swagger-ui .title small { background: #565d6b } #swagger-ui .title small.version-stamp { background: #47660a }
#swagger-ui .microlight span[style*="211, 99, 99"] { color: #ffa3a3 !important }
html:not(.dark-mode) #swagger-ui :is(.url, .info a) { color: #1f5fae }
html:not(.dark-mode) #swagger-ui .execute { background: #1f5fae }
html:not(.dark-mode) #swagger-ui .opblock-summary-method { color: #10151c; text-shadow: none }
html:not(.dark-mode) #swagger-ui .authorize span { color: #1a6e49 }
html:not(.dark-mode) #swagger-ui .try-out__btn.cancel { color: #b3261e }
html:not(.dark-mode) #swagger-ui .parameter__in { color: #595959 }
html:not(.dark-mode) #swagger-ui .renderedMarkdown code { color: #6d00c9 }
html.dark-mode #swagger-ui .try-out__btn.cancel { color: #ff9c9c }
html.dark-mode #swagger-ui .header-col { color: #e4e6e9 }
`);

/** Copies code, and shows every program in the language that the reader chose last. */
const SCRIPT = inline(`
(() => {
  const german = document.documentElement.lang === 'de';
  for (const code of document.querySelectorAll('.code')) {
    if (!navigator.clipboard) break;
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: german ? 'Kopieren' : 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.querySelector('code').textContent);
      button.textContent = german ? 'Kopiert' : 'Copied';
    });
    code.append(button);
  }
  const choose = language => {
    for (const input of document.querySelectorAll('.tabs input')) if (input.value === language) input.checked = true;
  };
  const kept = (() => { try { return localStorage.getItem('language of programs'); } catch { return null; } })();
  if (kept) choose(kept);
  for (const input of document.querySelectorAll('.tabs input'))
    input.addEventListener('change', () => {
      choose(input.value);
      try { localStorage.setItem('language of programs', input.value); } catch {}
    });
})();
`);
