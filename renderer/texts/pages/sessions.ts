/** Texts about where people are signed in; loaded with the list. */

import { addTexts } from '../context.tsx';

export const sessionTexts = {
  'sessions.own': ['Meine Anmeldungen', 'My sessions'],
  'sessions.why': [
    'Hier sind Sie angemeldet. Was Sie nicht kennen, beenden Sie; danach bitte die eigene PIN ändern.',
    'You are signed in here. End what you do not know, and change your PIN then.',
  ],
  'sessions.none': ['Nirgends angemeldet.', 'Signed in nowhere.'],
  'sessions.here': ['dieser Bildschirm', 'this screen'],
  'sessions.program': ['Programm {{name}}', 'program {{name}}'],
  'sessions.unknown': ['unbekanntes Gerät', 'unknown device'],
  'sessions.times': ['seit {{begun}}, zuletzt {{used}}', 'since {{begun}}, last used {{used}}'],
  'sessions.end': ['Beenden', 'End'],
  'sessions.endOf': ['Beenden: {{name}}, {{place}}, seit {{begun}}', 'End: {{name}}, {{place}}, since {{begun}}'],
  'sessions.endAll': ['Alle beenden', 'End all'],
  'sessions.endAllOf': ['Alle beenden: {{name}}', 'End all: {{name}}'],
  'sessions.endOthers': ['Alle anderen beenden', 'End all others'],
  'sessions.endOthersOf': ['Alle anderen beenden: {{name}}', 'End all others: {{name}}'],
  'sessions.ended': [
    'Beendet. Dort wird jetzt nach der PIN gefragt; ein begonnener Warenkorb bleibt.',
    'Ended. The PIN is asked for there now; a begun basket stays.',
  ],
} as const;

export const useSessionTexts = addTexts(sessionTexts);
