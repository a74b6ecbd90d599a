/** The page of the queue: what waits, what is parked, the open cases, and what a manager does with them. */

import type { DownStateView } from '../../../main/wire/down.ts';
import type { OfficeEnrolmentInput, OfficeLinkView } from '../../../main/wire/officeLink.ts';
import type {
  CaseChoice,
  QueueCaseView,
  QueuedRecord,
  QueuedRecordList,
  RecordCorrection,
} from '../../../main/wire/queue.ts';
import { isApprovalMissing, type Problem } from '../../bridge/problem.ts';
import { attempt } from '../../data/attempt.ts';
import { Store } from '../../stores/store.ts';
import type { QueueClient } from './client.ts';

/** The last action, for the message on the page. */
export type Done = 'retry' | 'correct' | 'discard' | 'close' | 'choose' | 'read' | 'key';

export interface QueuePageState {
  /** Null until they are loaded. */
  readonly parked: readonly QueuedRecord[] | null;
  readonly waiting: readonly QueuedRecord[] | null;
  /** Waiting records beyond those of the list. */
  readonly moreWaiting: number;
  readonly cases: readonly QueueCaseView[] | null;
  readonly link: OfficeLinkView | null;
  readonly down: DownStateView | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  readonly done: Done | null;
}

/** Waiting records in the list: they are sent by themselves, so the oldest few say enough. */
const LISTED = 20;
/** Everything that a person has to look at. */
const PARKED_LISTED = 1000;

export class QueueStore extends Store<QueuePageState> {
  readonly #client: QueueClient;
  readonly #configured: () => readonly QueuedRecord['target'][];
  /** Counts loads, so that only the newest answer counts. */
  #load = 0;

  /** `configured`: the targets that there are now. */
  constructor(client: QueueClient, configured: () => readonly QueuedRecord['target'][]) {
    super(empty);
    this.#client = client;
    this.#configured = configured;
  }

  async load(): Promise<void> {
    this.#load += 1;
    const load = this.#load;
    const { answer, problem } = await attempt(() =>
      Promise.all([
        this.#client.records('parked', PARKED_LISTED),
        this.#waiting(),
        this.#client.cases(),
        this.#client.link(),
        this.#client.down(),
      ]),
    );
    if (load !== this.#load) return;
    if (!answer) return this.setState({ problem });
    const [parked, waiting, cases, link, down] = answer;
    this.setState({
      parked: parked.data,
      waiting: waiting.data,
      moreWaiting: Math.max(0, waiting.count - waiting.data.length),
      cases: cases.data,
      link,
      down,
      problem,
    });
  }

  /** Records are kept for a target that is set up later, too; until then nobody waits for them. */
  #waiting(): Promise<QueuedRecordList> {
    const targets = this.#configured();
    if (targets.length === 0) return Promise.resolve({ count: 0, data: [] });
    return this.#client.records('waiting', LISTED, targets.length === 1 ? targets[0] : undefined);
  }

  readonly retry = (record: QueuedRecord) => this.#act('retry', () => this.#client.retry(record));
  readonly discard = (record: QueuedRecord) => this.#act('discard', () => this.#client.discard(record));
  readonly correct = (record: QueuedRecord, correction: RecordCorrection) =>
    this.#act('correct', () => this.#client.correct(record, correction));
  readonly closeCase = ({ id }: QueueCaseView) => this.#act('close', () => this.#client.closeCase(id));
  readonly choose = ({ id }: QueueCaseView, version: CaseChoice['version']) =>
    this.#act('choose', () => this.#client.choose(id, version));
  readonly readDown = () => this.#act('read', () => this.#client.readDown());
  readonly tryNow = () => this.#act(null, () => this.#client.tryNow());
  readonly enrol = (input: OfficeEnrolmentInput) => this.#act(null, () => this.#client.enrol(input));
  readonly leave = (despiteWaiting: boolean) => this.#act(null, () => this.#client.leave(despiteWaiting));
  readonly changeKey = () => this.#act('key', () => this.#client.changeKey());

  /** One action at a time. True when it was done. An approval that nobody gave is no problem: nothing was tried. */
  async #act(done: Done | null, work: () => Promise<unknown>): Promise<boolean> {
    if (this.getState().busy) return false;
    this.setState({ busy: true, problem: null, done: null });
    try {
      const { problem } = await attempt(work);
      if (problem === null) {
        this.setState({ done });
        await this.load();
      } else if (!isApprovalMissing(problem)) this.setState({ problem });
      return problem === null;
    } finally {
      this.setState({ busy: false });
    }
  }
}

const empty: QueuePageState = {
  parked: null,
  waiting: null,
  moreWaiting: 0,
  cases: null,
  link: null,
  down: null,
  problem: null,
  busy: false,
  done: null,
};

/**
 * The correction of a record that a manager typed, as the bridge takes it: only members that differ from those sent
 * now; null where none differs, or where a number cannot be read.
 */
export function correctionOf(
  { corrections }: Pick<QueuedRecord, 'corrections'>,
  typed: Readonly<Record<string, string>>,
): RecordCorrection | null {
  const changed = corrections.flatMap(({ name, value }) => {
    const text = typed[name]?.trim() ?? '';
    return text === '' || text === value ? [] : [[name, text] as const];
  });
  if (changed.length === 0) return null;
  const { trace, ...texts } = Object.fromEntries(changed);
  if (trace === undefined) return texts;
  return /^\d{1,6}$/.test(trace) ? { ...texts, trace: Number(trace) } : null;
}
