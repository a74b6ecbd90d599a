/**
 * What the answer to a request says about the terminal itself. It is not asked again by itself: the only question there is
 * (Diagnosis) is a piece of work for it.
 */
import type { Condition } from '../terminal.ts';
import { attributeOf } from './codec/element.ts';
import { errorCodeOf, errorTextOf } from './exchange/answerFacts.ts';
import type { RequestResult } from './exchange/outcome.ts';
import { resultOf } from './exchange/overallResults.ts';
import { MONEY_TYPES, requests } from './exchange/requests.ts';

/** `well`: nothing keeps it from taking cards; undefined: it said nothing of that. */
export function conditionAfter({ request, ending }: RequestResult): Condition | 'well' | undefined {
  if (ending.by === 'lost') return undefined;
  const { message } = ending;
  const result = attributeOf(message, 'OverallResult');
  if (result === undefined) return undefined;
  if (WORKED.has(result) && MONEY_TYPES.has(request.type)) return 'well';
  if (result === 'Success' && request === requests.diagnosis) return 'well';
  if (!NOT_READY.has(result)) return undefined;
  const { de, en } = resultOf(result);
  const [resultCode, text] = [errorCodeOf(message), errorTextOf(message)];
  return {
    blocks: true,
    cure: 'person',
    ...(resultCode === undefined ? {} : { resultCode }),
    texts: text === undefined ? { de, en } : { de: text, en: text },
  };
}

/** It got as far as the card or the host, whatever they said. */
const WORKED: ReadonlySet<string> = new Set(['Success', 'Failure', 'Aborted', 'TimedOut', 'CommunicationError']);

/** It is not the card and not the host. */
const NOT_READY: ReadonlySet<string> = new Set(['DeviceUnavailable', 'PrintLastTicket']);
