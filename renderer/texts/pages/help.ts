/** Texts around the manual; its own text comes from the bridge. */

import { addTexts } from '../context.tsx';

export const helpTexts = {
  'help.open': ['Hilfe', 'Help'],
  'help.openLong': ['Handbuch zu diesem Bildschirm', 'Manual for this screen'],
  'help.title': ['Handbuch', 'Manual'],
  'help.contents': ['Inhalt', 'Contents'],
  'help.search': ['Im Handbuch suchen', 'Search the manual'],
  'help.none': ['Keine Seite hat diese Wörter.', 'No page has these words.'],
  'help.loading': ['Das Handbuch wird geladen …', 'Loading the manual …'],
  'help.again': ['Noch einmal', 'Try again'],
  'help.part.counter': ['An der Kasse', 'At the till'],
  'help.part.management': ['Für die Leitung', 'For managers'],
  'help.part.trouble': ['Was tun, wenn …', 'What to do when …'],
} as const;

export const useHelpTexts = addTexts(helpTexts);
