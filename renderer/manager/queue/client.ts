/** The bridge's calls for the page of the queue. They reject like the calls of the screen. */

import type { DownStateView } from '../../../main/wire/down.ts';
import type { OfficeEnrolmentInput, OfficeLinkView } from '../../../main/wire/officeLink.ts';
import type {
  CaseChoice,
  QueueCaseList,
  QueuedRecord,
  QueuedRecordList,
  RecordCorrection,
} from '../../../main/wire/queue.ts';
import type { Ask } from '../../bridge/client.ts';

export interface QueueClient {
  /** Of one target, or of all. */
  records(state: QueuedRecord['state'], count: number, target?: QueuedRecord['target']): Promise<QueuedRecordList>;
  /** Sends a parked record again; it needs the approval of a manager, and so do the next four. */
  retry(record: QueuedRecord): Promise<void>;
  correct(record: QueuedRecord, correction: RecordCorrection): Promise<void>;
  discard(record: QueuedRecord): Promise<void>;
  closeCase(id: string): Promise<void>;
  /** The version counts from now on; closes the case. */
  choose(id: string, version: CaseChoice['version']): Promise<void>;
  /** How young each part is that flows down. */
  down(): Promise<DownStateView>;
  readDown(): Promise<void>;
  /** Open ones, oldest first. */
  cases(): Promise<QueueCaseList>;
  /** Tries every target now, whatever pause there is. */
  tryNow(): Promise<void>;
  link(): Promise<OfficeLinkView>;
  enrol(input: OfficeEnrolmentInput): Promise<OfficeLinkView>;
  /** `despiteWaiting`: the person has read what the back office lacks. */
  leave(despiteWaiting: boolean): Promise<OfficeLinkView>;
  changeKey(): Promise<OfficeLinkView>;
}

export function createQueueClient(ask: Ask): QueueClient {
  const decide = async ({ id }: QueuedRecord, decision: string, body: unknown) =>
    void (await ask('POST', `${QUEUE}/records/${encodeURIComponent(id)}/${decision}`, body));
  return {
    records: (state, count, target) =>
      ask('GET', `${QUEUE}/records?state=${state}&count=${count}${target === undefined ? '' : `&target=${target}`}`),
    retry: record => decide(record, 'retry', { target: record.target }),
    correct: (record, correction) => decide(record, 'correct', correction),
    discard: record => decide(record, 'discard', { target: record.target }),
    cases: () => ask('GET', `${QUEUE}/cases?count=1000`),
    closeCase: async id => void (await ask('POST', `${QUEUE}/cases/${encodeURIComponent(id)}/close`)),
    choose: async (id, version) =>
      void (await ask('POST', `${QUEUE}/cases/${encodeURIComponent(id)}/choose`, { version })),
    down: () => ask('GET', `${QUEUE}/down`),
    readDown: async () => void (await ask('POST', `${QUEUE}/down/read`)),
    tryNow: async () => void (await ask('POST', `${QUEUE}/try`)),
    link: () => ask('GET', OFFICE),
    enrol: input => ask('POST', `${OFFICE}/enrolment`, input),
    leave: despite => ask('DELETE', `${OFFICE}/enrolment${despite ? '?despite_waiting=true' : ''}`),
    changeKey: () => ask('POST', `${OFFICE}/key`),
  };
}

const QUEUE = '/bridge/v1/queue';
const OFFICE = `${QUEUE}/office`;
