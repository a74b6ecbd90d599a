/** Sentences about an open payment beside the sale on the screen: it waits for a decision, or it is cleared up. */

import { addTexts } from '../context.tsx';

export const openPaymentTexts = {
  'cleared.paid': ['Geklärt: {{amount}} von {{time}} Uhr sind bezahlt.', 'Settled: {{amount}} from {{time}} is paid.'],
  'cleared.notPaid': [
    'Geklärt: {{amount}} von {{time}} Uhr sind nicht bezahlt.',
    'Settled: {{amount}} from {{time}} is not paid.',
  ],
  'cleared.takenBack': [
    'Geklärt: {{amount}} von {{time}} Uhr sind storniert, das Geld ist zurückgegeben.',
    'Settled: {{amount}} from {{time}} is cancelled and the money has been returned.',
  ],
  'cleared.operation': [
    'Der Vorgang am Terminal über {{amount}} von {{time}} Uhr ist geklärt. Die Liste der Vorgänge nennt den Ausgang.',
    'The terminal operation for {{amount}} from {{time}} is settled. The list of operations shows the result.',
  ],
  'waiting.announce.stopped': [
    'Trotz Abbruch genehmigt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Approved although it was stopped: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.lineBroke': [
    'Bezahlt, erst jetzt bekannt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Paid, confirmed late: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.decided': [
    'Doch bezahlt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Paid after all: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.twice': [
    'Zweimal genehmigt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Approved twice: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.foreign': [
    'Ohne Auftrag genehmigt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Approved without a command: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.contradicted': [
    'Das Terminal widerspricht sich: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'The terminal contradicts itself: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.surplus': [
    'Zu viel bezahlt: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Paid too much: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.takenBack': [
    'Vom Terminal zurückgenommen: {{amount}} von {{time}} Uhr. Es wartet auf eine Entscheidung.',
    'Taken back by the terminal: {{amount}} from {{time}}. It needs a decision.',
  ],
  'waiting.announce.signature': [
    'Unterschrift noch nicht verglichen: {{amount}} von {{time}} Uhr.',
    'Signature not compared yet: {{amount}} from {{time}}.',
  ],
} as const;

addTexts(openPaymentTexts);
