/**
 * Refusals of the token endpoint (specification, "Token endpoint errors"). Clients that use the names of RFC 8628 get its error
 * names and status 400; for the grant `device` those of the specification stay.
 */
import type { Texts } from '../../domain/texts.ts';
import type { FaultSide } from './entry.ts';

export interface TokenErrorEntry {
  readonly http: number;
  readonly error: string;
  readonly description: string;
  readonly fault: FaultSide;
  readonly cause: Texts;
  readonly cure: Texts;
}

interface Words {
  readonly description: string;
  readonly cause: Texts;
  readonly cure: Texts;
}

const entry = (http: number, error: string, fault: FaultSide, words: Words): TokenErrorEntry => ({
  http,
  error,
  fault,
  ...words,
});

const WAITING: Words = {
  description: 'waiting for the user to enter the correct user_code',
  cause: {
    de: 'Noch hat niemand den Code bestätigt, den das Gerät zeigt.',
    en: 'Nobody has confirmed the code that the device shows yet.',
  },
  cure: {
    de: 'Alle `interval` Sekunden mit demselben `device_code` nachfragen; bestätigt wird unter `verification_uri` oder mit npm run control -- approve CODE.',
    en: 'Ask again every `interval` seconds with the same `device_code`; it is confirmed at `verification_uri`, or by npm run control -- approve CODE.',
  },
};

const TOO_FAST: Words = {
  description: 'waiting for the user to enter the correct user_code; asked again before the interval has passed',
  cause: {
    de: 'Das Gerät hat vor Ablauf von `interval` Sekunden noch einmal gefragt.',
    en: 'The device asked again before `interval` seconds had passed.',
  },
  cure: {
    de: '`interval` Sekunden zwischen zwei Anfragen warten, nach `slow_down` fünf Sekunden länger.',
    en: 'Wait `interval` seconds between two requests, and five more after `slow_down`.',
  },
};

const REFUSED: Words = {
  description: 'the user has refused the device',
  cause: { de: 'Ein Mensch hat das Gerät abgelehnt.', en: 'A person has refused the device.' },
  cure: {
    de: 'Nicht weiter nachfragen; mit `uuid` einen neuen Code holen, wenn das Gerät doch dazugehört.',
    en: 'Stop asking; get a new code with `uuid` if the device belongs here after all.',
  },
};

const CODE_GONE: Texts = {
  de: 'Mit grant_type=device und `uuid` einen neuen Code holen.',
  en: 'Get a new code with grant_type=device and `uuid`.',
};

const EXPIRED: Words = {
  description: 'the code parameter is not valid',
  cause: {
    de: 'Der Code ist älter als `expires_in` Sekunden.',
    en: 'The code is older than `expires_in` seconds.',
  },
  cure: CODE_GONE,
};

const UNKNOWN_CODE: Words = {
  description: 'the code parameter is not valid',
  cause: {
    de: 'Der `device_code` ist vertippt, schon eingelöst, durch einen neueren ersetzt oder für einen anderen Zugang ausgestellt.',
    en: 'The `device_code` is mistyped, was redeemed already, was replaced by a newer one, or was issued to another client.',
  },
  cure: CODE_GONE,
};

const LOCKED: Words = {
  description: 'too many attempts, wait before the next one',
  cause: {
    de: 'Von hier oder für diesen Namen kamen zu viele falsche Zugangsdaten; weitere werden erst nach der Wartezeit geprüft.',
    en: 'Too many wrong credentials came from here or for this name; further ones are not looked at before the wait is over.',
  },
  cure: {
    de: 'Die Sekunden aus `Retry-After` warten und dann die richtigen senden.',
    en: 'Wait the seconds in `Retry-After`, then send the right ones.',
  },
};

const SECRET_WANTED: Texts = {
  de: '`client_id` und `client_secret` im Formular oder als Basic-Header senden; die der Demo stehen auf /docs.',
  en: 'Send `client_id` and `client_secret` in the form or as Basic header; those of the demo are on /docs.',
};

export const tokenErrors = {
  credentialsInvalid: entry(400, 'invalid_client', 'client', {
    description: 'client credentials invalid',
    cause: {
      de: '`client_id` und `client_secret` gehören nicht zusammen, oder der Zugang ist beendet.',
      en: '`client_id` and `client_secret` do not belong together, or the client was ended.',
    },
    cure: {
      de: 'Die Zugangsdaten prüfen; POST /bridge/v1/clients/{id}/secret gibt ein neues Secret.',
      en: 'Check the credentials; POST /bridge/v1/clients/{id}/secret gives a new secret.',
    },
  }),
  credentialsMissing: entry(400, 'invalid_client', 'client', {
    description: 'credentials not found in headers or body',
    cause: {
      de: 'Die Anfrage hat weder einen Basic-Header noch `client_id` im Rumpf.',
      en: 'The request has neither a Basic header nor `client_id` in its body.',
    },
    cure: SECRET_WANTED,
  }),
  secretMissing: entry(400, 'invalid_client', 'client', {
    description: 'client invalid or must authenticate using a client secret',
    cause: {
      de: 'Die Anfrage nennt `client_id`, aber kein `client_secret`.',
      en: 'The request names `client_id`, but no `client_secret`.',
    },
    cure: SECRET_WANTED,
  }),
  grantUnknown: entry(400, 'unsupported_grant_type', 'client', {
    description: 'unknown grant type',
    cause: {
      de: '`grant_type` nennt ein Verfahren, das es hier nicht gibt.',
      en: '`grant_type` names a flow that does not exist here.',
    },
    cure: {
      de: 'client_credentials, appuser, device (oder urn:ietf:params:oauth:grant-type:device_code) oder refresh_token senden.',
      en: 'Send client_credentials, appuser, device (or urn:ietf:params:oauth:grant-type:device_code) or refresh_token.',
    },
  }),
  grantMissing: entry(400, 'invalid_request', 'client', {
    description: 'grant type not specified',
    cause: { de: 'Die Anfrage hat kein `grant_type`.', en: 'The request has no `grant_type`.' },
    cure: {
      de: '`grant_type` im Formular senden, für eine Kasse ohne Anmeldung client_credentials.',
      en: 'Send `grant_type` in the form, client_credentials for a till without sign-in.',
    },
  }),
  userMissing: entry(400, 'invalid_request', 'client', {
    description: 'missing parameters: username, password and device required',
    cause: {
      de: 'Bei grant_type=appuser fehlt eines von `username`, `password` und `device`.',
      en: 'With grant_type=appuser one of `username`, `password` and `device` is missing.',
    },
    cure: {
      de: 'Alle drei senden; `password` ist die PIN, `device` die uuid der Kasse.',
      en: 'Send all three; `password` is the PIN, `device` the uuid of the till.',
    },
  }),
  userInvalid: entry(401, 'invalid_grant', 'client', {
    description: 'username or password invalid',
    cause: {
      de: '`username` und `password` (die PIN) gehören nicht zusammen.',
      en: '`username` and `password` (the PIN) do not belong together.',
    },
    cure: {
      de: 'Die PIN noch einmal eingeben; eine Leitung setzt mit POST /bridge/v1/people/{id}/pin eine neue.',
      en: 'Type the PIN again; a manager sets a new one by POST /bridge/v1/people/{id}/pin.',
    },
  }),
  userLocked: entry(429, 'invalid_grant', 'client', LOCKED),
  userBlocked: entry(401, 'invalid_grant', 'state', {
    description: 'this person is locked; a manager of the shop can unlock her',
    cause: { de: 'Eine Leitung hat diese Person gesperrt.', en: 'A manager has locked this person.' },
    cure: {
      de: 'Eine Leitung entsperrt sie mit POST /bridge/v1/people/{id}/unlock.',
      en: 'A manager unlocks her by POST /bridge/v1/people/{id}/unlock.',
    },
  }),
  pinChangeNeeded: entry(401, 'invalid_grant', 'state', {
    description: 'this PIN must be changed first: at the screen, or by POST /bridge/v1/session with new_pin',
    cause: {
      de: 'Die PIN hat jemand anders vergeben, und die Person hat noch keine eigene gewählt.',
      en: 'The PIN was given by somebody else, and the person has not chosen one of her own.',
    },
    cure: {
      de: 'Sie am Bildschirm anmelden lassen oder POST /bridge/v1/session mit `new_pin` senden.',
      en: 'Let her sign in at the screen, or send POST /bridge/v1/session with `new_pin`.',
    },
  }),
  deviceMissing: entry(400, 'invalid_request', 'client', {
    description: 'missing parameters: uuid or code required',
    cause: {
      de: 'Bei grant_type=device fehlen `uuid` (erster Schritt) und `code` (zweiter Schritt).',
      en: 'With grant_type=device both `uuid` (first step) and `code` (second step) are missing.',
    },
    cure: {
      de: 'Zuerst `uuid` der Kasse senden, dann den `device_code` der Antwort als `code` oder `device_code`.',
      en: 'Send the `uuid` of the till first, then the `device_code` of the answer as `code` or `device_code`.',
    },
  }),
  deviceUnknown: entry(401, 'invalid_device', 'client', {
    description: 'device with given uuid not configured',
    cause: {
      de: 'Keine Kasse dieses Händlers hat diese `uuid` oder Id (`device`).',
      en: 'No till of this merchant has this `uuid` or id (`device`).',
    },
    cure: {
      de: 'Sie mit POST /bridge/v1/tills anlegen; GET /api/v2/Smart/Devices zeigt `vendor_uid` jeder Kasse.',
      en: 'Make it by POST /bridge/v1/tills; GET /api/v2/Smart/Devices shows the `vendor_uid` of every till.',
    },
  }),
  codeInvalid: entry(400, 'invalid_code', 'client', UNKNOWN_CODE),
  codeExpired: entry(400, 'invalid_code', 'client', EXPIRED),
  authorizationPending: entry(401, 'authorization_pending', 'state', WAITING),
  polledTooFast: entry(401, 'authorization_pending', 'client', TOO_FAST),
  accessDenied: entry(401, 'access_denied', 'state', REFUSED),
  clientLocked: entry(429, 'invalid_client', 'client', LOCKED),
  refreshMissing: entry(400, 'invalid_request', 'client', {
    description: 'missing parameters: refresh_token required',
    cause: {
      de: 'Bei grant_type=refresh_token fehlt `refresh_token`.',
      en: 'With grant_type=refresh_token the `refresh_token` is missing.',
    },
    cure: {
      de: 'Das `refresh_token` der letzten Token-Antwort senden.',
      en: 'Send the `refresh_token` of the last token answer.',
    },
  }),
  unreadable: entry(400, 'invalid_request', 'client', {
    description: 'the body is neither a form nor a JSON object',
    cause: {
      de: 'Der Rumpf ist weder ein Formular noch ein JSON-Objekt aus Texten.',
      en: 'The body is neither a form nor a JSON object of texts.',
    },
    cure: {
      de: '`Content-Type: application/x-www-form-urlencoded` mit name=wert&name=wert senden.',
      en: 'Send `Content-Type: application/x-www-form-urlencoded` with name=value&name=value.',
    },
  }),
  memberUnknown: entry(400, 'invalid_request', 'client', {
    description: 'a field is not known here; it may be misspelt (header Tillbridge-Strict, setting strict)',
    cause: {
      de: 'Das Formular enthält ein Feld, das hier nicht bekannt ist.',
      en: 'The form has a field that is not known here.',
    },
    cure: {
      de: 'Den Namen des Felds berichtigen, oder die Kopfzeile `Tillbridge-Strict: off` senden.',
      en: 'Correct the name of the field, or send the header `Tillbridge-Strict: off`.',
    },
  }),
  refreshInvalid: entry(400, 'invalid_grant', 'client', {
    description: 'the refresh token is not valid',
    cause: {
      de: 'Das `refresh_token` ist vertippt, beendet, abgelaufen oder gehört einem anderen Zugang.',
      en: 'The `refresh_token` is mistyped, ended, expired, or belongs to another client.',
    },
    cure: {
      de: 'Neu anmelden, wie beim ersten Mal.',
      en: 'Sign in anew, as the first time.',
    },
  }),
  slowDown: entry(400, 'slow_down', 'client', TOO_FAST),
  devicePending: entry(400, 'authorization_pending', 'state', WAITING),
  deviceDenied: entry(400, 'access_denied', 'state', REFUSED),
  deviceCodeUnknown: entry(400, 'invalid_grant', 'client', UNKNOWN_CODE),
  deviceCodeExpired: entry(400, 'expired_token', 'client', EXPIRED),
} as const satisfies Record<string, TokenErrorEntry>;

export type TokenErrorKey = keyof typeof tokenErrors;

/** The anchor of an entry in the published catalogue. */
export const tokenAnchorOf = (key: TokenErrorKey): string => `token-${key}`;

/** The answers for a client that asks with the names of RFC 8628 (section 3.5). */
export const inRfc8628: Readonly<Partial<Record<TokenErrorKey, TokenErrorKey>>> = {
  polledTooFast: 'slowDown',
  authorizationPending: 'devicePending',
  accessDenied: 'deviceDenied',
  codeInvalid: 'deviceCodeUnknown',
  codeExpired: 'deviceCodeExpired',
};
