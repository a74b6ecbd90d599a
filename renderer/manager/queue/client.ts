/** The bridge's calls for the page of the queue. They reject like the calls of the screen. */

import type { QueueView } from '../../../main/wire/events.ts';
import type { OfficeEnrolmentInput, OfficeLinkView } from '../../../main/wire/officeLink.ts';
import type { QueueCase, QueueCaseList, QueueRecord, QueueRecordList } from '../../../main/wire/queue.ts';
import type { Ask } from '../../bridge/client.ts';
import type { TargetName } from '../../parts/targets.ts';

export type { QueueCase, QueueRecord };

export type RecordState = QueueRecord['state'];

export interface QueueClient {
  queue(): Promise<QueueView>;
  /** Oldest first. */
  records(state: RecordState, count: number): Promise<QueueRecordList>;
  /** Sends a parked record again; it needs the approval of a manager, and so do the next three. */
  retry(record: QueueRecord): Promise<void>;
  correct(record: QueueRecord, changes: Readonly<Record<string, string>>): Promise<void>;
  discard(record: QueueRecord): Promise<void>;
  closeCase(id: string): Promise<void>;
  cases(): Promise<QueueCaseList>;
  /** Tries a target now, whatever pause there is. */
  tryNow(target: TargetName): Promise<void>;
  link(): Promise<OfficeLinkView>;
  enrol(input: OfficeEnrolmentInput): Promise<OfficeLinkView>;
  leave(): Promise<OfficeLinkView>;
  changeKey(): Promise<OfficeLinkView>;
}

export function createQueueClient(ask: Ask): QueueClient {
  const act = async (record: QueueRecord, action: string, body?: unknown) =>
    void (await ask('POST', `${QUEUE}/records/${record.target}/${record.number}/${action}`, body));
  return {
    queue: () => ask('GET', QUEUE),
    records: (state, count) => ask('GET', `${QUEUE}/records?state=${state}&count=${count}`),
    retry: record => act(record, 'retry'),
    correct: (record, changes) => act(record, 'correct', changes),
    discard: record => act(record, 'discard'),
    cases: () => ask('GET', `${QUEUE}/cases`),
    closeCase: async id => void (await ask('POST', `${QUEUE}/cases/${encodeURIComponent(id)}/close`)),
    tryNow: async target => void (await ask('POST', `${QUEUE}/${target}/try`)),
    link: () => ask('GET', OFFICE),
    enrol: input => ask('POST', `${OFFICE}/enrolment`, input),
    leave: () => ask('DELETE', `${OFFICE}/enrolment`),
    changeKey: () => ask('POST', `${OFFICE}/key`),
  };
}

const QUEUE = '/bridge/v1/queue';
const OFFICE = `${QUEUE}/office`;
