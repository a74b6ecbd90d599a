/** `/docs/clients`: the page about the clients. */
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../../../http/docs/documentPage.ts';
import { type Html, html, languageOf, type PageLanguage } from '../../../http/htmlPage.ts';

const open = { config: { public: true }, schema: { hide: true } } as const;

export function clientRoutes(app: FastifyInstance): void {
  app.get('/docs/clients', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, {
      title: TEXTS[language].title,
      body: clientsPage(language, `${request.protocol}://${request.host}`),
    });
  });
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
