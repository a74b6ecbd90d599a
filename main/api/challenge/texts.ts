/** Every text of the page a payer passes. */
import type { PageLanguage } from '../../http/htmlPage.ts';

const de = {
  title: 'Zahlung bestätigen',
  card: 'Ihre Bank prüft, ob Sie selbst bezahlen (3-D Secure).',
  other: 'Bestätigen Sie die Zahlung bei Ihrem Zahlungsanbieter.',
  sandbox: 'Dies ist eine Übungsseite. Es wird kein echtes Geld bewegt.',
  merchant: 'Händler',
  amount: 'Betrag',
  purpose: 'Zweck',
  instrument: 'Zahlungsmittel',
  accept: 'Zahlung bestätigen',
  refuse: 'Ablehnen',
  minutes: (count: number) => `Diese Seite gilt noch ${count} Minute${count === 1 ? '' : 'n'}.`,
  accepted: 'Die Zahlung ist bestätigt.',
  declined: 'Die Zahlung wurde abgelehnt. Es wurde kein Geld bewegt.',
  refused: 'Sie haben die Zahlung abgelehnt. Es wurde kein Geld bewegt.',
  timeout: 'Die Zeit ist abgelaufen. Es wurde kein Geld bewegt.',
  void: 'Der Händler hat die Zahlung storniert. Es wurde kein Geld bewegt.',
  back: 'Zurück zum Händler',
  close: 'Sie können diese Seite schließen.',
  unknown: 'Diese Seite gibt es nicht. Bitte beginnen Sie beim Händler noch einmal.',
} as const;

export type Texts = { readonly [Key in keyof typeof de]: (typeof de)[Key] extends string ? string : (typeof de)[Key] };

const en: Texts = {
  title: 'Confirm the payment',
  card: 'Your bank checks that it is you who pays (3-D Secure).',
  other: 'Confirm the payment with your payment provider.',
  sandbox: 'This is a page for trying things out. No real money is moved.',
  merchant: 'Merchant',
  amount: 'Amount',
  purpose: 'Purpose',
  instrument: 'Payment instrument',
  accept: 'Confirm the payment',
  refuse: 'Refuse',
  minutes: (count: number) => `This page is valid for another ${count} minute${count === 1 ? '' : 's'}.`,
  accepted: 'The payment is confirmed.',
  declined: 'The payment was declined. No money was moved.',
  refused: 'You have refused the payment. No money was moved.',
  timeout: 'The time is up. No money was moved.',
  void: 'The merchant has cancelled the payment. No money was moved.',
  back: 'Back to the merchant',
  close: 'You can close this page.',
  unknown: 'There is no such page. Please begin again at the merchant.',
};

export const texts: Readonly<Record<PageLanguage, Texts>> = { de, en };
