/** The page `/docs/payment-states`: every pair of status and outcome, and what a cash register does then, made from the table of states. */
import { paymentStates } from '../../domain/paymentStates.ts';
import { type Html, html, type PageLanguage } from '../../http/htmlPage.ts';

const TEXTS = {
  en: {
    title: 'Payment states',
    about:
      'outcome.result and outcome.final decide; status alone does not. outcome.next is the call to make, wherever there is one.',
    means: 'what has happened',
    duty: 'what the cash register does',
    yes: 'yes',
    no: 'no',
  },
  de: {
    title: 'Zustände einer Zahlung',
    about:
      'outcome.result und outcome.final entscheiden, nicht status allein. outcome.next ist der nächste Aufruf, wo es einen gibt.',
    means: 'was geschehen ist',
    duty: 'was die Kasse tut',
    yes: 'ja',
    no: 'nein',
  },
} as const satisfies Record<PageLanguage, object>;

export const paymentStatesTitle = (language: PageLanguage): string => TEXTS[language].title;

export function paymentStatesPage(language: PageLanguage): Html {
  const t = TEXTS[language];
  return html`<h1>${t.title}</h1>
<p>${t.about}</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">status</th><th scope="col">outcome.result</th><th scope="col">final</th><th scope="col">${t.means}</th><th scope="col">${t.duty}</th></tr></thead>
<tbody>${paymentStates.map(
    ({ status, result, final, means, duty }) =>
      html`<tr><td><code>${status}</code></td><td><code>${result}</code></td><td>${final ? t.yes : t.no}</td><td>${means[language]}</td><td>${duty[language]}</td></tr>
`,
  )}</tbody></table></div>
<p><a href="/docs/guides/card-payment-all-endings">/docs/guides/card-payment-all-endings</a></p>`;
}
