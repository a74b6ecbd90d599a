/** The published test data as a page and as JSON, made from the tables that decide. */
import type { FastifyInstance } from 'fastify';
import { statuses } from '../../acquirer/payments/statuses.ts';
import { sendDocument } from '../../http/docs/documentPage.ts';
import { html, languageOf, type PageLanguage } from '../../http/htmlPage.ts';
import type { Sandbox } from '../../world/paymentProcessing.ts';
import { loyaltyCards, terminalAmounts, testData, vouchers } from '../docs/testData.ts';
import type { Services } from '../services.ts';

const TEXTS = {
  en: {
    title: 'Test data',
    cards: 'Cards',
    cardsAbout:
      'A card is known by the last four digits of private.pan, or by private.transact_hash. It counts before the amount.',
    amounts: 'Amounts, for every method',
    terminal: 'Amounts at the virtual card terminal',
    loyalty: 'Loyalty cards and vouchers',
    statuses: 'Status ids',
    meaning: 'what happens',
  },
  de: {
    title: 'Testdaten',
    cards: 'Karten',
    cardsAbout:
      'Eine Karte wird an den letzten vier Ziffern von private.pan oder an private.transact_hash erkannt. Sie zählt vor dem Betrag.',
    amounts: 'Beträge, für jedes Verfahren',
    terminal: 'Beträge am virtuellen Kartenterminal',
    loyalty: 'Kundenkarten und Gutscheine',
    statuses: 'Status-Ids',
    meaning: 'was geschieht',
  },
} as const satisfies Record<PageLanguage, object>;

/** Where nothing is simulated there are no test data to publish. */
export function testDataRoute(app: FastifyInstance, { sandbox }: Services): void {
  if (!sandbox) return;
  app.get('/docs/test-data', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, { title: TEXTS[language].title, body: pageOf(language, sandbox) });
  });
  app.get('/docs/test-data.json', { config: { public: true }, schema: { hide: true } }, async () => testData(sandbox));
}

function pageOf(language: PageLanguage, { testCards, testAmounts }: Sandbox) {
  const t = TEXTS[language];
  return html`<h1>${t.title}</h1>
<h2>${t.cards}</h2>
<p>${t.cardsAbout}</p>
<div class="scroll"><table><thead><tr><th scope="col">pan</th><th scope="col">transact_hash</th><th scope="col">issuer</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${testCards.map(
    ({ last4, name, issuer, en }) =>
      html`<tr><td><code>…${last4}</code></td><td><code>test-${name}</code></td><td>${issuer}</td><td lang="en">${en}</td></tr>`,
  )}</tbody></table></div>
<h2>${t.amounts}</h2>
<div class="scroll"><table><thead><tr><th scope="col">amount</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${testAmounts.map(
    ({ written, en }) => html`<tr><td><code>${written}</code></td><td lang="en">${en}</td></tr>`,
  )}</tbody></table></div>
<h2>${t.terminal}</h2>
<div class="scroll"><table><thead><tr><th scope="col">amount</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${terminalAmounts.map(
    ({ written, en }) => html`<tr><td><code>${written}</code></td><td lang="en">${en}</td></tr>`,
  )}</tbody></table></div>
<h2>${t.loyalty}</h2>
<div class="scroll"><table><thead><tr><th scope="col">value</th><th scope="col">cash_balance</th><th scope="col">bonus_balance</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${loyaltyCards.map(
    ({ number, cash, bonus, en }) =>
      html`<tr><td><code>${number}</code></td><td>${cash}</td><td>${bonus}</td><td lang="en">${en}</td></tr>`,
  )}${vouchers.map(
    ({ code, en }) => html`<tr><td><code>${code}</code></td><td></td><td></td><td lang="en">${en}</td></tr>`,
  )}</tbody></table></div>
<h2>${t.statuses}</h2>
<div class="scroll"><table><thead><tr><th scope="col">status</th><th scope="col">status_text</th><th scope="col">status_simple</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${Object.entries(statuses).map(
    ([id, { text, simple, en }]) =>
      html`<tr><td>${id}</td><td lang="de">${text}</td><td>${simple}</td><td lang="en">${en}</td></tr>`,
  )}</tbody></table></div>`;
}
