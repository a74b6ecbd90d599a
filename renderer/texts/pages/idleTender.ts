/** Reasons why a key for a tender does nothing now. */

import { addTexts } from '../context.tsx';

export const idleTexts = {
  'pay.empty': ['Der Warenkorb ist leer.', 'There is nothing to pay: the basket is empty.'],
  'pay.nothing': [
    'Nichts zu zahlen: Bar (F8) schließt den Verkauf ab.',
    'There is nothing to pay. Cash (F8) closes the sale.',
  ],
  'pay.covered': ['Die Kundenkarte zahlt alles: bitte F7.', 'The loyalty card pays everything: please press F7.'],
  'pay.paysOut': ['Hier wird ausgezahlt und nicht kassiert.', 'Here money is paid out, not taken.'],
  'pay.noBalance': ['Keine Kundenkarte zahlt diesen Verkauf.', 'No loyalty card pays this sale.'],
  'pay.noTerminal': ['Diese Kasse hat kein Kartenterminal.', 'This till has no card terminal.'],
} as const;

addTexts(idleTexts);
