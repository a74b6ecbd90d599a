/** The page `/docs/events`: the events of the stream and of the pushes, made from the table of the wire. */

import { type Html, html, type PageLanguage } from '../../http/htmlPage.ts';
import { pushEventTable, streamEvents } from '../../wire/eventTable.ts';

const TEXTS = {
  en: {
    title: 'Events and pushes',
    pushes: 'Pushes',
    pushesAbout:
      'An HTTP POST to `application_context.return_urls.url_push` of a sale, `redirect_url.url_push` of a payment, `url_push` of a contract and `notification_url` of a container. At least once, in order for each object, at growing intervals for 24 hours; any status from 200 to 299 within 30 seconds acknowledges. `event` says what happened; `status`, `outcome` and `payments` say how the object stands when this try is sent. Read the object before you act.',
    signed:
      'Signed by Standard Webhooks with the secret of the client that made the sale (`POST /bridge/v1/clients/{id}/push-secret`). `webhook-signature` holds one signature for each secret that is good now, separated by spaces; accept the push when one of them fits, `webhook-timestamp` is at most five minutes away, and `webhook-id` has not been processed yet. A push about an object that no client is known for is signed by the secrets of all clients of the merchant.',
    stream: 'Event stream',
    streamAbout:
      '`GET /bridge/v1/events` with a token gives server-sent events for as long as it is open; a comment every 15 seconds is the heartbeat. Durable events have an id: send the newest one as `Last-Event-ID`, and what was missed comes first; `reset` says that it is no longer kept. `events=transaction,payment` chooses events, `sale=STX_…` one sale. A client has at most 128 streams open (429).',
    frame: 'Example',
    name: 'event',
    when: 'when',
    durable: 'durable',
    target: 'target',
    type: 'type',
    yes: 'yes',
    no: 'no',
    examples: 'Examples of the data',
    json: 'The same with the schema of each as JSON:',
    help: 'At a desk: `npm run control -- listen --forward http://127.0.0.1:3000/push`',
  },
  de: {
    title: 'Ereignisse und Pushes',
    pushes: 'Pushes',
    pushesAbout:
      'Ein HTTP-POST an `application_context.return_urls.url_push` eines Verkaufs, `redirect_url.url_push` einer Zahlung, `url_push` eines Vertrags und `notification_url` eines Containers. Mindestens einmal, je Objekt in der Reihenfolge, in wachsenden Abständen 24 Stunden lang; jeder Status von 200 bis 299 innerhalb von 30 Sekunden bestätigt. `event` sagt, was geschah; `status`, `outcome` und `payments` sagen, wie das Objekt bei diesem Versuch steht. Vor dem Handeln das Objekt lesen.',
    signed:
      'Signiert nach Standard Webhooks mit dem Schlüssel des Clients, der den Verkauf angelegt hat (`POST /bridge/v1/clients/{id}/push-secret`). `webhook-signature` enthält für jeden gültigen Schlüssel eine Signatur, getrennt durch Leerzeichen; der Push gilt, wenn eine passt, `webhook-timestamp` höchstens fünf Minuten abweicht und `webhook-id` noch nicht verarbeitet wurde. Ein Push über ein Objekt ohne bekannten Client ist mit den Schlüsseln aller Clients des Händlers signiert.',
    stream: 'Ereignisstrom',
    streamAbout:
      '`GET /bridge/v1/events` mit Token gibt Server-Sent Events, solange er offen ist; alle 15 Sekunden kommt ein Kommentar als Lebenszeichen. Dauerhafte Ereignisse haben eine id: Die neueste als `Last-Event-ID` senden, dann kommt zuerst, was fehlt; `reset` sagt, dass es nicht mehr da ist. `events=transaction,payment` wählt Ereignisse, `sale=STX_…` einen Verkauf. Ein Client hat höchstens 128 Ströme offen (429).',
    frame: 'Beispiel',
    name: 'event',
    when: 'wann',
    durable: 'dauerhaft',
    target: 'target',
    type: 'type',
    yes: 'ja',
    no: 'nein',
    examples: 'Beispiele der Daten',
    json: 'Dasselbe mit dem Schema von jedem als JSON:',
    help: 'Am Arbeitsplatz: `npm run control -- listen --forward http://127.0.0.1:3000/push`',
  },
} as const;

export const eventsTitle = (language: PageLanguage): string => TEXTS[language].title;

/** As JSON: every text in both languages, with the schemas. */
export const eventCatalogue = () => ({ stream: streamEvents, pushes: pushEventTable });

/** Names stand between backticks. */
const prose = (text: string): readonly Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const code = (text: string): Html => html`<div class="code"><pre tabindex="0"><code>${text}</code></pre></div>`;

const table = (
  caption: string,
  heads: readonly string[],
  rows: readonly Html[],
): Html => html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;

export function eventsPage(language: PageLanguage): Html {
  const texts = TEXTS[language];
  const pushes = Object.entries(pushEventTable.events);
  const stream = Object.entries(streamEvents);
  return html`<h1>${texts.title}</h1>
<p>${texts.json} <a href="/docs/events.json">/docs/events.json</a></p>
<h2 id="pushes">${texts.pushes}</h2>
<p>${prose(texts.pushesAbout)}</p>
<p>${prose(texts.signed)}</p>
<h3>${texts.frame}</h3>
${code(`POST /push HTTP/1.1
content-type: application/json
webhook-id: ${pushEventTable.example.id}
webhook-timestamp: 1800000000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify(pushEventTable.example, null, 2)}`)}
${table(
  texts.pushes,
  [texts.name, texts.target, texts.type, texts.when],
  pushes.map(
    ([name, row]) =>
      html`<tr id="${name}"><td><code>${name}</code></td><td><code>${row.target}</code></td><td>${row.type}</td><td>${prose(row[language])}</td></tr>
`,
  ),
)}
<p>${prose(texts.help)}</p>
<h2 id="stream">${texts.stream}</h2>
<p>${prose(texts.streamAbout)}</p>
<h3>${texts.frame}</h3>
${code(`id: 4711
event: transaction
data: ${JSON.stringify(streamEvents.transaction.example)}

: alive`)}
${table(
  texts.stream,
  [texts.name, texts.durable, texts.when],
  stream.map(
    ([name, row]) =>
      html`<tr id="${name}"><td><code>${name}</code></td><td>${row.durable ? texts.yes : texts.no}</td><td>${prose(row[language])}</td></tr>
`,
  ),
)}
<h3>${texts.examples}</h3>
${stream.map(([name, row]) => html`<p><code>${name}</code></p>${code(JSON.stringify(row.example, null, 2))}`)}`;
}
