/** The start page of the documents: what Tillbridge is, the first call to copy, where to go, and below it the OpenAPI page. */
import { type Html, html, type Inline, inline, type PageLanguage } from '../../http/htmlPage.ts';
import { REFERENCE_ACCESS } from './referenceAccess.ts';

export interface StartFacts {
  /** Address under which the reader has reached this bridge, for calls to copy. */
  readonly address: string;
  /** The credentials of the demo are good here. */
  readonly demo: boolean;
  /** Address of the page of the virtual card terminal; null where a real one is used. */
  readonly terminalPage: string | null;
  /** Is this path served here? */
  readonly serves: (path: string) => boolean;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

const TEXTS = {
  en: {
    title: 'Connect a cash register',
    about: [
      'Tillbridge joins a cash register, the card terminal and the loyalty service of a shop, on a machine in the shop.',
      'Your cash register calls it by HTTP and JSON: one call takes a card payment and answers when the terminal is done.',
      'Whatever is cut, killed or switched off, the answer says paid, not paid or not known yet, and nothing is charged twice.',
    ],
    first: 'The first card payment',
    firstAbout:
      'Copy these lines into a shell. They sign in, open a sale of 3.40 EUR and take the money; the virtual terminal approves it.',
    shopAbout:
      'Copy these lines into a shell and put in the client of your cash register. The last line takes 3.40 EUR at the card terminal of this shop.',
    paid: 'The answer is long; one member decides: outcome.result is paid, and outcome.final is true. 200 alone does not mean paid.',
    credentials: 'Credentials',
    demoCredentials:
      'This is a demo: client demo-client with the secret demo-secret, no money moves. Managers sign in at the screen with the PIN 9999.',
    shopCredentials:
      'A manager makes a client for your cash register on the page "People and API clients" of the till (settings, for managers). The secret is shown once. The scope smart is enough to sell; bind the client to a till.',
    go: 'Where to go',
    reference: 'All calls',
    referenceAbout: 'The OpenAPI description, with try-it. It is loaded when you come here.',
    referenceNone: 'The page of all calls needs scripts. The description itself is a file: ',
    signIn: 'Sign in as demo-client',
    terminal: 'Virtual card terminal',
    terminalAbout: 'be the customer yourself: cards, PIN, keys, signature, behaviours, faults',
  },
  de: {
    title: 'Eine Kasse anbinden',
    about: [
      'Tillbridge verbindet eine Kasse, das Kartenterminal und den Kundenkarten-Dienst eines Geschäfts, auf einem Rechner im Geschäft.',
      'Ihre Kasse ruft es mit HTTP und JSON: Ein Aufruf nimmt eine Kartenzahlung an und antwortet, wenn das Terminal fertig ist.',
      'Was auch abreißt, abstürzt oder ausgeschaltet wird: Die Antwort sagt bezahlt, nicht bezahlt oder noch unbekannt, und nichts wird zweimal abgebucht.',
    ],
    first: 'Die erste Kartenzahlung',
    firstAbout:
      'Kopieren Sie diese Zeilen in eine Shell. Sie melden an, eröffnen einen Verkauf über 3,40 EUR und nehmen das Geld; das virtuelle Terminal genehmigt.',
    shopAbout:
      'Kopieren Sie diese Zeilen in eine Shell und setzen Sie den Client Ihrer Kasse ein. Die letzte Zeile nimmt 3,40 EUR am Kartenterminal dieses Geschäfts.',
    paid: 'Die Antwort ist lang; eines entscheidet: outcome.result ist paid, und outcome.final ist true. 200 allein heißt nicht bezahlt.',
    credentials: 'Zugangsdaten',
    demoCredentials:
      'Dies ist eine Demo: Client demo-client mit dem Geheimnis demo-secret, es fließt kein Geld. Die Leitung meldet sich am Bildschirm mit der PIN 9999 an.',
    shopCredentials:
      'Die Leitung legt auf der Seite „Personen und API-Clients“ der Kasse (Einstellungen, für die Leitung) einen Client für Ihre Kasse an. Das Geheimnis wird einmal gezeigt. Zum Verkaufen genügt der Scope smart; binden Sie den Client an eine Kasse.',
    go: 'Wohin',
    reference: 'Alle Aufrufe',
    referenceAbout: 'Die OpenAPI-Beschreibung, zum Ausprobieren. Sie wird geladen, wenn Sie hierher kommen.',
    referenceNone: 'Die Seite aller Aufrufe braucht Skripte. Die Beschreibung selbst ist eine Datei: ',
    signIn: 'Als demo-client anmelden',
    terminal: 'Virtuelles Kartenterminal',
    terminalAbout: 'selbst Kunde sein: Karten, PIN, Tasten, Unterschrift, Verhalten, Störungen',
  },
} as const satisfies Record<PageLanguage, object>;

/** Places to go to; a place that is not served here, such as test data in a live shop, is left out. */
const PLACES: Readonly<Record<PageLanguage, readonly Place[]>> = {
  en: [
    {
      path: '/docs/guides',
      name: 'Guides',
      about: 'one use case each, with programs in five languages to copy and run',
    },
    { path: '/docs#reference', name: 'All calls', about: 'every operation with its fields, to try here' },
    { path: '/docs/clients', name: 'Clients', about: 'ready-made clients to download' },
    { path: '/docs/payment-states', name: 'Payment states', about: 'which state is final, and what to do in each' },
    { path: '/docs/errors', name: 'Errors', about: 'every code with its meaning and what to do' },
    { path: '/docs/events', name: 'Events and pushes', about: 'what the stream and the notifications say' },
    { path: '/docs/settings', name: 'Settings', about: 'every setting with its default, and where to write it' },
    { path: '/docs/test-data', name: 'Test data', about: 'amounts, cards and vouchers that choose what happens' },
    { path: '/docs/changelog', name: 'Changes of the API', about: 'what changed, by date' },
    { path: '/docs/json', name: 'OpenAPI document', about: 'for generators of clients' },
    { path: '/docs/types.d.ts', name: 'Types for TypeScript', about: 'every body and every answer' },
    { path: '/docs/examples.json', name: 'Collection of requests', about: 'to import into an HTTP client' },
  ],
  de: [
    { path: '/docs/guides', name: 'Anleitungen', about: 'je ein Anwendungsfall, mit Programmen in fünf Sprachen' },
    { path: '/docs#reference', name: 'Alle Aufrufe', about: 'jede Operation mit ihren Feldern, hier auszuprobieren' },
    { path: '/docs/clients', name: 'Clients', about: 'fertige Clients zum Herunterladen' },
    {
      path: '/docs/payment-states',
      name: 'Zahlungszustände',
      about: 'welcher endgültig ist, und was in jedem zu tun ist',
    },
    { path: '/docs/errors', name: 'Fehler', about: 'jeder Code mit Bedeutung und Abhilfe' },
    { path: '/docs/events', name: 'Ereignisse und Pushes', about: 'was Strom und Benachrichtigungen sagen' },
    { path: '/docs/settings', name: 'Einstellungen', about: 'jede mit ihrem Vorgabewert und ihrem Platz' },
    {
      path: '/docs/test-data',
      name: 'Testdaten',
      about: 'Beträge, Karten und Gutscheine, die bestimmen, was geschieht',
    },
    { path: '/docs/changelog', name: 'Änderungen der API', about: 'was sich geändert hat, nach Datum' },
    { path: '/docs/json', name: 'OpenAPI-Dokument', about: 'für Generatoren von Clients' },
    { path: '/docs/types.d.ts', name: 'Typen für TypeScript', about: 'jeder Körper und jede Antwort' },
    { path: '/docs/examples.json', name: 'Sammlung von Anfragen', about: 'zum Import in einen HTTP-Client' },
  ],
};

export const startTitle = (language: PageLanguage): string => TEXTS[language].title;

export function startPage(language: PageLanguage, facts: StartFacts): Html {
  const t = TEXTS[language];
  const { demo, terminalPage, serves } = facts;
  const places = PLACES[language].filter(({ path }) => serves(path.split('#')[0] ?? ''));
  return html`<h1>${t.title}</h1>
<p>${t.about.join(' ')}</p>
<h2 id="first">${t.first}</h2>
<p>${demo ? t.firstAbout : t.shopAbout}</p>
<div class="code"><pre tabindex="0"><code>${firstCalls(facts)}</code></pre></div>
<p>${t.paid}</p>
<h2 id="credentials">${t.credentials}</h2>
<p>${demo ? t.demoCredentials : t.shopCredentials}</p>
<h2 id="places">${t.go}</h2>
<ul class="places">${places.map(
    ({ path, name, about }) => html`<li><a href="${path}">${name}</a> <span>${about}</span></li>`,
  )}${terminalPage !== null && html`<li><a href="${terminalPage}">${t.terminal}</a> <span>${t.terminalAbout}</span></li>`}</ul>
<section aria-labelledby="reference"><h2 id="reference" tabindex="-1">${t.reference}</h2>
<p>${t.referenceAbout}</p>
<noscript><p>${t.referenceNone}<a href="/docs/json">/docs/json</a></p></noscript>
${demo && html`<p><button type="button" class="second" id="sign-in" hidden>${t.signIn}</button></p>`}
<div id="swagger-ui" lang="en"></div></section>`;
}

const firstCalls = ({ address, demo }: StartFacts): string => {
  const [id, secret] = demo ? ['demo-client', 'demo-secret'] : ['YOUR-CLIENT', 'YOUR-SECRET'];
  return `TILLBRIDGE=${address}
TOKEN=$(curl -s $TILLBRIDGE/oauth/token -d grant_type=client_credentials \\
  -d client_id=${id} -d client_secret=${secret} | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
SALE=$(curl -s $TILLBRIDGE/api/v2/Smart/Transactions -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"basket":{"products":[{"desc":"Coffee","quantity":1,"priceOne":340,"tax":19}]}}' \\
  | sed -E 's/.*"id":"(STX_[A-Z0-9]+)".*/\\1/')
curl -s -X POST $TILLBRIDGE/api/v2/Smart/Transactions/$SALE/start/cashless \\
  -H "Authorization: Bearer $TOKEN"`;
};

/** The OpenAPI page weighs more than a megabyte: it is loaded when the reader comes near it or follows a link into it. */
const REFERENCE = inline(`
(() => {
  const inside = () => location.hash.startsWith('#/') || location.hash === '#reference';
  let started = false;
  const load = (name, attributes) => new Promise((resolve, reject) =>
    document.head.append(Object.assign(document.createElement(name), attributes, { onload: resolve, onerror: reject })));
  const start = async () => {
    if (started) return;
    started = true;
    await load('link', { rel: 'stylesheet', href: '/docs/static/swagger-ui.css' });
    await load('script', { src: '/docs/static/swagger-ui-bundle.js' });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
    dark.addEventListener('change', paint);
    paint();
    const ui = SwaggerUIBundle({
      dom_id: '#swagger-ui', url: '/docs/json', deepLinking: true, docExpansion: 'none', filter: true,
      persistAuthorization: true, tryItOutEnabled: true, validatorUrl: null, presets: [SwaggerUIBundle.presets.apis],
      onComplete: () => document.dispatchEvent(new CustomEvent('reference', { detail: ui })),
    });
  };
  if (inside()) start();
  else new IntersectionObserver((seen, observer) => {
    if (!seen.some(one => one.isIntersecting)) return;
    observer.disconnect();
    start();
  }, { rootMargin: '300px' }).observe(document.getElementById('reference'));
  addEventListener('hashchange', () => { if (inside()) start(); });
})();
`);

/** In a demo a button gives the OpenAPI page a token, so that its calls can be tried at once. */
const DEMO_SIGN_IN = inline(`
document.addEventListener('reference', ({ detail: ui }) => {
  const button = document.getElementById('sign-in');
  button.hidden = false;
  button.addEventListener('click', async () => {
    const answer = await fetch('/oauth/token', { method: 'POST', body: new URLSearchParams({
      grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' }) });
    ui.preauthorizeApiKey('bearer', (await answer.json()).access_token);
    button.disabled = true;
  });
});
`);

export const startScripts = ({ demo }: Pick<StartFacts, 'demo'>): readonly Inline[] =>
  demo ? [REFERENCE_ACCESS, REFERENCE, DEMO_SIGN_IN] : [REFERENCE_ACCESS, REFERENCE];
