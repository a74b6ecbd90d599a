/** Texts of a form beside its list. */

import { addTexts } from '../context.tsx';

export const formTexts = {
  'form.save': ['Speichern', 'Save'],
  'form.close': ['Schließen', 'Close'],
  'form.filters': ['Filter', 'Filters'],
  'form.unsaved': ['Die Änderungen sind nicht gespeichert.', 'The changes are not saved.'],
  'form.discard': ['Verwerfen', 'Discard'],
  'form.goOn': ['Weiter bearbeiten', 'Go on editing'],
  'form.delete': ['{{name}} löschen', 'Delete {{name}}'],
  'form.deleteYes': ['Ja, {{name}} löschen', 'Yes, delete {{name}}'],
  'form.remove': ['{{name}} entfernen', 'Remove {{name}}'],
  'form.removeYes': ['Ja, {{name}} entfernen', 'Yes, remove {{name}}'],
} as const;

export const useFormTexts = addTexts(formTexts);
