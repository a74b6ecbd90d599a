/** Texts of the dialog in which a manager gives a right. */

import { addTexts } from './context.tsx';

export const de = {
  'approval.title': 'Freigabe durch die Leitung',
  'approval.reasonTitle': 'Grund angeben',
  'approval.who': 'Wer gibt frei?',
  'approval.username': 'Benutzername der Leitung',
  'approval.pin': 'PIN der Leitung',
  'approval.limit': 'Kasse allein bis {{limit}}.',
  'approval.points': '{{number}} Punkte',
  'approval.reason': 'Grund (wird aufbewahrt)',
  'approval.reason.mistake': 'Fehlbuchung',
  'approval.reason.return': 'Ware zurück',
  'approval.reason.complaint': 'Reklamation',
  'approval.reason.goodwill': 'Kulanz',
  'approval.give': 'Freigeben',
  'approval.go': 'Weiter',
  'approval.leave': 'Nicht freigeben',
  'approval.stop': 'Nicht ausführen',
} as const;

export const en: Readonly<Record<keyof typeof de, string>> = {
  'approval.title': 'Manager approval',
  'approval.reasonTitle': 'Give a reason',
  'approval.who': 'Who approves?',
  'approval.username': 'Manager’s username',
  'approval.pin': 'Manager’s PIN',
  'approval.limit': 'Without a manager: up to {{limit}}.',
  'approval.points': '{{number}} points',
  'approval.reason': 'Reason (kept on record)',
  'approval.reason.mistake': 'Mistake',
  'approval.reason.return': 'Goods returned',
  'approval.reason.complaint': 'Complaint',
  'approval.reason.goodwill': 'Goodwill',
  'approval.give': 'Approve',
  'approval.go': 'Continue',
  'approval.leave': 'Do not approve',
  'approval.stop': 'Do not continue',
};

export const useApprovalTexts = addTexts({ de, en });
