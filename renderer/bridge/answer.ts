/** Reads the bridge's answers: JSON or plain text, or an error of the error table. */

import type { ErrorBody } from '../../main/wire/errorBody.ts';
import { isStatus, Refusal, Unreachable } from './errors.ts';

/** The body of the answer. Throws `Refusal` for an error, and `Unreachable` when the answer breaks off. */
export async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text().catch(cause => {
    throw new Unreachable('the answer broke off', { cause });
  });
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  const body = isText ? text : parseJson(text);
  if (response.ok && body !== undefined) return body as T;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new Refusal(response.status, isErrorBody(body) ? body : null, Number.isFinite(wait) ? wait : null);
}

export const nullIfNotFound = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error_user' in body;
