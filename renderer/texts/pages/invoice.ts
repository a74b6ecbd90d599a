/** Texts of the invoice that is made from a receipt; loaded with its dialog. */

import { addTexts } from '../context.tsx';

export const invoiceTexts = {
  'invoice.gift': ['Geschenkbon drucken', 'Print gift receipt'],
  'invoice.title': ['Rechnung', 'Invoice'],
  'invoice.intro': [
    'Beträge und Steuern sind die des Bons. Über 250 € gehören Name und volle Anschrift des Kunden auf die Rechnung.',
    'Amounts and taxes are those of the receipt. Above 250 € an invoice needs the name and full address of the customer.',
  ],
  'invoice.noTaxId': [
    'Weder Bon noch Geschäft nennen eine Steuernummer oder USt-IdNr.: So ist die Rechnung nicht gültig. Die Leitung trägt sie auf der Seite „Geschäft“ ein, dann steht sie auf jeder Rechnung.',
    'Neither the receipt nor the shop names a tax number or VAT id, so the invoice is not valid. A manager enters it on the page “Shop”; then every invoice has it.',
  ],
  'invoice.name': ['Name oder Firma', 'Name or company'],
  'invoice.addition': ['Zusatz (kann leer bleiben)', 'Second line (may stay empty)'],
  'invoice.street': ['Straße und Hausnummer', 'Street and number'],
  'invoice.zip': ['Postleitzahl', 'Postal code'],
  'invoice.city': ['Ort', 'Town'],
  'invoice.country': ['Land (wenn ein anderes)', 'Country (if another one)'],
  'invoice.vatId': ['USt-IdNr. des Kunden (kann leer bleiben)', 'VAT id of the customer (may stay empty)'],
  'invoice.needed': ['Das gehört auf jede Rechnung.', 'Every invoice needs this.'],
  'invoice.make': ['Rechnung drucken', 'Print invoice'],
  'invoice.again': ['Kopie drucken', 'Print a copy'],
  'invoice.is': ['Rechnung {{number}} vom {{date}}', 'Invoice {{number}} of {{date}}'],
  'invoice.correct': ['Anschrift berichtigen', 'Correct the address'],
  'invoice.correcting': [
    'Die neue Rechnung hat eine eigene Nummer und nennt die, die sie berichtigt. Die alte bitte zurückgeben lassen.',
    'The new invoice has a number of its own and names the one that it corrects. Please take the old one back.',
  ],
} as const;

export const useInvoiceTexts = addTexts(invoiceTexts);
