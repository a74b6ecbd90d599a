/** A refusal by the error table, as the doubles of the bridge give it. */

import { Refusal } from '../bridge/errors.ts';

export function refuse(status: number): never {
  const body = {
    status: 'error',
    error: 'Refused',
    error_details: '',
    error_user: 'No.',
    code: 1003,
    supportId: 's',
  } as const;
  throw new Refusal(status, body);
}
