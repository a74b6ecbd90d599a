/** The page of the payer: the question, or its answer. */

import type { PaymentRecord } from '../../acquirer/payments/record.ts';
import { formatAmount } from '../../domain/money.ts';
import { type Html, html, type PageLanguage } from '../../http/htmlPage.ts';
import type { Challenge } from '../../world/payments.ts';
import type { Texts } from './texts.ts';

interface Question {
  readonly merchant: string;
  readonly payment: PaymentRecord;
  readonly language: PageLanguage;
  readonly minutes: number;
}

export function decideView(t: Texts, { merchant, payment, language, minutes }: Question): Html {
  const { document, inner } = payment;
  const card = inner.order.method === 'creditcard' || inner.order.method === 'ccload';
  return html`<h1>${t.title}</h1>
<div class="sheet">
<p>${card ? t.card : t.other}</p>
<dl>
<dt>${t.merchant}</dt><dd>${merchant}</dd>
<dt>${t.amount}</dt><dd>${formatAmount(document.amount, document.currency, language)}</dd>
${row(t.purpose, document.purpose)}
${row(t.instrument, document.payment_data)}
</dl>
<form method="post">
<div class="buttons">
<button type="submit" name="answer" value="accept">${t.accept}</button>
<button type="submit" name="answer" value="refuse" class="second">${t.refuse}</button>
</div>
</form>
</div>
<p class="quiet">${t.minutes(minutes)} ${t.sandbox}</p>`;
}

/** The page takes one answer; afterwards it only shows the answer. */
export function endedView(
  t: Texts,
  state: Exclude<Challenge['state'], 'open'>,
  denied: boolean,
  back: string | null,
): Html {
  const good = state === 'accepted' && !denied;
  const text = state === 'accepted' && denied ? t.declined : t[state];
  return html`<h1>${t.title}</h1>
<div class="sheet" role="status">
<p class="${good ? 'right' : 'wrong'}">${text}</p>
<p>${back === null ? t.close : html`<a href="${back}" target="_top">${t.back}</a>`}</p>
</div>`;
}

export const unknownView = (t: Texts): Html => html`<h1>${t.title}</h1>
<div class="sheet" role="alert"><p class="wrong">${t.unknown}</p></div>`;

const row = (name: string, value: string | null): Html | null =>
  value === null || value === '' ? null : html`<dt>${name}</dt><dd>${value}</dd>`;
