/** Refusals of the back office to a till. */
import { backend, duplicate, entry, format, notAllowed, security } from './entry.ts';

export const backOfficeErrors = {
  officeKeyUnknown: entry(401, security, 5001, 'client', 'none_involved', {
    de: 'Die Zentrale kennt diesen Schlüssel oder diese Unterschrift nicht. Die Kasse behält alles; bitte neu anmelden.',
    en: 'The back office knows neither this key nor this signature. The till keeps everything; please enrol it again.',
    cause: {
      de: 'Die Zentrale kennt den Schlüssel der Unterschrift nicht, oder die Unterschrift passt nicht zur Anfrage (RFC 9421).',
      en: 'The back office does not know the key of the signature, or the signature does not fit the request (RFC 9421).',
    },
    cure: {
      de: 'Die Kasse mit einem neuen Code wieder anmelden (POST /bridge/v1/queue/office/enrolment); sie behält ihre Datensätze. Ihre Uhr prüfen.',
      en: 'Enrol the till again with a new code (POST /bridge/v1/queue/office/enrolment); the till keeps its records meanwhile. Check its clock.',
    },
  }),
  officeRevoked: entry(403, security, 5002, 'client', 'none_involved', {
    de: 'Diese Kasse ist in der Zentrale gesperrt. Sie behält alles; bitte dort nachfragen.',
    en: 'This till is revoked in the back office. It keeps everything; please ask there.',
    cause: {
      de: 'Jemand hat diese Kasse in der Zentrale gesperrt.',
      en: 'Somebody revoked this till in the back office.',
    },
    cure: {
      de: 'Dort nachfragen; eine gesperrte Kasse wird mit einem neuen Code wieder angemeldet.',
      en: 'Ask there; a revoked till is enrolled anew with a new code.',
    },
  }),
  officeCode: entry(401, security, 5003, 'client', 'none_involved', {
    de: 'Dieser Anmeldecode gilt nicht: falsch, schon benutzt oder abgelaufen. Bitte in der Zentrale einen neuen holen.',
    en: 'This enrolment code is not valid: wrong, used, or expired. Please get a new one from the back office.',
    cause: {
      de: 'Der Anmeldecode ist falsch, benutzt oder abgelaufen, oder seine Filiale gibt es nicht mehr.',
      en: 'The enrolment code is wrong, used or expired, or its store is gone.',
    },
    cure: {
      de: 'In der Zentrale einen neuen Code holen und mit POST /bridge/v1/queue/office/enrolment (oder --enrol CODE) senden.',
      en: 'Get a new code in the back office and send it by POST /bridge/v1/queue/office/enrolment (or --enrol CODE).',
    },
  }),
  officeCloned: entry(409, duplicate, 5004, 'client', 'none_involved', {
    de: 'Unter dem Namen dieser Kasse hat eine andere gesendet. Nichts wurde übernommen; bitte die Kopie abmelden.',
    en: 'Another installation has sent in the name of this till. Nothing was taken; please sign out the copy.',
    cause: {
      de: 'Ein Paket schließt nicht an das an, was diese Kasse gesendet hat: Eine Kopie ihres Datenverzeichnisses sendet unter ihrem Namen.',
      en: 'A batch does not follow what this till sent before: a copy of its data directory sends in its name.',
    },
    cure: {
      de: 'Die Kopie beenden oder sie von der Zentrale abmelden (DELETE /bridge/v1/queue/office/enrolment) und als eigene Kasse anmelden.',
      en: 'Stop the copy, or let it leave the back office (DELETE /bridge/v1/queue/office/enrolment) and enrol it as a till of its own.',
    },
  }),
  officeBatch: entry(400, format, 5005, 'client', 'none_involved', {
    de: 'Das Paket ist nicht lesbar.',
    en: 'The batch cannot be read.',
    cause: {
      de: 'Das Paket hat nicht die Form, die diese Zentrale liest, oder sein Kopf ist falsch.',
      en: 'The batch is not of the form that this back office reads, or its head is wrong.',
    },
    cure: {
      de: 'An Kasse und Zentrale dieselbe Version von Tillbridge betreiben; `error_details` nennt, was nicht lesbar ist.',
      en: 'Run the same version of Tillbridge at till and back office; `error_details` names what cannot be read.',
    },
  }),
  officeBusy: entry(429, notAllowed, 5006, 'client', 'none_involved', {
    de: 'Die Zentrale hat gerade viel zu tun. Die Kasse behält alles und sendet später noch einmal.',
    en: 'The back office is busy. The till keeps everything and sends again later.',
    cause: {
      de: 'Die Zentrale nimmt so viele Pakete zugleich, wie sie kann; dieses wurde nicht angenommen.',
      en: 'The back office takes as many batches at a time as it can; this one was not taken.',
    },
    cure: {
      de: 'Es nach den Sekunden aus `Retry-After` noch einmal senden; eine Kasse tut das selbst.',
      en: 'Send it again after the seconds in `Retry-After`; a till does so by itself.',
    },
    retry: true,
    waits: true,
  }),
  officeDown: entry(503, backend, 5007, 'server', 'none_involved', {
    de: 'Die Datenbank der Zentrale ist nicht erreichbar. Nichts ging verloren; bitte später noch einmal.',
    en: 'The database of the back office cannot be reached. Nothing was lost; please try again later.',
    cause: {
      de: 'Die Datenbank der Zentrale ist nicht erreichbar, startet neu oder hat keinen Platz mehr; `error_details` sagt, was davon.',
      en: 'The database of the back office cannot be reached, starts again, or has no room left; `error_details` says which.',
    },
    cure: {
      de: 'Die Datenbank starten, Platz schaffen oder TILLBRIDGE_OFFICE_DATABASE oder --database berichtigen; Kassen senden von selbst noch einmal.',
      en: 'Start the database, make room, or correct TILLBRIDGE_OFFICE_DATABASE or --database; tills send again by themselves.',
    },
    retry: true,
  }),
  officeTills: entry(400, notAllowed, 5008, 'client', 'none_involved', {
    de: 'Dieser Kassenrechner hat in der Zentrale schon so viele Kassen, wie einer haben darf. Er behält alles.',
    en: 'This installation has as many tills in the back office as one may have. It keeps everything.',
    cause: {
      de: 'Unter einem Schlüssel kamen mehr als 500 Kassen; einer weiteren wurde nichts abgenommen.',
      en: 'More than 500 tills came under one key; nothing was taken of a further one.',
    },
    cure: {
      de: 'Weitere Kassen an einem eigenen Kassenrechner mit einem eigenen Code anmelden.',
      en: 'Enrol further tills at an installation of their own, with a code of its own.',
    },
  }),
  trainingSendsNothing: entry(405, notAllowed, 1254, 'state', 'none_involved', {
    de: 'Eine Übung sendet nichts an eine Zentrale.',
    en: 'A training sends nothing to a back office.',
    cause: {
      de: 'Diese Bridge läuft als Übung, und was dort geschieht, verlässt sie nie.',
      en: 'This bridge runs as a training, and nothing that happens there leaves it.',
    },
    cure: {
      de: 'Den Aufruf an die Bridge des Geschäfts richten.',
      en: 'Make the call at the bridge of the shop.',
    },
  }),
  enrolledElsewhere: entry(405, notAllowed, 1255, 'state', 'none_involved', {
    de: 'Diese Bridge ist für einen anderen Händler angemeldet.',
    en: 'This bridge is enrolled for another merchant.',
    cause: {
      de: 'Eine Bridge wird für einen Händler an einer Zentrale angemeldet, und es war ein anderer.',
      en: 'A bridge is enrolled at a back office for one merchant, and it was another one.',
    },
    cure: {
      de: 'Als Händler der Anmeldung arbeiten (GET /bridge/v1/queue/office) oder sie zuerst beenden.',
      en: 'Work as the merchant of the enrolment (GET /bridge/v1/queue/office), or end it first.',
    },
  }),
  noUpstreamService: entry(405, notAllowed, 1256, 'server', 'none_involved', {
    de: 'Für diesen Händler ist kein Online-Dienst eingerichtet.',
    en: 'No upstream service is configured for this merchant.',
    cause: {
      de: 'Der Aufruf liest vom Online-Dienst oder wählt zwischen dessen Stand und dem eigenen, und keiner ist eingerichtet.',
      en: 'The call reads from the upstream service, or chooses between its version and the own one, and none is configured.',
    },
    cure: {
      de: 'Der Betreiber richtet `upstream` ein; einen Fall ohne Dienst schließt man ohne `version`.',
      en: 'Let the operator configure `upstream`; a case without a service is closed without a `version`.',
    },
  }),
  recordNotRefused: entry(405, notAllowed, 1257, 'state', 'none_involved', {
    de: 'Die Zentrale hat diesen Datensatz nicht abgelehnt: Er wird von selbst gesendet.',
    en: 'The back office has not refused this record: it is sent by itself.',
    cause: {
      de: 'Ein Datensatz sollte verworfen werden, der nur wartet; die Nummern einer Kasse haben keine Lücken.',
      en: 'A record was to be discarded that only waits; the numbers of a till have no gaps.',
    },
    cure: {
      de: 'Warten, bis GET /bridge/v1/queue die Zentrale als erreicht zeigt; nur was sie ablehnt, kann verworfen werden.',
      en: 'Wait until GET /bridge/v1/queue shows the back office as reached; only what it refuses can be discarded.',
    },
  }),
  caseWithoutVersions: entry(405, notAllowed, 1258, 'client', 'none_involved', {
    de: 'In diesem Fall gibt es keine zwei Stände, zwischen denen gewählt wird.',
    en: 'This case has no two versions to choose from.',
    cause: {
      de: 'Eine `version` wurde zu einem Fall gesendet, in dem nicht beide Seiten dasselbe geändert haben.',
      en: 'A `version` was sent for a case in which the two sides have not changed the same thing.',
    },
    cure: {
      de: 'Den Fall mit einem Grund und ohne `version` schließen.',
      en: 'Close the case with a reason and without a `version`.',
    },
  }),
  versionGone: entry(405, notAllowed, 1259, 'state', 'none_involved', {
    de: 'Das Objekt dieses Falls gibt es nicht mehr.',
    en: 'The object of this case is not there any more.',
    cause: {
      de: 'Was auf beiden Seiten geändert wurde, ist inzwischen gelöscht, also kann der eigene Stand nicht mehr geschrieben werden.',
      en: 'What was changed on both sides has been deleted meanwhile, so the own version cannot be written again.',
    },
    cure: {
      de: 'Den Fall ohne `version` schließen.',
      en: 'Close the case without a `version`.',
    },
  }),
} as const;
