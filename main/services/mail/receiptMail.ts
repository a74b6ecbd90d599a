/** The receipt of a sale as a mail: plain text and HTML from the same lines. */

import type { Language } from '../../domain/money.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { receiptText } from '../../domain/receipt.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

const WORDS = {
  de: {
    subject: 'Ihr Beleg von',
    greeting: 'Guten Tag,',
    thanks: 'vielen Dank für Ihren Einkauf. Hier ist Ihr Beleg:',
  },
  en: {
    subject: 'Your receipt from',
    greeting: 'Hello,',
    thanks: 'thank you for your purchase. Here is your receipt:',
  },
} as const;

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Columns of the plain text. */
const WIDTH = 42;

export function receiptMail({ receipt }: SmartTransaction, shop: string, language: Language): MailText {
  const words = WORDS[language];
  const lines = receipt as readonly ReceiptLine[];
  return {
    subject: `${words.subject} ${shop}`.replace(/\p{Cc}/gu, ' '),
    text: [words.greeting, '', words.thanks, '', receiptText(lines, WIDTH), '', shop, ''].join('\n'),
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif">
<p>${words.greeting}</p><p>${words.thanks}</p>
<table role="presentation" style="width:350px;border-collapse:collapse">${lines.map(row).join('')}</table>
<p>${escaped(shop)}</p></body></html>`,
  };
}

function row(line: ReceiptLine): string {
  switch (line.type) {
    case 'separator':
      return line.value.caption
        ? `<tr><th colspan="2" style="padding:12px 0;font-size:larger">${escaped(line.value.caption)}</th></tr>`
        : '<tr><td colspan="2"><hr></td></tr>';
    case 'space':
      return '<tr><td colspan="2">&nbsp;</td></tr>';
    case 'textline':
      return `<tr><td colspan="2" style="${style(line.value.decoration)}">${escaped(line.value.text)}</td></tr>`;
    case 'name-value': {
      const { name, value, decoration } = line.value;
      const bold = style(decoration);
      return `<tr><td style="${bold}">${escaped(name)}</td><td style="${bold};text-align:right">${escaped(value)}</td></tr>`;
    }
  }
}

function style(decoration: readonly string[]): string {
  const align = decoration.find(one => one.startsWith('align-'))?.slice('align-'.length) ?? 'left';
  return `text-align:${align}${decoration.includes('important') ? ';font-weight:bold' : ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character);
