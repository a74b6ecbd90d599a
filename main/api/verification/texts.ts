/** Words of the page on which a person lets a device in. */
import type { PageLanguage } from '../../http/htmlPage.ts';

const de = {
  title: 'Gerät anmelden',
  error: 'Fehler',
  loginIntro: 'Bitte melden Sie sich an. Danach geben Sie den Code ein, den das Gerät anzeigt.',
  username: 'Benutzername',
  pin: 'PIN oder Passwort',
  login: 'Anmelden',
  signedInAs: 'Angemeldet als',
  logout: 'Abmelden',
  codeIntro: 'Geben Sie den Code ein, den das Gerät anzeigt. Er hat acht Zeichen.',
  code: 'Code',
  next: 'Weiter',
  confirmTitle: 'Dieses Gerät anmelden?',
  confirmIntro: 'Stimmen Sie nur zu, wenn Sie vor diesem Gerät stehen und es diesen Code zeigt.',
  device: 'Gerät',
  store: 'Filiale',
  uuid: 'Kennung',
  approve: 'Ja, anmelden',
  refuse: 'Nein, ablehnen',
  back: 'Anderen Code eingeben',
  approvedTitle: 'Das Gerät ist angemeldet',
  approved: 'Das Gerät macht in wenigen Sekunden von selbst weiter.',
  refusedTitle: 'Das Gerät wurde abgelehnt',
  refused: 'Es bleibt abgemeldet, bis dort ein neuer Code angefordert wird.',
  another: 'Weiteres Gerät anmelden',
  userInvalid: 'Benutzername oder PIN ist nicht richtig.',
  userBlocked: 'Dieses Konto ist gesperrt. Bitte fragen Sie die Leitung.',
  pinChangeNeeded: 'Bitte melden Sie sich zuerst an einer Kasse an und wählen Sie dort eine eigene PIN.',
  userLocked: 'Zu viele Fehlversuche. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  notPermitted: 'Mit dieser Anmeldung dürfen keine Geräte angemeldet werden.',
  codeUnknown:
    'Der Code ist nicht richtig oder nicht mehr gültig. Bitte vergleichen Sie ihn mit der Anzeige des Geräts.',
  codeLocked: 'Zu viele falsche Codes. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  missing: 'Bitte füllen Sie das Feld aus.',
  startAgain: 'Diese Eingabe passt nicht zu Ihrer Sitzung. Bitte melden Sie sich noch einmal an.',
};

export type Texts = typeof de;
export type Problem =
  | 'userInvalid'
  | 'userLocked'
  | 'userBlocked'
  | 'pinChangeNeeded'
  | 'notPermitted'
  | 'codeUnknown'
  | 'codeLocked'
  | 'missing'
  | 'startAgain';

const en: Texts = {
  title: 'Sign in a device',
  error: 'Error',
  loginIntro: 'Please sign in. Then enter the code that the device shows.',
  username: 'User name',
  pin: 'PIN or password',
  login: 'Sign in',
  signedInAs: 'Signed in as',
  logout: 'Sign out',
  codeIntro: 'Enter the code that the device shows. It has eight characters.',
  code: 'Code',
  next: 'Continue',
  confirmTitle: 'Sign in this device?',
  confirmIntro: 'Only agree if you stand in front of this device and it shows this code.',
  device: 'Device',
  store: 'Store',
  uuid: 'Identifier',
  approve: 'Yes, sign in',
  refuse: 'No, refuse',
  back: 'Enter another code',
  approvedTitle: 'The device is signed in',
  approved: 'It continues by itself within a few seconds.',
  refusedTitle: 'The device was refused',
  refused: 'It stays signed out until a new code is requested there.',
  another: 'Sign in another device',
  userInvalid: 'The user name or the PIN is not correct.',
  userBlocked: 'This account is locked. Please ask a manager.',
  pinChangeNeeded: 'Please sign in at a till first and choose a PIN of your own there.',
  userLocked: 'Too many attempts. Please wait a moment, then try again.',
  notPermitted: 'This user may not sign in devices.',
  codeUnknown: 'The code is not correct or no longer valid. Please compare it with what the device shows.',
  codeLocked: 'Too many wrong codes. Please wait a moment, then try again.',
  missing: 'Please fill in this field.',
  startAgain: 'This input does not belong to your session. Please sign in again.',
};

export const texts: Readonly<Record<PageLanguage, Texts>> = { de, en };
