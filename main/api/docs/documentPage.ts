/** The frame of every page below `/docs`: one list of the pages beside each of them. A page is sent by `sendDocument`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html, type Inline, inline, languageOf, type PageLanguage, sendPage } from '../htmlPage.ts';

/** In the order of the list. A bridge that does not serve a page, such as test data in a live shop, does not list it. */
const documents = [
  { path: '/docs', en: 'Start', de: 'Beginn' },
  { path: '/docs/guides', en: 'Guides', de: 'Anleitungen' },
  { path: '/docs/clients', en: 'Clients', de: 'Clients' },
  { path: '/docs/errors', en: 'Errors', de: 'Fehler' },
  { path: '/docs/events', en: 'Events and pushes', de: 'Ereignisse und Pushes' },
  { path: '/docs/settings', en: 'Settings', de: 'Einstellungen' },
  { path: '/docs/test-data', en: 'Test data', de: 'Testdaten' },
  { path: '/docs/changelog', en: 'Changes of the API', de: 'Änderungen der API' },
] as const;

const TEXTS = {
  en: { documents: 'Documents', skip: 'To the text', reference: 'All calls (OpenAPI)' },
  de: { documents: 'Dokumente', skip: 'Zum Text', reference: 'Alle Aufrufe (OpenAPI)' },
} as const satisfies Record<PageLanguage, object>;

export interface DocumentPage {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly script?: Inline;
  /** Loads scripts, styles and data from this bridge. */
  readonly loads?: boolean;
}

/** Sends a page in the language that `languageOf` finds in the request, with the list of all pages that this bridge serves. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, page: DocumentPage): FastifyReply {
  const language = languageOf(request);
  return sendPage(reply, {
    ...page,
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
<nav aria-label="${texts.documents}"><a class="name" href="/docs">Tillbridge</a><ul>${served.map(one => link(one.path, one[language]))}${link('/docs#reference', texts.reference)}</ul></nav>`;
}

const STYLE = inline(`
body { display: grid; grid-template-columns: minmax(0, 1fr) }
body > main { width: 100%; max-width: 60rem; margin: 0; padding: 1.5rem 1rem 4rem } #text { outline: none }
.skip { position: absolute; left: -100vw; padding: .75rem 1rem; background: var(--sheet); z-index: 1 } .skip:focus { left: 0 }
nav { padding: .75rem 1rem; background: var(--sheet); border-bottom: 1px solid var(--line) }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: .25rem -.5rem 0; padding: 0; list-style: none }
nav a { display: inline-block; padding: .25rem .5rem; border-radius: .375rem; text-decoration: none } nav a:hover { text-decoration: underline }
nav a.name { padding-left: 0; font-weight: 700; color: var(--ink) }
nav [aria-current] { background: var(--accent); color: var(--on-accent) }
@media (min-width: 64rem) {
  body { grid-template-columns: 15rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border: 0; border-right: 1px solid var(--line) }
  nav ul { display: block; margin: 1rem 0 0 -.5rem } nav li a { display: block; padding: .375rem .5rem } body > main { padding: 2rem 3rem 6rem }
}
`);
