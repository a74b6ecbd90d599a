/** Texts of the dialog in which a manager gives a right. */

import { addTexts } from '../context.tsx';

export const approvalTexts = {
  'approval.title': ['Freigabe durch die Leitung', 'Manager approval'],
  'approval.reasonTitle': ['Grund angeben', 'Give a reason'],
  'approval.who': ['Wer gibt frei?', 'Who approves?'],
  'approval.username': ['Benutzername der Leitung', 'Manager’s username'],
  'approval.pin': ['PIN der Leitung', 'Manager’s PIN'],
  'approval.limit': ['Kasse allein bis {{limit}}.', 'Without a manager: up to {{limit}}.'],
  'approval.points': ['{{number}} Punkte', '{{number}} points'],
  'approval.reason': ['Grund (wird aufbewahrt)', 'Reason (kept on record)'],
  'approval.reason.mistake': ['Fehlbuchung', 'Mistake'],
  'approval.reason.return': ['Ware zurück', 'Goods returned'],
  'approval.reason.complaint': ['Reklamation', 'Complaint'],
  'approval.reason.goodwill': ['Kulanz', 'Goodwill'],
  'approval.reason.evening': ['Feierabend', 'End of the day'],
  'approval.reason.maintenance': ['Wartung', 'Maintenance'],
  'approval.reason.update': ['Neue Version', 'New version'],
  'approval.give': ['Freigeben', 'Approve'],
  'approval.go': ['Weiter', 'Continue'],
  'approval.leave': ['Nicht freigeben', 'Do not approve'],
  'approval.stop': ['Nicht ausführen', 'Do not continue'],
} as const;

export const useApprovalTexts = addTexts(approvalTexts);
