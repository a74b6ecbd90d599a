/**
 * Reads the condition of the terminal from the answer to a request. The terminal is not asked again by the driver: the only
 * question that the protocol has (Diagnosis) is a piece of work for the terminal.
 */
import type { Condition } from '../terminal.ts';
import { attributeOf } from './codec/element.ts';
import { errorCodeOf, errorTextOf } from './exchange/answerFacts.ts';
import type { RequestResult } from './exchange/outcome.ts';
import { resultOf } from './exchange/overallResults.ts';
import { MONEY_TYPES, requests } from './exchange/requests.ts';

/** `well`: nothing keeps the terminal from taking cards; undefined: the answer does not say. */
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
    texts: text === undefined ? { de, en } : { de: text, en: `${en} (${text})` },
  };
}

/** The terminal got as far as the card or the host, whatever their result. */
const WORKED: ReadonlySet<string> = new Set(['Success', 'Failure', 'Aborted', 'TimedOut', 'CommunicationError']);

/** Neither the card nor the host is the cause. */
const NOT_READY: ReadonlySet<string> = new Set(['DeviceUnavailable', 'PrintLastTicket']);
