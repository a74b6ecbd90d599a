/** Failures between bridge and back office: the condition that the lights show, and words for people. */
import type { Texts } from '../domain/texts.ts';
import type { QueueReason } from '../world/queue.ts';

export interface OfficeAnswer {
  readonly status: number;
  /** ms; null where the office asked for nothing. */
  readonly retryAfter: number | null;
  /** The JSON of the answer; null where it was none. */
  readonly body: unknown;
}

/** `busy`: the office answers and asks for a pause. `down`: nothing useful came. `refused`: nothing more is sent. */
type Condition = 'busy' | 'down' | 'refused';

const words = (condition: Condition, de: string, en: string) => ({ condition, texts: { de, en } satisfies Texts });

const failures = {
  unreachable: words(
    'down',
    'Die Zentrale antwortet nicht. Alle Datensätze bleiben hier und werden später gesendet.',
    'The back office does not answer. All records stay here and are sent later.',
  ),
  failing: words(
    'down',
    'Die Zentrale meldet einen Fehler. Alle Datensätze bleiben hier und werden später gesendet.',
    'The back office reports an error. All records stay here and are sent later.',
  ),
  unreadable: words(
    'down',
    'Die Antwort der Zentrale ist nicht lesbar. Bitte die Adresse (backoffice) prüfen.',
    'The answer of the back office cannot be read. Check the address (backoffice).',
  ),
  busy: words(
    'busy',
    'Die Zentrale ist ausgelastet und bittet um eine Pause.',
    'The back office is busy and asks for a pause.',
  ),
  damaged: words(
    'down',
    'Die Anfrage kam verändert an: Etwas zwischen Kasse und Zentrale (Proxy) schreibt sie um. Alles bleibt hier.',
    'The request arrived changed: something between till and back office (a proxy) rewrites it. Everything stays here.',
  ),
  clock: words(
    'down',
    'Die Uhren von Kasse und Zentrale weichen ab. Bitte beide Uhren prüfen.',
    'The clocks of till and back office differ. Check both clocks.',
  ),
  codeRefused: words(
    'refused',
    'Die Zentrale nimmt diesen Anmeldecode nicht an: Er ist falsch, abgelaufen oder verbraucht. Bitte einen neuen Code anfordern.',
    'The back office does not accept this enrolment code: it is wrong, expired or used up. Ask for a new code.',
  ),
  revoked: words(
    'refused',
    'Die Zentrale hat dieser Kasse den Zugang entzogen. Alle Datensätze bleiben hier. Bitte mit einem neuen Code anmelden.',
    'The back office has revoked the access of this till. All records stay here. Enrol with a new code.',
  ),
  keyUnknown: words(
    'refused',
    'Die Zentrale kennt den Schlüssel dieser Kasse nicht. Alle Datensätze bleiben hier. Bitte mit einem neuen Code anmelden.',
    'The back office does not know the key of this till. All records stay here. Enrol with a new code.',
  ),
} as const;
export type FailureCode = keyof typeof failures;

/** Ends a round of the worker; everything that was not confirmed stays and is sent in a later round. */
export class LinkFailure extends Error {
  readonly code: FailureCode;
  /** Milliseconds that the office asked to wait; null: nothing was asked. */
  readonly retryAfter: number | null;

  constructor(code: FailureCode, details: string, retryAfter: number | null = null) {
    super(`${failures[code].texts.en} ${details}`.trim());
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get condition(): Condition {
    return failures[this.code].condition;
  }

  get reason(): QueueReason {
    return { code: this.code, texts: failures[this.code].texts };
  }
}

/** The failure that an answer other than 200 means, wherever it comes from. */
export function failureOf({ status, retryAfter, body }: OfficeAnswer): LinkFailure {
  const details = `(${status} ${codeIn(body) ?? ''})`.replace(' )', ')');
  if (status === 429 || (status === 503 && retryAfter !== null)) return new LinkFailure('busy', details, retryAfter);
  if (status === 403) return new LinkFailure('revoked', details);
  if (status === 401) return new LinkFailure(signatureFailure(body), details, retryAfter);
  return new LinkFailure(status >= 500 ? 'failing' : 'unreadable', details, retryAfter);
}

/** The back office itself says that another installation continued the chain; a bare 409 comes from something in between. */
export const saysCloned = ({ status, body }: OfficeAnswer): boolean => {
  const { code, error_code } = (body ?? {}) as { code?: unknown; error_code?: unknown };
  return status === 409 && (error_code === 'officeCloned' || code === 5004);
};

/** The reason stands in the error itself or beside it; whatever it is that is unknown, the key is. */
function signatureFailure(body: unknown): FailureCode {
  const text = JSON.stringify(body ?? '');
  if (text.includes('signatureExpired')) return 'clock';
  return /digestWrong|signatureWrong|signatureMalformed|signatureMissing/.test(text) ? 'damaged' : 'keyUnknown';
}

/** The name of the error in an answer of the office. */
function codeIn(body: unknown): string | null {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  return [error, code].find(value => typeof value === 'string') as string | null;
}
