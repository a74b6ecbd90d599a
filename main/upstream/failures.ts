/** Failures on the way to the upstream service, in plain words, and their consequences for the record. */
import type { Texts } from '../domain/texts.ts';
import type { QueueReason } from '../world/queue.ts';

/**
 * `notSent`: no connection, or a request that arrived damaged, so nothing was carried out. `lost`: it may have arrived. `busy`: the service asks to wait.
 * `refused`: it does not accept us. `answered`: it refused this one request.
 */
export type FailureKind = 'notSent' | 'lost' | 'busy' | 'refused' | 'answered';

export interface FailureFacts {
  readonly kind: FailureKind;
  /** HTTP status; null without an answer. */
  readonly status?: number | null;
  /** `error` and `code` of the body (specification, "Errors"). */
  readonly name?: string | null;
  readonly code?: number | null;
  /** ms that the service asks to wait. */
  readonly retryAfter?: number | null;
  /** The answer belongs to another request. */
  readonly isForeign?: boolean;
  /** The request was changed on its way. */
  readonly isDamaged?: boolean;
  readonly texts: Texts;
}

/** A call to the upstream service that failed. */
export class UpstreamError extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly errorName: string | null;
  readonly code: number | null;
  readonly retryAfter: number | null;
  readonly isForeign: boolean;
  readonly isDamaged: boolean;
  readonly texts: Texts;

  constructor(facts: FailureFacts) {
    const { kind, status = null, name = null, code = null, retryAfter = null, texts } = facts;
    super(texts.en);
    this.kind = kind;
    this.status = status;
    this.errorName = name;
    this.code = code;
    this.retryAfter = retryAfter;
    this.isForeign = facts.isForeign ?? false;
    this.isDamaged = facts.isDamaged ?? false;
    this.texts = texts;
  }

  get reason(): QueueReason {
    const answered = this.errorName === null ? `http${this.status}` : `${this.errorName} ${this.code ?? ''}`.trim();
    const code = this.isDamaged
      ? 'damaged'
      : this.isForeign
        ? 'foreignAnswer'
        : this.kind === 'answered'
          ? answered
          : this.kind;
    return { code, texts: this.texts };
  }
}

/** Retry-After of the service, for our own refusal: seconds. */
export const retryOf = ({ retryAfter }: UpstreamError): { readonly retryAfter?: number } =>
  retryAfter === null ? {} : { retryAfter: Math.ceil(retryAfter / 1000) };

/** Refusals that no repetition changes, by the name of the error: wrong input, and what exists already. */
const FINAL: ReadonlySet<string> = new Set(['ProductFormatException', 'ProductDuplicateException']);
/** They carry the same name, and mean that the request was too slow or too many. */
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);

export const isFinal = ({ kind, errorName, status }: UpstreamError): boolean =>
  kind === 'answered' && errorName !== null && FINAL.has(errorName) && !TRANSIENT_STATUS.has(status ?? 0);

/** Did the service certainly not carry out the request? A bare 5xx says nothing about that. */
export const changedNothing = (error: UpstreamError): boolean =>
  error.kind === 'notSent' ||
  error.kind === 'refused' ||
  (error.kind === 'answered' && error.errorName !== null && !UNCERTAIN.has(error.errorName)) ||
  (error.status !== null && error.status >= 400 && error.status < 500);

const UNCERTAIN: ReadonlySet<string> = new Set(['ProductInternalException', 'ProductBackendproviderException']);

/** The card does not pay: unknown, other, too little on it, locked, expired, not active, passcode, or none accepted. */
const CARD: ReadonlySet<number> = new Set([14, 15, 41, 51, 54, 55, 75, 78, 1014]);
/** The same, and what the card would have had to cover (1005), and vouchers that are unknown or used. */
const BALANCE: ReadonlySet<number> = new Set([...CARD, 16, 56, 1005]);

export const isCardRefusal = ({ kind, code }: UpstreamError): boolean =>
  kind === 'answered' && code !== null && CARD.has(code);
export const isBalanceRefusal = ({ kind, code }: UpstreamError): boolean =>
  kind === 'answered' && code !== null && BALANCE.has(code);

/** An error before the first byte of the request left, by the code of the network. */
const BEFORE: Readonly<Record<string, Texts>> = {
  ECONNREFUSED: {
    de: 'Unter der Adresse des Dienstes nimmt niemand Verbindungen an.',
    en: 'Nobody accepts connections at the address of the service.',
  },
  ENOTFOUND: {
    de: 'Den Namen des Dienstes kennt das Netz nicht.',
    en: 'The network does not know the name of the service.',
  },
  EAI_AGAIN: {
    de: 'Die Namensauflösung antwortet nicht: Das Netz ist wohl unterbrochen.',
    en: 'Name resolution does not answer: the network is probably down.',
  },
  EHOSTUNREACH: { de: 'Der Dienst ist über das Netz nicht erreichbar.', en: 'The network cannot reach the service.' },
  ENETUNREACH: { de: 'Es besteht keine Verbindung zum Netz.', en: 'There is no connection to the network.' },
  UND_ERR_CONNECT_TIMEOUT: {
    de: 'Der Dienst nimmt die Verbindung nicht rechtzeitig an.',
    en: 'The service does not accept the connection in time.',
  },
};

const CERTIFICATE: Texts = {
  de: 'Das Zertifikat des Dienstes wird nicht anerkannt.',
  en: 'The certificate of the service is not trusted.',
};
const CERTIFICATE_CODES: Readonly<Record<string, Texts>> = {
  CERT_HAS_EXPIRED: {
    de: 'Das Zertifikat des Dienstes ist abgelaufen. Stimmt die Uhr dieser Kasse?',
    en: 'The certificate of the service has expired. Is the clock of this till right?',
  },
  CERT_NOT_YET_VALID: {
    de: 'Das Zertifikat des Dienstes gilt noch nicht. Stimmt die Uhr dieser Kasse?',
    en: 'The certificate of the service is not valid yet. Is the clock of this till right?',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    de: 'Das Zertifikat gehört zu einem anderen Namen als dem der Adresse.',
    en: 'The certificate belongs to another name than that of the address.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    de: 'Das Zertifikat des Dienstes ist selbst ausgestellt und hier nicht hinterlegt.',
    en: 'The certificate of the service is self-signed and not known here.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
};

const TIMEOUT: Texts = {
  de: 'Der Dienst hat nicht rechtzeitig geantwortet. Ob er die Anfrage ausgeführt hat, wird nachgesehen.',
  en: 'The service has not answered in time. Whether it carried out the request is looked up.',
};
const TOO_LARGE: Texts = {
  de: 'Die Antwort des Dienstes ist größer als 8 MiB und wurde nicht gelesen.',
  en: 'The answer of the service is larger than 8 MiB and was not read.',
};
const CUT: Texts = {
  de: 'Die Verbindung zum Dienst brach ab. Ob er die Anfrage ausgeführt hat, wird nachgesehen.',
  en: 'The connection to the service broke. Whether it carried out the request is looked up.',
};

/** The failure behind an error of the network, by its code (Node and undici). */
export function networkFailure(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const { code = '', name } = causeOf(error);
  const before =
    BEFORE[code] ?? CERTIFICATE_CODES[code] ?? (/^(CERT|ERR_TLS|ERR_SSL)_/.test(code) ? CERTIFICATE : null);
  if (before) return new UpstreamError({ kind: 'notSent', texts: before });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new UpstreamError({ kind: 'lost', texts: TOO_LARGE });
  const isTimeout = /TIMEOUT/.test(code) || name === 'TimeoutError';
  return new UpstreamError({ kind: 'lost', texts: isTimeout ? TIMEOUT : CUT });
}

function causeOf(error: unknown): { readonly code?: string; readonly name?: string } {
  const outer = error as { code?: string; name?: string; cause?: unknown };
  if (typeof outer?.code === 'string') return outer;
  return outer?.cause instanceof Error ? (outer.cause as { code?: string; name?: string }) : (outer ?? {});
}

/** The line is at fault: nobody knows what became of the request. */
export const foreignAnswer = (): UpstreamError =>
  new UpstreamError({
    kind: 'lost',
    isForeign: true,
    texts: {
      de: 'Die Antwort des Dienstes gehört zu einer anderen Anfrage. Was aus dieser wurde, wird nachgesehen. Bleibt das so, vertauscht etwas auf der Leitung (Proxy, Gateway) die Antworten.',
      en: 'The answer of the service belongs to another request. What became of this one is looked up. If that goes on, something on the line (a proxy, a gateway) mixes up the answers.',
    },
  });
