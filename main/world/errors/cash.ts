/** Refusals about the till's cash: shifts, movements and the Z report. */
import { entry, format, notAllowed, security } from './entry.ts';

export const cashErrors = {
  shiftOpen: entry(405, notAllowed, 1200, 'state', 'none_involved', {
    de: 'An dieser Kasse ist schon eine Schicht offen. Bitte erst zählen und schließen oder übergeben. Es wurde nichts gebucht.',
    en: 'A shift is open at this till already. Please count and close it first, or hand it over. Nothing was booked.',
    cause: {
      de: 'An dieser Kasse ist eine Schicht offen, und eine Kasse hat immer nur eine; `error_details` nennt, wessen.',
      en: 'A shift is open at this till, and a till has one at a time; `error_details` names whose it is.',
    },
    cure: {
      de: 'Sie mit POST /bridge/v1/shifts/{id}/close schließen oder mit POST /bridge/v1/shifts/{id}/hand-over übergeben; GET /bridge/v1/shifts/current hat ihre Id.',
      en: 'Close it by POST /bridge/v1/shifts/{id}/close or hand it over by POST /bridge/v1/shifts/{id}/hand-over; GET /bridge/v1/shifts/current has its id.',
    },
  }),
  shiftClosed: entry(405, notAllowed, 1201, 'state', 'none_involved', {
    de: 'Diese Schicht ist schon beendet. Es wurde nichts gebucht.',
    en: 'This shift has ended already. Nothing was booked.',
    cause: {
      de: 'Die Schicht wurde schon geschlossen; `error_details` sagt, wann.',
      en: 'The shift was closed before; `error_details` says when.',
    },
    cure: {
      de: 'GET /bridge/v1/shifts/{id} zeigt ihre Zählung; POST /bridge/v1/shifts öffnet die nächste.',
      en: 'GET /bridge/v1/shifts/{id} shows its count; POST /bridge/v1/shifts opens the next one.',
    },
  }),
  countIncomplete: entry(500, format, 1202, 'client', 'none_involved', {
    de: 'Bitte jeden Schein und jede Münze zählen; wo nichts liegt, steht 0. Es wurde nichts gebucht.',
    en: 'Please count every note and coin; where there is none, write 0. Nothing was booked.',
    cause: {
      de: 'In `pieces` einer Zählung fehlen Scheine oder Münzen der Währung, oder es gibt welche davon nicht.',
      en: '`pieces` of a count lacks notes or coins of the currency, or has some that it does not have.',
    },
    cure: {
      de: 'Für jeden Schein und jede Münze eine Zahl senden, 0 wo nichts liegt; `error_details` nennt, was falsch ist.',
      en: 'Send a number for every note and coin, 0 where there is none; `error_details` names the wrong one.',
    },
  }),
  recountTooLate: entry(405, notAllowed, 1203, 'state', 'none_involved', {
    de: 'Nachzählen geht nur direkt nach dem Schichtende: Es wurde Bargeld bewegt, eine Schicht ist offen, oder der Z-Bericht ist erstellt.',
    en: 'A recount is possible directly after the end of the shift only: cash moved, a shift is open, or the Z report has been made.',
    cause: {
      de: 'Nach der Zählung wurde Bargeld bewegt, die nächste Schicht ist offen oder der Z-Bericht erstellt; ein Nachzählen sagte etwas anderes.',
      en: 'Cash moved after the count, the next shift is open, or the Z report is made, so a recount would say something else.',
    },
    cure: {
      de: 'Den Unterschied mit POST /bridge/v1/cash-movements und Grund buchen.',
      en: 'Book the difference by POST /bridge/v1/cash-movements with its reason.',
    },
  }),
  cashTooLittle: entry(405, notAllowed, 1204, 'client', 'not_moved', {
    de: 'So viel Bargeld liegt nach dem Kassenbuch nicht in der Kasse. Es wurde nichts gebucht; bitte den Betrag prüfen.',
    en: 'By the cash book the drawer does not hold that much cash. Nothing was booked; please check the amount.',
    cause: {
      de: 'Es sollte mehr Bargeld aus der Kasse, als nach dem Kassenbuch darin liegt.',
      en: 'More cash was to leave the drawer than the cash book says is in it.',
    },
    cure: {
      de: '`amount` mit GET /bridge/v1/cash-movements/expected vergleichen; die Kasse zählen, wenn mehr darin liegt.',
      en: 'Check `amount` against GET /bridge/v1/cash-movements/expected; count the drawer if it holds more.',
    },
  }),
  dayNotClosable: entry(405, notAllowed, 1205, 'state', 'none_involved', {
    de: 'Vor dem Z-Bericht ist noch etwas zu erledigen. Es wurde nichts abgeschlossen.',
    en: 'Something has to be done before the Z report. Nothing was closed.',
    cause: {
      de: 'Ein Schritt vor dem Z-Bericht ist nicht erledigt: offene Fälle, geparkte Warenkörbe, Terminals, Bargeld oder Warteschlange.',
      en: 'A step before the Z report is not done: open cases, parked baskets, terminals, cash or queue.',
    },
    cure: {
      de: 'GET /bridge/v1/z-reports/next zeigt die Schritte und worum es geht; eine Leitung übergeht mit `despite`, was `passable` ist.',
      en: 'GET /bridge/v1/z-reports/next lists the steps and what each is about; a manager passes what is `passable` with `despite`.',
    },
    retry: true,
  }),
  handOverToSelf: entry(405, notAllowed, 1206, 'client', 'none_involved', {
    de: 'Diese Person hat die Schicht schon. Es wurde nichts gebucht.',
    en: 'This person has the shift already. Nothing was booked.',
    cause: {
      de: 'Die Schicht sollte an die Person übergeben werden, die sie schon hat.',
      en: 'The shift was to be handed over to the person who has it.',
    },
    cure: {
      de: 'Eine andere Person nennen oder die Schicht mit POST /bridge/v1/shifts/{id}/close schließen.',
      en: 'Name another person, or close the shift by POST /bridge/v1/shifts/{id}/close.',
    },
  }),
  movementRefused: entry(405, notAllowed, 1207, 'client', 'none_involved', {
    de: 'Diese Art von Buchung gibt es in dieser Richtung nicht. Es wurde nichts gebucht.',
    en: 'This kind of movement does not go in this direction. Nothing was booked.',
    cause: {
      de: 'Diese Art (`kind`) von Bargeldbuchung gibt es in dieser Richtung (`direction`) nicht.',
      en: 'This `kind` of cash movement does not exist in this `direction`.',
    },
    cure: {
      de: 'Art und Richtung senden, die zusammenpassen, wie /docs es bei POST /bridge/v1/cash-movements beschreibt.',
      en: 'Send a kind and a direction that go together, as POST /bridge/v1/cash-movements describes in /docs.',
    },
  }),
  cashElsewhere: entry(403, security, 1208, 'client', 'none_involved', {
    de: 'Das ist eine andere Kasse. Ihr Bargeld bucht, wer dort steht, oder die Leitung.',
    en: 'This is another till. Who stands there, or a manager, books its cash.',
    cause: {
      de: 'Das Bargeld gehört zu einer anderen Kasse als der des Tokens, und der Aufrufer ist keine Leitung.',
      en: 'The cash belongs to another till than the one of the token, and the caller is no manager.',
    },
    cure: {
      de: 'Das Token jener Kasse oder das einer Leitung (manager) verwenden.',
      en: 'Use the token of that till, or of a person of the role manager.',
    },
  }),
  tillNotNamed: entry(405, notAllowed, 1213, 'client', 'not_moved', {
    de: 'Der Laden hat mehrere Kassen, und es ist nicht gesagt, in welcher Schublade das Bargeld liegt. Es wurde nichts gebucht.',
    en: 'The shop has several tills, and nobody said in whose drawer the cash is. Nothing was booked.',
    cause: {
      de: 'Der API-Client ist an keine Kasse gebunden, der Laden hat mehr als eine, und der Aufruf bewegt Bargeld.',
      en: 'The API client is bound to no till, the shop has more than one, and the call moves cash.',
    },
    cure: {
      de: 'Den Client mit PUT /bridge/v1/clients/{id} {"till": "SDV_…"} an seine Kasse binden, als Gerät oder Person an einer Kasse anmelden, oder bei Aufrufen des Kassenbuchs `till` senden.',
      en: 'Bind the client to its till with PUT /bridge/v1/clients/{id} {"till": "SDV_…"}, sign in as a device or a person at a till, or send `till` where the cash book takes it.',
    },
  }),
  cashReasonMissing: entry(500, format, 1209, 'client', 'none_involved', {
    de: 'Bitte einen Grund angeben. Es wurde nichts gebucht.',
    en: 'Please give a reason. Nothing was booked.',
    cause: {
      de: 'Bargeld wird mit Grund gebucht, und `reason` ist leer.',
      en: 'Cash is booked with a reason, and `reason` is empty.',
    },
    cure: {
      de: '`reason` senden, zum Beispiel „Geld zur Bank“.',
      en: 'Send `reason`, for example "cash to the bank".',
    },
  }),
  receiverRefused: entry(405, notAllowed, 1211, 'client', 'none_involved', {
    de: 'Name oder PIN der übernehmenden Person stimmt nicht. Die Schicht wurde nicht übergeben.',
    en: 'Name or PIN of the person who takes over is wrong. The shift was not handed over.',
    cause: {
      de: 'Benutzername und PIN der übernehmenden Person gehören nicht zusammen, oder ihre Rolle übernimmt keine Kasse.',
      en: 'Username and PIN of the person who takes over do not belong together, or her role takes over no till.',
    },
    cure: {
      de: 'Sie die PIN noch einmal eingeben lassen oder eine Kassenkraft oder Leitung nennen.',
      en: 'Let her type the PIN again, or name a cashier or manager.',
    },
  }),
  closeDespiteRefused: entry(403, security, 1212, 'client', 'none_involved', {
    de: 'Trotz offener Punkte schließt nur die Leitung den Tag ab. Es wurde nichts abgeschlossen.',
    en: 'A manager alone closes the day in spite of what is open. Nothing was closed.',
    cause: {
      de: '`despite` übergeht offene Schritte des Z-Berichts, und das darf nur eine Leitung.',
      en: '`despite` passes open steps of the Z report, which a manager alone may do.',
    },
    cure: {
      de: 'Die Schritte erledigen, die GET /bridge/v1/z-reports/next zeigt, oder eine Leitung die Anfrage senden lassen.',
      en: 'Do the steps that GET /bridge/v1/z-reports/next lists, or let a manager send the request.',
    },
  }),
} as const;
