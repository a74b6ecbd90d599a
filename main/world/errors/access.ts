/** Refusals of a caller: signing in, tokens, rights, contracts and approvals. */
import { duplicate, entry, format, notAllowed, notFound, security } from './entry.ts';

export const accessErrors = {
  tokenInvalid: entry(401, notAllowed, 2003, 'client', 'not_moved', {
    de: 'Bitte neu anmelden.',
    en: 'Please sign in again.',
    cause: {
      de: 'Der Header Authorization hat kein Bearer-Token, oder das Token ist abgelaufen, beendet oder nicht von dieser Bridge.',
      en: 'The header Authorization has no bearer token, or the token has expired, was ended, or is not of this bridge.',
    },
    cure: {
      de: 'Mit POST /oauth/token ein Token holen (es lebt `expires_in` Sekunden) und `Authorization: Bearer TOKEN` senden; mit grant_type=refresh_token erneuern.',
      en: 'Get a token by POST /oauth/token (it lives for `expires_in` seconds) and send `Authorization: Bearer TOKEN`; renew it with grant_type=refresh_token.',
    },
  }),
  loginRefused: entry(401, security, 2005, 'client', 'not_moved', {
    de: 'Die PIN ist nicht richtig.',
    en: 'The PIN is not correct.',
    cause: {
      de: 'Benutzername und PIN gehören nicht zusammen, oder die PIN wurde inzwischen geändert.',
      en: 'Username and PIN do not belong together, or the PIN was changed meanwhile.',
    },
    cure: {
      de: 'Die Person die PIN noch einmal eingeben lassen; eine Leitung setzt mit POST /bridge/v1/people/{id}/pin eine neue.',
      en: 'Let the person type the PIN again; a manager sets a new one by POST /bridge/v1/people/{id}/pin.',
    },
  }),
  loginLocked: entry(429, security, 2006, 'client', 'not_moved', {
    de: 'Zu viele Fehlversuche. Bitte kurz warten.',
    en: 'Too many attempts. Please wait a moment.',
    cause: {
      de: 'Für diese Person, diesen Zugang oder von diesem Ort wurden zu viele falsche PINs oder Codes versucht; weitere werden erst nach der Wartezeit geprüft.',
      en: 'Too many wrong PINs or codes were tried for this person, this client or from this place; further ones are not looked at before the wait is over.',
    },
    cure: {
      de: 'Die Sekunden aus `Retry-After` warten; PINs oder Codes nicht in einer Schleife senden.',
      en: 'Wait the seconds in `Retry-After`; do not send PINs or codes in a loop.',
    },
    retry: true,
    waits: true,
  }),
  noContract: entry(403, security, 2001, 'state', 'not_moved', {
    de: 'Es liegt kein Vertrag vor.',
    en: 'There is no contract.',
    cause: {
      de: 'Der Händler dieses Tokens hat keinen Vertrag, oder der Vertrag in der Anfrage gehört nicht zu ihm.',
      en: "The merchant of this token has no contract, or the contract that the request names is not one of the merchant's.",
    },
    cure: {
      de: 'Den Zugang eines Händlers mit Vertrag verwenden (GET /api/v2/General/Contracts zeigt sie) oder zuerst das Geschäft einrichten (npm run setup).',
      en: 'Use a client of a merchant with a contract (GET /api/v2/General/Contracts lists them), or set up the shop first (npm run setup).',
    },
  }),
  contractEnded: entry(405, notAllowed, 2002, 'state', 'not_moved', {
    de: 'Der Vertrag ist beendet. Es wurde kein Geld bewegt.',
    en: 'The contract has been terminated. No money was moved.',
    cause: {
      de: 'Der Vertrag der Anfrage ist beendet; unter ihm wird nichts Neues angelegt.',
      en: 'The contract that the request uses was terminated; nothing new is made under it.',
    },
    cure: {
      de: 'Einen anderen Vertrag aus GET /api/v2/General/Contracts nennen oder mit POST /api/v2/Payment/Contracts/{id}/clone einen anlegen.',
      en: 'Name another contract of GET /api/v2/General/Contracts, or make one by POST /api/v2/Payment/Contracts/{id}/clone.',
    },
  }),
  projectTaken: entry(500, duplicate, 3012, 'client', 'none_involved', {
    de: 'Für dieses Projekt gibt es schon einen Vertrag.',
    en: 'There is a contract for this project already.',
    cause: {
      de: 'Für dieses `project` gibt es schon einen Vertrag, und ein Projekt hat einen Vertrag.',
      en: 'A contract for this `project` exists already, and a project has one contract.',
    },
    cure: {
      de: 'Ein anderes `project` senden oder den Vertrag verwenden, den GET /api/v2/General/Contracts dafür nennt.',
      en: 'Send another `project`, or use the contract that GET /api/v2/General/Contracts lists for it.',
    },
  }),
  noPermission: entry(404, notAllowed, 2004, 'client', 'not_moved', {
    de: 'Dazu fehlt die Berechtigung.',
    en: 'You are not permitted to do this.',
    cause: {
      de: 'Dem Token fehlt das Recht (Scope oder Rolle), das dieser Aufruf verlangt; `error_details` nennt es. Die Spezifikation antwortet dafür 404.',
      en: 'The token lacks the right (scope or role) that this call wants; `error_details` names it. The specification answers 404 for it.',
    },
    cure: {
      de: 'Einen Zugang mit diesem Scope verwenden (PUT /bridge/v1/clients/{id} gibt ihn) oder eine Person mit dieser Rolle anmelden.',
      en: 'Use a client with this scope (PUT /bridge/v1/clients/{id} gives it) or let a person with this role sign in.',
    },
  }),
  forbidden: entry(403, notAllowed, 2004, 'client', 'not_moved', {
    de: 'Dazu fehlt die Berechtigung.',
    en: 'You are not permitted to do this.',
    cause: {
      de: 'Der Aufrufer ist bekannt, aber dieser Aufruf verlangt eine andere Rolle, einen anderen Scope oder eine Person statt eines API-Zugangs; `error_details` sagt, was.',
      en: 'The caller is known, but this call wants another role, another scope, or a person in place of an API client; `error_details` says which.',
    },
    cure: {
      de: 'Eine Person mit dieser Rolle anmelden (POST /bridge/v1/session) oder einen Zugang mit diesem Scope verwenden (PUT /bridge/v1/clients/{id} gibt ihn).',
      en: 'Sign in as a person with this role (POST /bridge/v1/session), or use a client with this scope (PUT /bridge/v1/clients/{id} gives it).',
    },
  }),
  approvalNeeded: entry(403, security, 2020, 'state', 'not_moved', {
    de: 'Dafür ist die Freigabe einer Leitung nötig. Es wurde kein Geld bewegt.',
    en: 'This needs the approval of a manager. No money was moved.',
    cause: {
      de: 'So viel darf eine Kassenkraft nicht allein geben: Die Einstellung `limits` verlangt ab einem Betrag die Freigabe einer Leitung.',
      en: 'A cashier may not give away this much alone: the setting `limits` wants the approval of a manager above an amount.',
    },
    cure: {
      de: 'POST /bridge/v1/approvals mit Benutzername und PIN einer Leitung, einem Grund sowie operation, object und amount aus `needs`; dann diesen Aufruf mit der `approval` im Header X-Approval wiederholen.',
      en: 'POST /bridge/v1/approvals with username and PIN of a manager, a reason, and operation, object and amount of `needs`; then repeat this call with its `approval` in the header X-Approval.',
    },
    retry: true,
  }),
  reasonNeeded: entry(403, security, 2021, 'state', 'not_moved', {
    de: 'Bitte einen Grund angeben. Es wurde kein Geld bewegt.',
    en: 'Please give a reason. No money was moved.',
    cause: {
      de: 'Die Person darf das selbst, aber die Tabelle der Freigaben verlangt einen Grund, der dazu aufbewahrt wird.',
      en: 'The person may do this herself, but the table of approvals wants a reason that is kept with it.',
    },
    cure: {
      de: 'Diesen Aufruf mit dem Grund im Header X-Reason wiederholen (UTF-8, prozentkodiert).',
      en: 'Repeat this call with the reason in the header X-Reason (UTF-8, percent-encoded).',
    },
    retry: true,
  }),
  approvalInvalid: entry(403, security, 2022, 'state', 'not_moved', {
    de: 'Die Freigabe gilt hierfür nicht oder nicht mehr. Bitte neu freigeben lassen. Es wurde kein Geld bewegt.',
    en: 'The approval does not cover this, or not any more. Please have it approved again. No money was moved.',
    cause: {
      de: 'Die Freigabe galt einem anderen Aufruf, Objekt oder Betrag, ist verbraucht oder zu alt.',
      en: 'The approval was made for another call, object or amount, has been used, or is older than it may be.',
    },
    cure: {
      de: 'Mit POST /bridge/v1/approvals eine neue für das holen, was jetzt getan werden soll, und sie einmal verwenden.',
      en: 'Ask for a new one by POST /bridge/v1/approvals with what is to be done now, and use it once.',
    },
    retry: true,
  }),
  approverRefused: entry(403, security, 2023, 'client', 'not_moved', {
    de: 'Die PIN der Leitung ist nicht richtig. Es wurde nichts freigegeben.',
    en: "The manager's PIN is not correct. Nothing was approved.",
    cause: {
      de: 'Benutzername und PIN der freigebenden Leitung gehören nicht zusammen.',
      en: 'Username and PIN of the approving manager do not belong together.',
    },
    cure: {
      de: 'Die Leitung ihre PIN noch einmal eingeben lassen und POST /bridge/v1/approvals wiederholen.',
      en: 'Let the manager type her PIN again and repeat POST /bridge/v1/approvals.',
    },
  }),
  approverNoManager: entry(403, security, 2024, 'client', 'not_moved', {
    de: 'Diese Person darf nichts freigeben. Bitte eine Leitung wählen.',
    en: 'This person may not approve anything. Please choose a manager.',
    cause: {
      de: 'Die Person, die freigeben sollte, hat eine Rolle, die nichts freigibt.',
      en: 'The person who was to approve has a role that approves nothing.',
    },
    cure: {
      de: 'In POST /bridge/v1/approvals eine Person mit der Rolle Leitung (manager) nennen; GET /bridge/v1/people zeigt die Rollen.',
      en: 'Name a person of the role manager in POST /bridge/v1/approvals; GET /bridge/v1/people lists the roles.',
    },
  }),
  passwordBefore: entry(403, notAllowed, 2036, 'client', 'none_involved', {
    de: 'Das bisherige Passwort ist nicht richtig. Es wurde nichts geändert.',
    en: 'The password of before is not right. Nothing was changed.',
    cause: {
      de: 'Das bisherige Passwort, das eine Änderung verlangt, ist nicht das jetzige.',
      en: 'The password of before, which a change of password wants, is not the present one.',
    },
    cure: { de: 'Das jetzige Passwort neben dem neuen senden.', en: 'Send the present password beside the new one.' },
  }),
  passwordEasy: entry(400, format, 2038, 'client', 'none_involved', {
    de: 'Dieses Passwort ist zu leicht zu erraten. Bitte mehrere Wörter wählen, die nichts miteinander zu tun haben.',
    en: 'This password is too easy to guess. Please choose several words that have nothing to do with each other.',
    cause: {
      de: 'Das Passwort steht in der Liste der meistbenutzten oder besteht aus Namen der Person, Tastenfolgen, Daten oder Wiederholungen.',
      en: 'The password is in the list of those most used, or is made of names of the person, rows of keys, dates or repetitions.',
    },
    cure: {
      de: 'Ein Passwort aus mehreren Wörtern oder von einem Passwortmanager senden.',
      en: 'Send a password of several words, or one that a password manager made.',
    },
  }),
  secondFactorWrong: entry(403, notAllowed, 2046, 'client', 'none_involved', {
    de: 'Passwort oder Code ist nicht richtig. Es wurde nichts geändert. Jeder Code gilt einmal; die App zeigt bald den nächsten.',
    en: 'The password or the code is not right. Nothing was changed. Each code is good once; the app soon shows the next one.',
    cause: {
      de: 'Passwort oder Code ist falsch, oder der Code wurde schon einmal angenommen.',
      en: 'The password or the code is wrong, or the code was taken once before.',
    },
    cure: {
      de: 'Das jetzige Passwort und den nächsten Code der App oder einen Wiederherstellungscode senden; geht die Uhr des Telefons falsch, sie stellen.',
      en: 'Send the present password and the next code of the app, or a recovery code; where the clock of the phone is wrong, put it right.',
    },
  }),
  secondFactorDue: entry(403, notAllowed, 2047, 'state', 'none_involved', {
    de: 'Zuerst muss der zweite Faktor eingerichtet werden. Danach geht alles andere.',
    en: 'The second factor has to be set up first. Everything else works after that.',
    cause: {
      de: 'Die Leitung der Kette verlangt von dieser Rolle einen zweiten Faktor, und diese Person hat noch keinen.',
      en: 'The chain wants a second factor of this role, and this person has none yet.',
    },
    cure: {
      de: 'POST /office/v1/me/second-factor/begin und …/confirm; nach dem ersten Code gilt eine neue Anmeldung.',
      en: 'POST /office/v1/me/second-factor/begin and …/confirm; the first code opens a new session.',
    },
  }),
  secondFactorState: entry(409, notAllowed, 2048, 'state', 'none_involved', {
    de: 'Das passt nicht zum Stand des zweiten Faktors. Es wurde nichts geändert; bitte die Seite neu laden und von vorn beginnen.',
    en: 'This does not fit the state of the second factor. Nothing was changed; please load the page again and begin anew.',
    cause: {
      de: 'Es ist keiner eingerichtet, keiner in dieser Anmeldung begonnen, oder die Leitung der Kette verlangt ihn.',
      en: 'There is none, none was begun in this session, or the chain wants it.',
    },
    cure: {
      de: 'GET /office/v1/me/second-factor zeigt den Stand; ein begonnener gilt zehn Minuten und fünf falsche Codes lang.',
      en: 'GET /office/v1/me/second-factor shows the state; one that was begun lasts ten minutes and five wrong codes.',
    },
  }),
  userCodeUnknown: entry(404, notFound, 2007, 'client', 'none_involved', {
    de: 'Der Code ist nicht richtig oder nicht mehr gültig.',
    en: 'The code is not correct or no longer valid.',
    cause: {
      de: 'Kein Gerät dieses Händlers wartet mit diesem Code: Er ist vertippt, benutzt, abgelehnt oder älter als 20 Minuten.',
      en: 'No device of this merchant waits with this user code: it is mistyped, used, refused or older than 20 minutes.',
    },
    cure: {
      de: 'Den Code eingeben, den das Gerät jetzt zeigt, oder das Gerät einen neuen holen lassen (POST /oauth/token, grant_type=device, `uuid`).',
      en: 'Type the code that the device shows now, or let the device ask for a new one (POST /oauth/token, grant_type=device, `uuid`).',
    },
  }),
  pinChangeNeeded: entry(403, security, 5062, 'state', 'none_involved', {
    de: 'Bitte jetzt eine eigene PIN wählen.',
    en: 'Please choose a PIN of your own now.',
    cause: {
      de: 'Die PIN hat jemand anders vergeben, und die Person muss sie vor der Anmeldung durch eine eigene ersetzen.',
      en: "The PIN was given by somebody else and has to be replaced by one of the person's own before she is signed in.",
    },
    cure: {
      de: 'POST /bridge/v1/session mit `new_pin` wiederholen.',
      en: 'Repeat POST /bridge/v1/session with `new_pin`.',
    },
  }),
  pinRefused: entry(500, format, 5063, 'client', 'none_involved', {
    de: 'Diese PIN ist nicht möglich.',
    en: 'This PIN is not possible.',
    cause: {
      de: 'Die neue PIN ist zu kurz, zu lang, nicht aus Ziffern oder leicht zu erraten; `faults` sagt, was.',
      en: 'The new PIN is too short, too long, not of digits, or easy to guess; `faults` says which.',
    },
    cure: {
      de: 'Eine PIN in der Länge der Einstellung `pinLength` ohne Ziffernfolge und ohne lauter gleiche Ziffern wählen.',
      en: 'Choose a PIN within the setting `pinLength` without a run of digits and without one digit repeated.',
    },
  }),
  personLocked: entry(403, security, 5064, 'state', 'none_involved', {
    de: 'Dieses Konto ist gesperrt. Bitte die Leitung fragen.',
    en: 'This account is locked. Please ask a manager.',
    cause: {
      de: 'Eine Leitung hat diese Person gesperrt; sie kann sich weder anmelden noch etwas freigeben.',
      en: 'A manager has locked this person; she neither signs in nor approves anything.',
    },
    cure: {
      de: 'Eine Leitung entsperrt sie mit POST /bridge/v1/people/{id}/unlock.',
      en: 'A manager unlocks her by POST /bridge/v1/people/{id}/unlock.',
    },
  }),
  personLeft: entry(405, notAllowed, 5065, 'state', 'none_involved', {
    de: 'Diese Person ist ausgeschieden. Bitte zuerst zurückholen.',
    en: 'This person has left. Please bring her back first.',
    cause: {
      de: 'Die Person ist ausgeschieden; was sie getan hat, bleibt unter ihrem Namen, und an ihr wird nichts geändert.',
      en: 'The person has left the shop; what she did stays under her name, and nothing about her is changed.',
    },
    cure: {
      de: 'Die Person zuerst mit POST /bridge/v1/people/{id}/return zurückholen.',
      en: 'Bring her back first by POST /bridge/v1/people/{id}/return.',
    },
  }),
  lastManager: entry(405, notAllowed, 5061, 'state', 'none_involved', {
    de: 'Danach könnte sich keine Leitung mehr anmelden. Bitte zuerst einer anderen Person die Rolle Leitung geben.',
    en: 'After that no manager could sign in any more. Please give another person the role of manager first.',
    cause: {
      de: 'Nach dieser Änderung bliebe keine Leitung übrig, die sich anmelden kann.',
      en: 'After this change no manager who can sign in would be left.',
    },
    cure: {
      de: 'Zuerst einer anderen Person die Rolle Leitung (manager) geben (PUT /bridge/v1/people/{id}).',
      en: 'Give another person the role manager first (PUT /bridge/v1/people/{id}).',
    },
  }),
  accountFaults: entry(500, format, 5060, 'client', 'none_involved', {
    de: 'Eine Angabe ist nicht möglich. Es wurde nichts geändert.',
    en: 'A statement is not possible. Nothing was changed.',
    cause: {
      de: 'Ein Feld zu einer Person oder einem API-Zugang kann nicht übernommen werden; `faults` nennt jedes mit Grund.',
      en: 'A member about a person or an API client cannot be taken; `faults` names each with its reason.',
    },
    cure: {
      de: 'Die Felder aus `faults` berichtigen und alles noch einmal senden; nichts davon wurde gespeichert.',
      en: 'Correct the members in `faults` and send all of it again; nothing of it was stored.',
    },
  }),
  clientRevoked: entry(405, notAllowed, 5066, 'state', 'none_involved', {
    de: 'Dieser Zugang ist beendet. Bitte einen neuen anlegen.',
    en: 'This client has been ended. Please make a new one.',
    cause: {
      de: 'Dieser API-Zugang ist beendet; sein Secret und seine Token gelten nicht mehr.',
      en: 'This API client was ended; its secret and its tokens are good no more.',
    },
    cure: {
      de: 'Mit POST /bridge/v1/clients einen neuen Zugang anlegen.',
      en: 'Make a new client by POST /bridge/v1/clients.',
    },
  }),
  scopeNotOwn: entry(403, security, 5067, 'client', 'none_involved', {
    de: 'Ein Zugang kann nur Rechte geben, die er selbst hat.',
    en: 'A client can give only the rights it has itself.',
    cause: {
      de: 'Ein Zugang sollte Scopes bekommen, die der anfragende Zugang selbst nicht hat.',
      en: 'A client was to be given scopes that the client who asks does not have.',
    },
    cure: {
      de: 'Die Scopes weglassen, die `error_details` nennt, oder sie von einer Leitung vergeben lassen.',
      en: 'Leave out the scopes that `error_details` names, or let a manager give them.',
    },
  }),
  rightLost: entry(403, security, 5068, 'state', 'none_involved', {
    de: 'Ihre Rechte wurden gerade geändert. Es wurde nichts geändert.',
    en: 'Your rights have just been changed. Nothing was changed.',
    cause: {
      de: 'Das Recht des Aufrufers wurde entzogen, während die Anfrage ausgeführt wurde.',
      en: 'The right of the caller was taken away while the request was being carried out.',
    },
    cure: {
      de: 'Neu anmelden und verlangen, was die neuen Rechte erlauben.',
      en: 'Sign in again and ask for what the new rights allow.',
    },
  }),
} as const;
