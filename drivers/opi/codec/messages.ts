/** The heads that all messages share, and the names and numbers by which an answer is assigned to its request. */
import { attributeOf, type Element, element } from './element.ts';

export type RequestName = 'CardServiceRequest' | 'ServiceRequest';

/** Attributes of the root element. */
export interface Head {
  readonly requestType: string;
  readonly requestId: string;
  readonly workstation: string;
  readonly sender?: string | undefined;
  readonly popId?: string | undefined;
}

/** Of O.P.I. */
export const NAMESPACE = 'http://www.nrf-arts.org/IXRetail/namespace';

/** A message of either side; answers carry a result. */
export function message(
  name: string,
  head: Head,
  children: readonly (Element | undefined)[] = [],
  result?: string,
): Element {
  const { requestType, requestId, workstation, sender, popId } = head;
  return element(
    name,
    {
      xmlns: NAMESPACE,
      RequestType: requestType,
      ApplicationSender: sender,
      WorkstationID: workstation,
      POPID: popId,
      RequestID: requestId,
      OverallResult: result,
    },
    children,
  );
}

/** A missing attribute is empty. */
export function headOf(of: Element): Head {
  return {
    requestType: attributeOf(of, 'RequestType') ?? '',
    requestId: attributeOf(of, 'RequestID') ?? '',
    workstation: attributeOf(of, 'WorkstationID') ?? '',
    sender: attributeOf(of, 'ApplicationSender'),
    popId: attributeOf(of, 'POPID'),
  };
}

/** A RequestID for comparison; undefined when it is missing, or zeros stand in its place. */
export function requestIdIn(
  of: Element | undefined,
  attribute: 'RequestID' | 'ReferenceRequestID',
): string | undefined {
  return withoutZeros(attributeOf(of, attribute) ?? '');
}

/** A RequestID for comparison: terminals write it back with zeros in front. */
export function withoutZeros(requestId: string): string | undefined {
  return requestId.replace(/^0+/, '') || undefined;
}

/** The root element that answers a request: `CardServiceResponse` for `CardServiceRequest`. */
export function answerName(request: string): string {
  return request.replace(/Request$/, 'Response');
}

/** The wall clock as `YYYY-MM-DDTHH:MM:SS`. */
export function timeStamp(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
