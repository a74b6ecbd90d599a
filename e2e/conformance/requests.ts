/** Conformance of what holds for every request: supportId and the journal, repeated requests, versions of a resource. */
import type { Row } from './row.ts';

const JOURNAL = 'main/api/journal/journal.test.ts';
const KEYS = 'main/api/idempotency.test.ts';
const VERSIONS = 'main/api/etag.test.ts';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const error = row('Errors');
const request = row('Beyond the specification: requests');

export const requestsRows: readonly Row[] = [
  error('supportId finds the request in the journal', JOURNAL, 'finds a refusal by the supportId of its answer'),
  error('HTTP 401 has a supportId that is found, too', JOURNAL, 'finds a refusal of somebody who is not signed in'),
  request('Idempotency-Key and X-Action make a repeat harmless', KEYS, 'in %s makes a repeated create harmless'),
  request('one key with another body is refused with 409', KEYS, 'with another body, path or method is refused'),
  request('concurrent repeats are carried out once', KEYS, 'many with one key are carried out once'),
  request('a repeat of a blocking operation waits for its answer', KEYS, 'a repeat of a blocking payment waits'),
  request('a crash before the answer does not make a repeat book twice', KEYS, 'a repeated payment answers the sale'),
  request('ETag and If-None-Match', VERSIONS, 'that the reader has already is answered with 304'),
  request('If-Match', VERSIONS, 'lets the change of the known version pass and refuses that of another'),
  request('the journal holds no secrets', JOURNAL, 'are in none of its files, wherever they were sent'),
  request('a request can be repeated as a curl command', JOURNAL, 'gives a request as a curl command'),
];
