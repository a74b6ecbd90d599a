/**
 * Everything the bridge refuses, as one table: HTTP status, name and number on the wire, and what the user reads.
 * Status by the specification ("HTTP status of resource endpoints"), names and numbers as existing clients know them.
 */

interface ErrorEntry {
  readonly http: number;
  /** Name on the wire. */
  readonly error: string;
  readonly code: number;
  /** Is it worth trying the same request again later? */
  readonly retry: boolean;
  readonly de: string;
  readonly en: string;
}

const entry = (http: number, error: string, code: number, de: string, en: string, retry = false): ErrorEntry => ({
  http,
  error,
  code,
  retry,
  de,
  en,
});

const format = 'ProductFormatException';
const security = 'ProductSecurityException';
const notAllowed = 'ProductNotAllowedException';
const notFound = 'ProductNotFoundException';
const backend = 'ProductBackendproviderException';
const internal = 'ProductInternalException';

export const errors = {
  badInput: entry(500, format, 1001, 'Die Anfrage ist fehlerhaft.', 'The request is not valid.'),
  malformedJson: entry(500, format, 1001, 'Die Anfrage ist kein gültiges JSON.', 'The request is not valid JSON.'),
  badQuery: entry(500, format, 1001, 'Die Suchanfrage ist fehlerhaft.', 'The search query is not valid.'),
  negativeSum: entry(500, format, 1010, 'Die Summe des Warenkorbs ist negativ.', 'The basket total is negative.'),
  badBankAccount: entry(500, format, 1004, 'Die Bankverbindung ist ungültig.', 'The bank account is not valid.'),
  internal: entry(500, internal, 1000, 'Es ist ein Fehler aufgetreten.', 'Something went wrong.', true),
  storage: entry(
    500,
    internal,
    1002,
    'Der Speicher ist nicht beschreibbar. Es wurde kein Geld bewegt.',
    'The storage cannot be written. No money was moved.',
    true,
  ),
  endingUnwritten: entry(
    500,
    internal,
    1022,
    'Der Ausgang der Kartenzahlung konnte nicht gespeichert werden. Bitte nicht noch einmal kassieren.',
    'The ending of the card payment could not be stored. Do not take the card again.',
    true,
  ),
  tokenInvalid: entry(401, notAllowed, 2003, 'Bitte neu anmelden.', 'Please sign in again.'),
  loginRefused: entry(401, security, 2005, 'Die PIN ist nicht richtig.', 'The PIN is not correct.'),
  loginLocked: entry(
    429,
    security,
    2006,
    'Zu viele Fehlversuche. Bitte kurz warten.',
    'Too many attempts. Please wait a moment.',
    true,
  ),
  noContract: entry(403, security, 2001, 'Es liegt kein Vertrag vor.', 'There is no contract.'),
  forbidden: entry(403, notAllowed, 2004, 'Dazu fehlt die Berechtigung.', 'You are not permitted to do this.'),
  hostRefused: entry(403, security, 2010, 'Unter dieser Adresse nicht erreichbar.', 'Not available at this address.'),
  originRefused: entry(403, security, 2011, 'Von dieser Seite nicht erlaubt.', 'Not permitted from this page.'),
  notFound: entry(404, notFound, 3001, 'Nicht gefunden.', 'Not found.'),
  articleUnknown: entry(404, notFound, 3002, 'Der Artikel ist nicht bekannt.', 'The article is not known.'),
  noDevice: entry(
    405,
    notAllowed,
    3003,
    'Dieser Kasse ist kein Terminal zugeordnet.',
    'No terminal is assigned to this till.',
  ),
  cardUnknown: entry(404, notFound, 14, 'Die Kundenkarte ist nicht bekannt.', 'The loyalty card is not known.'),
  cardMissing: entry(
    405,
    notAllowed,
    1014,
    'Es ist keine Kundenkarte vorgelegt.',
    'No loyalty card has been presented.',
  ),
  cardLocked: entry(405, notAllowed, 41, 'Die Kundenkarte ist gesperrt.', 'The loyalty card is locked.'),
  cardExpired: entry(405, notAllowed, 54, 'Die Kundenkarte ist abgelaufen.', 'The loyalty card has expired.'),
  cardInactive: entry(405, notAllowed, 78, 'Die Kundenkarte ist nicht aktiv.', 'The loyalty card is not active.'),
  cardBalance: entry(
    405,
    notAllowed,
    51,
    'Das Guthaben der Kundenkarte reicht nicht.',
    'The balance of the loyalty card is not sufficient.',
  ),
  stateForbids: entry(
    405,
    notAllowed,
    1003,
    'In diesem Zustand ist das nicht möglich.',
    'This is not possible in the present state.',
  ),
  methodUnavailable: entry(
    405,
    notAllowed,
    1008,
    'Diese Zahlungsart ist nicht verfügbar.',
    'This payment method is not available.',
  ),
  nothingToPay: entry(405, notAllowed, 1009, 'Es ist nichts zu bezahlen.', 'There is nothing to pay.'),
  somethingMissing: entry(
    405,
    notAllowed,
    1005,
    'Das Kartenguthaben deckt die Summe nicht.',
    'The card balance does not cover the sum.',
  ),
  declined: entry(
    405,
    backend,
    1005,
    'Die Zahlung wurde abgelehnt. Es wurde kein Geld bewegt.',
    'The payment was declined. No money was moved.',
  ),
  aborted: entry(
    405,
    backend,
    1006,
    'Die Zahlung wurde abgebrochen. Es wurde kein Geld bewegt.',
    'The payment was aborted. No money was moved.',
  ),
  terminalUnreachable: entry(
    405,
    backend,
    1013,
    'Das Terminal ist nicht erreichbar. Es wurde kein Geld bewegt.',
    'The terminal cannot be reached. No money was moved.',
    true,
  ),
  terminalBusy: entry(
    405,
    notAllowed,
    1016,
    'Das Terminal ist noch beschäftigt. Bitte warten.',
    'The terminal is still busy. Please wait.',
    true,
  ),
  terminalUnsettled: entry(
    405,
    notAllowed,
    1017,
    'Der Ausgang der letzten Kartenzahlung ist noch nicht geklärt.',
    'The ending of the last card payment is not settled yet.',
    true,
  ),
  reversalFailed: entry(
    405,
    backend,
    1007,
    'Die Zahlung konnte nicht storniert werden.',
    'The payment could not be reversed.',
  ),
  serviceFailed: entry(
    405,
    backend,
    1018,
    'Das Terminal hat den Vorgang nicht beendet.',
    'The terminal did not complete the operation.',
    true,
  ),
  tooLarge: entry(413, format, 1019, 'Die Anfrage ist zu groß.', 'The request is too large.'),
  unsupportedMedia: entry(415, format, 1020, 'Nur JSON wird angenommen.', 'Only JSON is accepted.'),
  tooMany: entry(429, notAllowed, 1021, 'Zu viele Anfragen. Bitte warten.', 'Too many requests. Please wait.', true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;

/** Rows of the table the token endpoint answers with instead (specification, "Token endpoint errors"). */
export const tokenErrors = {
  credentialsInvalid: { http: 400, error: 'invalid_client', description: 'client credentials invalid' },
  credentialsMissing: { http: 400, error: 'invalid_client', description: 'credentials not found in headers or body' },
  secretMissing: {
    http: 400,
    error: 'invalid_client',
    description: 'client invalid or must authenticate using a client secret',
  },
  grantUnknown: { http: 400, error: 'unsupported_grant_type', description: 'unknown grant type' },
  grantMissing: { http: 400, error: 'invalid_request', description: 'grant type not specified' },
  userMissing: {
    http: 400,
    error: 'invalid_request',
    description: 'missing parameters: username, password and device required',
  },
  userInvalid: { http: 401, error: 'invalid_grant', description: 'username or password invalid' },
  userLocked: { http: 429, error: 'invalid_grant', description: 'too many attempts, wait before the next one' },
  refreshMissing: { http: 400, error: 'invalid_request', description: 'missing parameters: refresh_token required' },
  unreadable: { http: 400, error: 'invalid_request', description: 'the body is neither a form nor a JSON object' },
  refreshInvalid: { http: 400, error: 'invalid_grant', description: 'the refresh token is not valid' },
} as const satisfies Record<string, { http: number; error: string; description: string }>;

export type TokenErrorKey = keyof typeof tokenErrors;

/** A refusal by the table. `message` is `error_details`: what is wrong and where, for developers. */
export class BridgeError extends Error {
  readonly key: ErrorKey;
  /** Further members of the answer, for example the terminal's receipt of a declined payment. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(key: ErrorKey, details: string, options: { cause?: unknown; extra?: Record<string, unknown> } = {}) {
    super(details, { cause: options.cause });
    this.key = key;
    this.extra = options.extra ?? {};
  }
}

/** A refusal of the token endpoint. */
export class TokenRefusal extends Error {
  readonly key: TokenErrorKey;

  constructor(key: TokenErrorKey) {
    super(tokenErrors[key].description);
    this.key = key;
  }
}
