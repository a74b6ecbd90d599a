/** `/docs/clients`: the page about the clients, the clients themselves, and the types of the API. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Html, html, languageOf, type PageLanguage } from '../../htmlPage.ts';
import type { Description } from '../document/components.ts';
import { sendDocument } from '../documentPage.ts';
import type { ClientFile } from './clientFiles.ts';

/** As `npm run api` writes them; the packaged application has them alone, and no compiler of types. */
const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'api');

const open = { config: { public: true }, schema: { hide: true } } as const;

const addresses: Readonly<Record<string, ClientFile>> = {
  '/docs/types.d.ts': 'types.d.ts',
  '/docs/clients/typescript.ts': 'typescript.ts',
  '/docs/clients/typescript.js': 'typescript.js',
  '/docs/clients/python.py': 'python.py',
};

export function clientRoutes(app: FastifyInstance, described: () => Promise<Description>): void {
  const made = new Map<ClientFile, Promise<string>>();
  for (const [address, file] of Object.entries(addresses))
    app.get(address, open, async (_request, reply) => {
      const text = made.get(file) ?? described().then(description => textOf(file, description));
      made.set(file, text);
      const type = file.endsWith('.js') ? 'text/javascript' : 'text/plain';
      return reply.type(`${type}; charset=utf-8`).send(await text);
    });
  app.get('/docs/clients', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, {
      title: TEXTS[language].title,
      body: clientsPage(language, `${request.protocol}://${request.host}`),
    });
  });
}

/** Made from the description where the compiler of types is installed, so that they are never older than the routes. */
async function textOf(file: ClientFile, description: Description): Promise<string> {
  const makers = await import('./clientFiles.ts').catch(() => null);
  return makers ? makers.clientFiles[file](description) : readFile(join(BUILT, file), 'utf8');
}

const TEXTS = {
  en: {
    title: 'Clients',
    about:
      'One file each, without dependencies, made from the OpenAPI document of this bridge. Copy the file into your program under the name tillbridge.',
    features: [
      'Every operation of the API is a method, with types of its body and its answer; the names are promised not to change.',
      'Tokens are fetched and renewed; calls that need one at the same time wait for the same request.',
      'Every call that changes something has an Idempotency-Key, which is kept while the line breaks and the call is repeated. Only what is safe is repeated.',
      'pay takes the money and says how it ended, also after a lost answer; follow reads a sale until its outcome is known. Where a person has to decide (outcome.next is the verdict), both wait for her: call them in a thread of their own.',
      'Texts for people are German unless the client is made with language: "en".',
      'events follows the stream and resumes after a broken line; the signature of a push is checked by verifyPush and verify_push.',
      'A refusal is an error with code, reason, outcome, next call and support id.',
    ],
    others:
      'Other languages and other clients: generators read the OpenAPI document. Clients made by openapi-typescript 7, @hey-api/openapi-ts 0.99 and oazapfts 7 were compiled under strict and have paid. The document is at',
  },
  de: {
    title: 'Clients',
    about:
      'Je eine Datei ohne Abhängigkeiten, gemacht aus dem OpenAPI-Dokument dieser Bridge. Kopieren Sie die Datei unter dem Namen tillbridge in Ihr Programm.',
    features: [
      'Jeder Aufruf der API ist eine Methode mit Typen für Anfrage und Antwort; die Namen bleiben, das ist versprochen.',
      'Tokens werden geholt und erneuert; Aufrufe, die gleichzeitig eines brauchen, warten auf dieselbe Anfrage.',
      'Jeder Aufruf, der etwas ändert, hat einen Idempotency-Key, der bleibt, wenn die Leitung reißt und der Aufruf wiederholt wird. Wiederholt wird nur, was sicher ist.',
      'pay nimmt das Geld und sagt, wie es ausging, auch nach einer verlorenen Antwort; follow liest einen Verkauf, bis sein Ausgang bekannt ist. Muss eine Person entscheiden (outcome.next ist das Urteil), warten beide auf sie: Rufen Sie sie in einem eigenen Thread.',
      'Texte für Menschen sind deutsch, außer der Client wird mit language: "en" gemacht.',
      'events folgt dem Strom und setzt nach einer gerissenen Leitung fort; verifyPush und verify_push prüfen die Unterschrift eines Pushes.',
      'Eine Ablehnung ist ein Fehler mit Code, Grund, Ausgang, nächstem Aufruf und Support-Id.',
    ],
    others:
      'Andere Sprachen und andere Clients: Generatoren lesen das OpenAPI-Dokument. Clients von openapi-typescript 7, @hey-api/openapi-ts 0.99 und oazapfts 7 wurden unter strict übersetzt und haben bezahlt. Das Dokument steht unter',
  },
} as const satisfies Record<PageLanguage, object>;

const typescript = (address: string) => `import { Tillbridge, TillbridgeError } from './tillbridge.ts';

const till = new Tillbridge({ url: '${address}', clientId: 'demo-client', clientSecret: 'demo-secret' });
const products = [{ ean: '2000000010069', desc: 'Cappuccino', quantity: 2, priceOne: 340, tax: 19 }];
const sale = await till.api.createSmartTransaction({ body: { basket: { products } } });
try {
  const { outcome } = await till.pay(sale.id, 'cashless');
  console.log(outcome.result, outcome.paid);
} catch (error) {
  if (!(error instanceof TillbridgeError)) throw error;
  console.log(error.reason?.texts.en ?? error.user, error.supportId);
}`;

const python = (address: string) => `from tillbridge import Tillbridge, TillbridgeError

till = Tillbridge("${address}", client_id="demo-client", client_secret="demo-secret")
products = [{"ean": "2000000010069", "desc": "Cappuccino", "quantity": 2, "priceOne": 340, "tax": 19}]
sale = till.api.create_smart_transaction(body={"basket": {"products": products}})
try:
    outcome = till.pay(sale["id"], "cashless")["outcome"]
    print(outcome["result"], outcome["paid"])
except TillbridgeError as error:
    print(error.reason["texts"]["en"] if error.reason else error.user, error.support_id)`;

function clientsPage(language: PageLanguage, address: string): Html {
  const { title, about, features, others } = TEXTS[language];
  return html`<h1>${title}</h1>
<p>${about}</p>
<ul>${features.map(feature => html`<li>${feature}</li>`)}</ul>
<h2>TypeScript, JavaScript</h2>
<p><a href="/docs/clients/typescript.ts">typescript.ts</a> · <a href="/docs/clients/typescript.js">typescript.js</a> · <a href="/docs/types.d.ts">types.d.ts</a></p>
<pre><code>${typescript(address)}</code></pre>
<h2>Python</h2>
<p><a href="/docs/clients/python.py">python.py</a></p>
<pre><code>${python(address)}</code></pre>
<p>${others} <a href="/docs/json">/docs/json</a>.</p>`;
}
