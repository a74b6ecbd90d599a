/** Texts of the lights, shared by what explains them. */

import { addTexts } from '../context.tsx';

export const lightsTexts = {
  'lights.title': ['Verbindungen', 'Connections'],
  'lights.since': ['seit {{time}}', 'since {{time}}'],
  'lights.bridge.down': ['Kasse nicht erreichbar', 'Till not reachable'],
  'lights.terminal.offline': ['Terminal nicht erreichbar', 'Terminal not reachable'],
  'lights.terminal.connecting': ['Terminal verbindet sich', 'Terminal connecting'],
  'lights.terminal.ready': ['Terminal bereit', 'Terminal ready'],
  'lights.terminal.busy': ['Terminal beschäftigt', 'Terminal busy'],
  'lights.terminal.closed': ['Terminal abgeschaltet', 'Terminal switched off'],
  'lights.terminal.blocked': ['Karten gehen nicht', 'Cards not available'],
  'lights.terminal.asks': ['Terminal bereit', 'Terminal ready'],
  'lights.terminal.payer': ['mit {{till}}', 'with {{till}}'],
  'lights.terminal.none': ['Kein Terminal', 'No terminal'],
  'lights.others': ['Weitere Verbindungen', 'Other connections'],
} as const;

export const useLightsTexts = addTexts(lightsTexts);
