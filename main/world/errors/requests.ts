/** Refusals of a request itself: its form, its size, its address, its key and its rate. */
import { duplicate, entry, format, internal, notAllowed, notFound, security } from './entry.ts';

export const requestsErrors = {
  badInput: entry(500, format, 1001, 'client', 'not_moved', {
    de: 'Die Anfrage ist fehlerhaft.',
    en: 'The request is not valid.',
    cause: {
      de: 'Ein Feld des Rumpfs, ein Parameter der Abfrage oder ein Teil des Pfads fehlt, hat einen anderen Typ oder einen Wert, der hier nicht erlaubt ist.',
      en: 'A member of the body, a parameter of the query or a part of the path is missing, has another type, or holds a value that is not allowed here.',
    },
    cure: {
      de: 'Die Felder berichtigen, die `error_details` und `errors` nennen, und die Anfrage noch einmal senden; /docs/json hat die Form jedes Rumpfs.',
      en: 'Correct the members that `error_details` and `errors` name, and send the request again; /docs/json has the shape of every body.',
    },
  }),
  placeRefused: entry(405, notAllowed, 1082, 'client', 'not_moved', {
    de: 'An dieser Adresse steht kein Gerät des Ladens. Es wurde nichts geändert und nichts gesendet.',
    en: 'No machine of the shop stands at this address. Nothing was changed and nothing was sent.',
    cause: {
      de: 'Ein API-Zugang ohne angemeldete Person hat eine Adresse genannt, an der ein solches Gerät nicht steht: dieser Rechner selbst, ein Netz für besondere Zwecke (etwa 169.254.0.0/16), oder bei Terminals und Druckern das Internet; oder einen Namen, der später woanders hinführen kann. `error_details` nennt das Feld.',
      en: 'A client without a person who signed in has named an address at which no such machine stands: this machine itself, a network for special purposes (such as 169.254.0.0/16), or the Internet for terminals and printers; or a name, which may lead elsewhere later. `error_details` names the member.',
    },
    cure: {
      de: 'Eine Adresse aus dem Netz des Ladens senden; eine andere trägt eine Leitung am Bildschirm oder die Konfiguration ein.',
      en: 'Send an address of the shop’s network; a manager enters any other one at the screen, or the configuration does.',
    },
  }),
  badPushAddress: entry(500, format, 1178, 'client', 'not_moved', {
    de: 'An diese Adresse kann keine Benachrichtigung gehen. Es wurde nichts geändert.',
    en: 'No push can go to this address. Nothing was changed.',
    cause: {
      de: 'Die Adresse, die `error_details` nennt (etwa `application_context.return_urls.url_push`), ist keine URL mit http oder https, enthält Zugangsdaten oder zeigt auf einen Rechner, zu dem die Bridge nichts senden darf.',
      en: 'The address that `error_details` names (such as `application_context.return_urls.url_push`) is no URL with http or https, holds credentials, or leads to a machine that the bridge may not send to.',
    },
    cure: {
      de: 'Eine öffentliche Adresse wie https://shop.example/push senden, oder den Empfänger in der Einstellung `push.allow` nennen; `push.allowPrivate` erlaubt das ganze eigene Netz. Mit `--demo` ist derselbe Rechner erlaubt.',
      en: 'Send a public address such as https://shop.example/push, or name the receiver in the setting `push.allow`; `push.allowPrivate` allows the whole own network. With `--demo` the same machine is allowed.',
    },
  }),
  malformedJson: entry(500, format, 1052, 'client', 'not_moved', {
    de: 'Die Anfrage ist kein gültiges JSON.',
    en: 'The request is not valid JSON.',
    cause: {
      de: 'Der Rumpf ist kein JSON: Ein Anführungszeichen, ein Komma oder eine Klammer fehlt, der Rumpf wurde unterwegs abgeschnitten, oder er hat einen anderen Zeichensatz, als er sagt.',
      en: 'The body is not JSON: a quote, a comma or a bracket is missing, the body was cut on its way, or its character set is not the one that it names.',
    },
    cure: {
      de: 'Den Rumpf von einer JSON-Bibliothek schreiben lassen, als UTF-8 mit `Content-Type: application/json` und voller `Content-Length` senden; wo ein Aufruf keinen Rumpf nimmt, keinen senden.',
      en: 'Let a JSON library write the body, send it as UTF-8 with `Content-Type: application/json` and its full `Content-Length`; send no body where a call takes none.',
    },
  }),
  badQuery: entry(500, format, 1053, 'client', 'none_involved', {
    de: 'Die Suchanfrage ist fehlerhaft.',
    en: 'The search query is not valid.',
    cause: {
      de: 'Der Parameter `q` einer Liste folgt nicht der Grammatik der Suchanfragen oder nennt ein Feld, das die Liste nicht hat.',
      en: 'The parameter `q` of a list does not follow the grammar of queries, or names a member that the list does not have.',
    },
    cure: {
      de: '`q` als `feld:wert` schreiben, verbunden durch AND, OR und NOT, Bereiche als `feld:[1 TO 9]`, Texte mit Leerzeichen in Anführungszeichen, und in der Adresse prozentkodieren.',
      en: 'Write `q` as `member:value`, joined by AND, OR and NOT, ranges as `member:[1 TO 9]`, texts with spaces in quotes, and percent-encode it in the address.',
    },
  }),
  memberUnknown: entry(500, format, 1175, 'client', 'not_moved', {
    de: 'Die Anfrage enthält ein Feld, das es hier nicht gibt; vielleicht ist es verschrieben. Es wurde nichts gebucht.',
    en: 'The request has a member that is not known here; it may be misspelt. Nothing was booked.',
    cause: {
      de: 'Der Rumpf oder die Abfrage enthält einen Namen, den dieser Aufruf nicht kennt, und die Einstellung `strict` oder die Kopfzeile `Tillbridge-Strict` lässt das nicht zu.',
      en: 'The body or the query has a name that this call does not know, and the setting `strict` or the header `Tillbridge-Strict` does not let it pass.',
    },
    cure: {
      de: 'Den Namen berichtigen: `meant` nennt den, der wohl gemeint war. Soll er trotzdem mit: `Tillbridge-Strict: off` senden.',
      en: 'Correct the name: `meant` has the one that was probably meant. To send it on purpose, add `Tillbridge-Strict: off`.',
    },
  }),
  versionUnknown: entry(500, format, 1177, 'client', 'not_moved', {
    de: 'Diese Version der Schnittstelle gibt es nicht.',
    en: 'There is no such version of the interface.',
    cause: {
      de: 'Die Kopfzeile `Tillbridge-Version` nennt ein Datum, das keine Version dieser Bridge ist; eine ältere Bridge kennt neuere Versionen nicht.',
      en: 'The header `Tillbridge-Version` names a date that is no version of this bridge; an older bridge does not know newer versions.',
    },
    cure: {
      de: 'Eine aus `versions` nennen, die Kopfzeile weglassen oder die Bridge aktualisieren; /docs/changelog zeigt alle.',
      en: 'Name one of `versions`, leave the header out, or update the bridge; /docs/changelog shows them all.',
    },
  }),
  notFound: entry(404, notFound, 3001, 'client', 'not_moved', {
    de: 'Nicht gefunden.',
    en: 'Not found.',
    cause: {
      de: 'Kein Objekt hat diese Id, oder es gehört einem anderen Händler, dessen Objekte nicht gezeigt werden.',
      en: 'No object has this id, or it belongs to another merchant, whose objects are not shown.',
    },
    cure: {
      de: 'Die Id aus der Antwort nehmen, die das Objekt angelegt hat, oder aus seiner Liste, und mit dem Token des Händlers fragen, dem es gehört.',
      en: 'Take the id from the answer that made the object or from its list, and use the token of the merchant who owns it.',
    },
  }),
  routeUnknown: entry(404, notFound, 3013, 'client', 'not_moved', {
    de: 'Diese Adresse gibt es nicht. Es wurde nichts ausgeführt.',
    en: 'There is no such address. Nothing was carried out.',
    cause: { de: 'Keine Route dieser Bridge hat diesen Pfad.', en: 'No route of this bridge has this path.' },
    cure: {
      de: 'Den Pfad berichtigen; `error_details` nennt die ähnlichste Route, und /docs zeigt alle. Ressourcen des Dienstes beginnen mit /api/v2, die der Bridge mit /bridge/v1.',
      en: 'Correct the path; `error_details` names the route that comes closest, and /docs lists all of them. Resources of the service begin with /api/v2, those of the bridge with /bridge/v1.',
    },
  }),
  methodUnknown: entry(404, notFound, 3014, 'client', 'not_moved', {
    de: 'Diese Adresse nimmt diese Art von Anfrage nicht. Es wurde nichts ausgeführt.',
    en: 'This address does not take this kind of request. Nothing was carried out.',
    cause: {
      de: 'Der Pfad stimmt, aber keine Route nimmt dort diese HTTP-Methode.',
      en: 'The path is right, but no route takes this HTTP method there.',
    },
    cure: {
      de: 'Eine der Methoden aus dem Header `Allow` verwenden; `error_details` nennt sie auch.',
      en: 'Use one of the methods in the header `Allow`, which `error_details` names, too.',
    },
  }),
  hostHeader: entry(400, format, 2033, 'client', 'not_moved', {
    de: 'Die Anfrage nennt nicht genau eine Adresse der Kasse. Es wurde nichts ausgeführt.',
    en: 'The request does not name exactly one address of the till. Nothing was carried out.',
    cause: {
      de: 'Die Anfrage hat mehrere Host-Header oder nennt eine ganze Adresse, wo ein Pfad stehen muss. Ein Proxy und die Bridge könnten daraus verschiedene Namen lesen.',
      en: 'The request has several Host headers, or names a whole address where a path belongs. A proxy and the bridge could each read another name from it.',
    },
    cure: {
      de: 'Genau einen Host-Header und einen Pfad senden, der mit einem Schrägstrich beginnt; ein Proxy dazwischen ersetzt Host und fügt keinen zweiten hinzu.',
      en: 'Send exactly one Host header and a path that begins with a slash; a proxy in between replaces Host and does not add a second one.',
    },
  }),
  hostRefused: entry(403, security, 2010, 'client', 'not_moved', {
    de: 'Unter dieser Adresse nicht erreichbar.',
    en: 'Not available at this address.',
    cause: {
      de: 'Der Host-Header hat einen Namen, auf den diese Bridge nicht hört. Ohne diese Prüfung könnte eine fremde Webseite sie unter einem eigenen Namen erreichen (DNS-Rebinding).',
      en: 'The Host header has a name that this bridge does not answer to. Without this check a foreign web page could reach it by a name of its own (DNS rebinding).',
    },
    cure: {
      de: '127.0.0.1 aufrufen, oder der Betreiber nimmt den Namen in die Einstellung `allowedHosts` auf: in der Datei {"allowedHosts": ["kasse.example"]} oder TILLBRIDGE_ALLOWED_HOSTS=\'["kasse.example"]\'. Eine Zentrale nimmt Namen mit --name.',
      en: 'Call 127.0.0.1, or let the operator add the name to the setting `allowedHosts`: in the file {"allowedHosts": ["till.example"]}, or TILLBRIDGE_ALLOWED_HOSTS=\'["till.example"]\'. A back office takes names by --name.',
    },
  }),
  originRefused: entry(403, security, 2011, 'client', 'not_moved', {
    de: 'Von dieser Seite nicht erlaubt.',
    en: 'Not permitted from this page.',
    cause: {
      de: 'Ein Browser hat die Anfrage für eine Webseite mit anderem Ursprung gesendet, und dieser Ursprung ist nicht erlaubt.',
      en: 'A browser sent the request for a web page of another origin, and this origin is not among the permitted ones.',
    },
    cure: {
      de: 'Der Betreiber nimmt den Ursprung in die Einstellung `allowedOrigins` auf: in der Datei {"allowedOrigins": ["https://shop.example"]} oder TILLBRIDGE_ALLOWED_ORIGINS=\'["https://shop.example"]\'; Schema, Name und Port wie der Browser sie sendet.',
      en: 'Let the operator add the origin to the setting `allowedOrigins`: in the file {"allowedOrigins": ["https://shop.example"]}, or TILLBRIDGE_ALLOWED_ORIGINS=\'["https://shop.example"]\'; scheme, name and port as the browser sends them.',
    },
  }),
  requestTimeout: entry(408, format, 2035, 'client', 'not_moved', {
    de: 'Die Anfrage kam zu langsam. Es wurde nichts ausgeführt.',
    en: 'The request came too slowly. Nothing was carried out.',
    cause: {
      de: 'Die Anfrage war noch nicht vollständig da, als die Zeit der Einstellung `requestSeconds` um war.',
      en: 'The request had not arrived whole when the time of the setting `requestSeconds` was over.',
    },
    cure: {
      de: 'Header und Rumpf ohne Pausen senden; bei langsamer Leitung erhöht der Betreiber `requestSeconds`.',
      en: 'Send headers and body without pauses; on a slow line the operator raises `requestSeconds`.',
    },
    retry: true,
  }),
  requestIncomplete: entry(400, format, 2037, 'client', 'not_moved', {
    de: 'Die Verbindung endete mitten in der Anfrage. Es wurde nichts ausgeführt.',
    en: 'The connection ended in the middle of the request. Nothing was carried out.',
    cause: {
      de: 'Der Aufrufer schloss die Verbindung, oder sie brach ab, bevor der ganze Rumpf angekommen war. Nur das Journal zeigt diese Ablehnung; der Aufrufer sieht eine Verbindung ohne Antwort.',
      en: 'The caller closed the connection, or the line broke, before the whole body had arrived. Only the journal shows this refusal; the caller sees a connection without an answer.',
    },
    cure: {
      de: 'Die Anfrage mit demselben Idempotency-Key noch einmal senden; die Verbindung erst schließen, wenn die Antwort da ist.',
      en: 'Send the request again with the same Idempotency-Key; close the connection only when the answer is there.',
    },
    retry: true,
  }),
  tooLarge: entry(413, format, 1019, 'client', 'not_moved', {
    de: 'Die Anfrage ist zu groß.',
    en: 'The request is too large.',
    cause: {
      de: 'Kopf, Rumpf oder Datei ist größer, als dieser Aufruf annimmt; `error_details` nennt die Grenze.',
      en: 'Head, body or file is larger than this call takes; `error_details` has the limit.',
    },
    cure: {
      de: 'Weniger auf einmal senden; für Rümpfe kann der Betreiber die Einstellung `bodyLimit` (Bytes) erhöhen.',
      en: 'Send less at a time; for bodies the operator may raise the setting `bodyLimit` (bytes).',
    },
  }),
  tooManyMembers: entry(413, format, 2032, 'client', 'not_moved', {
    de: 'Die Anfrage enthält zu viele Angaben. Es wurde nichts ausgeführt.',
    en: 'The request holds too many values. Nothing was carried out.',
    cause: {
      de: 'Der Rumpf enthält mehr Felder und Einträge, als eine Anfrage enthalten darf; `error_details` nennt die Grenzen.',
      en: 'The body holds more members and items than one request may hold; `error_details` has the limits.',
    },
    cure: { de: 'Die Angaben auf mehrere Anfragen verteilen.', en: 'Divide what is sent among several requests.' },
  }),
  unsupportedMedia: entry(415, format, 1020, 'client', 'not_moved', {
    de: 'Nur JSON wird angenommen.',
    en: 'Only JSON is accepted.',
    cause: {
      de: 'Der Rumpf hat einen Medientyp oder Zeichensatz, den dieser Aufruf nicht liest, oder ist gepackt.',
      en: 'The body has a media type or a character set that this call does not read, or is packed.',
    },
    cure: {
      de: '`Content-Type: application/json` senden; der Token-Endpunkt nimmt auch Formulare, und Aufrufe für Dateien nennen ihren Typ in /docs.',
      en: 'Send `Content-Type: application/json`; the token endpoint takes forms, too, and calls that take files name their type in /docs.',
    },
  }),
  keyReused: entry(409, duplicate, 1050, 'client', 'not_moved', {
    de: 'Unter diesem Schlüssel wurde schon eine andere Anfrage gestellt. Diese wurde nicht ausgeführt.',
    en: 'Another request was made under this key. This one was not carried out.',
    cause: {
      de: 'Der Idempotency-Key (oder X-Action) wurde schon mit anderer Methode, anderem Pfad oder Rumpf gesendet. Ein Schlüssel steht 24 Stunden lang für eine Anfrage.',
      en: 'The Idempotency-Key (or X-Action) was sent before with another method, path or body. A key stands for one request for 24 hours.',
    },
    cure: {
      de: 'Für jeden neu gemeinten Versuch einen neuen zufälligen Schlüssel bilden und einen Schlüssel nur mit genau derselben Anfrage wiederholen.',
      en: 'Make a new random key for every attempt that is meant anew, and repeat a key with exactly the same request only.',
    },
  }),
  preconditionFailed: entry(412, notAllowed, 1051, 'state', 'not_moved', {
    de: 'Der Datensatz wurde inzwischen geändert. Bitte neu laden.',
    en: 'The record has been changed meanwhile. Please load it again.',
    cause: {
      de: '`If-Match` nennt eine Version des Objekts, die nicht die jetzige ist: Jemand hat es nach dem Lesen geändert.',
      en: '`If-Match` names a version of the object that is not the present one: somebody changed it after it was read.',
    },
    cure: {
      de: 'Das Objekt neu lesen (GET), die Änderung auf den jetzigen Stand anwenden und den neuen `ETag` als `If-Match` senden.',
      en: 'GET the object again, apply the change to what it is now, and send the new `ETag` as `If-Match`.',
    },
  }),
  scrollUnknown: entry(404, notFound, 3010, 'state', 'none_involved', {
    de: 'Diese Liste ist nicht mehr aufgeschlagen. Bitte neu beginnen.',
    en: 'This list is no longer open. Please start again.',
    cause: {
      de: 'Das Blättern (scroll) in dieser Liste ist beendet: Es ging nicht rechtzeitig weiter, oder die Bridge wurde neu gestartet.',
      en: 'The scroll of a list has ended: it was not continued in time, or the bridge was started again.',
    },
    cure: {
      de: 'Die Liste von vorn lesen und jede Seite zügig abholen.',
      en: 'Read the list from its beginning again and continue each page soon.',
    },
  }),
  duplicate: entry(500, duplicate, 1024, 'client', 'not_moved', {
    de: 'Das gibt es schon. Es wurde kein Geld bewegt.',
    en: 'This exists already. No money was moved.',
    cause: {
      de: 'Ein Name oder eine Nummer, die es nur einmal geben darf, gibt es schon; `error_details` nennt Feld und Wert.',
      en: 'A name or number that may stand only once exists already; `error_details` names the member and its value.',
    },
    cure: {
      de: 'Einen neuen Wert verwenden; wenn die frühere Anfrage die eigene war, das Objekt mit diesem Wert suchen und nicht noch einmal anlegen.',
      en: 'Use a new value; where the earlier request may have been yours, look the object up by this value and do not make it again.',
    },
  }),
  alreadyAssigned: entry(500, duplicate, 3011, 'client', 'not_moved', {
    de: 'Bereits vergeben oder zugeordnet.',
    en: 'Already taken or assigned.',
    cause: {
      de: 'Ein Name, eine Nummer oder ein Gerät, das nur einmal zugeordnet sein kann, gehört schon zu etwas anderem; `error_details` nennt es.',
      en: 'A name, a number or a device that may belong to one thing only belongs to another one already; `error_details` names it.',
    },
    cure: {
      de: 'Einen anderen Wert verwenden oder die bisherige Zuordnung zuerst lösen, bei Routings mit DELETE /api/v2/Smart/Routings/{id}/assign/{device}.',
      en: 'Use another value, or take it from its present owner first, for routings by DELETE /api/v2/Smart/Routings/{id}/assign/{device}.',
    },
  }),
  tooMany: entry(429, notAllowed, 1021, 'client', 'not_moved', {
    de: 'Zu viele Anfragen. Bitte warten.',
    en: 'Too many requests. Please wait.',
    cause: {
      de: 'Von dieser Adresse kamen in einer Minute mehr Anfragen, als die Einstellung `requestsPerMinute` erlaubt, oder zu viele lange Aufgaben laufen zugleich.',
      en: 'More requests came from this address within a minute than the setting `requestsPerMinute` allows, or too many long tasks run at once.',
    },
    cure: {
      de: 'Die Sekunden aus `Retry-After` warten und dann weitermachen; statt zu pollen GET /bridge/v1/events folgen.',
      en: 'Wait the seconds in `Retry-After`, then go on; follow GET /bridge/v1/events in place of polling.',
    },
    retry: true,
    waits: true,
  }),
  paymentCard: entry(405, notAllowed, 2030, 'client', 'not_moved', {
    de: 'Das ist eine Zahlungskarte. Bitte am Terminal vorlegen. Es wurde kein Geld bewegt und nichts gespeichert.',
    en: 'This is a payment card. Please present it at the terminal. No money was moved and nothing was stored.',
    cause: {
      de: 'Ein Feld enthält Ziffern, die eine Zahlungskartennummer sind. Die Bridge bewahrt solche Nummern nicht auf und sieht sie nicht weiter an.',
      en: 'A member holds digits that are a payment card number. The bridge keeps no such numbers and does not look at them any further.',
    },
    cure: {
      de: 'Die Karte am Terminal vorlegen lassen (start/cashless). Ist es eine Kundenkarte des Geschäfts, nennt der Betreiber ihre ersten Ziffern in der Einstellung `loyaltyPrefixes`.',
      en: 'Let the customer present the card at the terminal (start/cashless). If it is a loyalty card of the shop, the operator names its first digits in the setting `loyaltyPrefixes`.',
    },
  }),
  paymentCardKey: entry(405, notAllowed, 2031, 'client', 'not_moved', {
    de: 'Die Nummer einer Zahlungskarte kann kein Schlüssel sein. Es wurde nichts ausgeführt.',
    en: 'The number of a payment card cannot be a key. Nothing was carried out.',
    cause: {
      de: 'Der Idempotency-Key oder X-Action enthält eine Zahlungskartennummer, und Schlüssel werden gespeichert.',
      en: 'The Idempotency-Key or X-Action holds a payment card number, and keys are stored.',
    },
    cure: {
      de: 'Einen zufälligen Schlüssel verwenden, zum Beispiel eine UUID.',
      en: 'Use a random key, for example a UUID.',
    },
  }),
  rehearsed: entry(500, internal, 1025, 'server', 'not_moved', {
    de: 'Dieser Fehler ist eine Übung.',
    en: 'This error is a rehearsal.',
    cause: {
      de: 'Ein Fehler der Steuerschnittstelle oder der Header X-Tillbridge-Fault hat diese Antwort verlangt.',
      en: 'A fault of the control interface or the header X-Tillbridge-Fault asked for this answer.',
    },
    cure: {
      de: 'Es ist nichts zu beheben; DELETE /bridge/v1/control/faults beendet alle gesetzten Fehler.',
      en: 'Nothing has to be mended; DELETE /bridge/v1/control/faults ends all faults that were set.',
    },
    retry: true,
  }),
} as const;
