/** English texts of the questions about clock and numbers. */
import type { de } from './de.ts';

export const en: Readonly<Record<keyof typeof de, string>> = {
  'doubts.title': 'Clock and numbers',
  'doubts.none': 'Clock and numbers are in order. The till can sell.',
  'doubts.clock': 'Is the clock right?',
  'doubts.clockNow': 'Clock of this till',
  'doubts.clockNewest': 'Newest booking',
  'doubts.clockHelp':
    'If date and time are wrong, set them at the machine; work goes on by itself afterwards. If they are right, confirm here.',
  'doubts.clockRight': 'The clock is right',
  'doubts.clockSure': 'Is it really {{moment}}? Everything that is sold now carries this time.',
  'doubts.clockYes': 'Yes, sell',
  'doubts.back': 'Back',
  'doubts.numbers': 'Which numbers were given already?',
  'doubts.numbersHelp':
    'Please look at the newest printed receipts of all tills of this machine and enter the highest number. The till goes on with the next one; no number is given twice.',
  'doubts.here': 'Known here',
  'doubts.office': 'Known at the back office',
  'doubts.officeNone': 'The back office has not answered. Its numbers count as soon as it does.',
  'doubts.upstream': 'At the online service',
  'doubts.unknown': '{{count}} paid sales that are missing here',
  'doubts.receiptKnown': 'receipt {{number}}',
  'doubts.reportKnown': 'Z report {{number}} ({{till}})',
  'doubts.nothing': 'no number',
  'doubts.receipt': 'Highest receipt number on paper',
  'doubts.report': 'Newest Z report on paper, {{till}}',
  'doubts.lower': '{{number}} is known already. Please enter the highest number, even where it is not on the paper.',
  'doubts.empty': 'Please enter a number; 0 where no receipt was printed yet.',
  'doubts.check': 'Next',
  'doubts.numbersSure':
    'The next receipt gets the number {{number}}. Is there no receipt with this or a higher number?',
  'doubts.numbersYes': 'Yes, sell from {{number}}',
  'doubts.done': 'Done. The till can sell again.',
};
