/** A refusal by the error table, as the doubles of the bridge give it. */

import type { ErrorBody } from '../../main/wire/errorBody.ts';
import { Refusal } from '../bridge/errors.ts';

export function refuse(status: number): never {
  throw new Refusal(status, refusedBody({}));
}

/** The body of a refusal with the members that a test looks at. */
export const refusedBody = (members: Partial<ErrorBody>): ErrorBody => ({
  status: 'error',
  error: 'Refused',
  error_details: '',
  error_user: 'No.',
  code: 1003,
  supportId: 's',
  error_code: 'stateForbids',
  fault: 'state',
  money: 'not_moved',
  cause: '',
  cure: '',
  doc_url: 'http://127.0.0.1/docs/errors#1003',
  ...members,
});
