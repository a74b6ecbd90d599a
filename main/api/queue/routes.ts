/** The queue: what waits and why, what can never pass, cases, and the decisions of a manager about them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { QueuedRow } from '../../store/queueLists.ts';
import { mayReplace } from '../../store/unfinished.ts';
import { QueueView } from '../../wire/events.ts';
import {
  CaseChoice,
  CaseClosed,
  QueueCaseList,
  type QueueCaseQuery,
  QueueCaseQuery as QueueCaseQueryShape,
  QueuedRecordList,
  QueueListQuery,
  RecordCorrection,
  RecordDecided,
  RecordDecision,
  ReplacementView,
} from '../../wire/queue.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { QueueTargetName } from '../../world/queue.ts';
import { noteAudit, noteChange } from '../../world/requestContext.ts';
import { reasonOf } from '../approvals/approvalCheck.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { caseView, recordId, recordView } from './views.ts';

const tag = 'Queue';
const path = '/bridge/v1/queue';

export function queueRoutes(app: FastifyInstance, services: Services): void {
  readRoutes(app, services);
  replacementRoute(app, services);
  recordDecisions(app, services);
  caseDecision(app, services);
  app.post(`${path}/try`, describeRoute(tag, 'Try every target now', QueueView), async () => {
    await Promise.all([...services.queue.workers].map(worker => worker.tryNow()));
    return services.queueView();
  });
}

function readRoutes(app: FastifyInstance, { queue, queueView }: Services): void {
  app.get(path, describeRoute(tag, 'Targets, and how much waits for each', QueueView), async () => queueView());

  app.get<{ Querystring: QueueListQuery }>(
    `${path}/records`,
    describeRoute(tag, 'Records that wait or are parked, and why; parked ones first', QueuedRecordList, {
      querystring: QueueListQuery,
    }),
    async ({ principal, query }) => {
      const { target = null, state = null } = query;
      const found = queue.lists.records(principal.merchant, { target, state, ...pageOf(query) });
      return { count: found.count, data: found.rows.map(recordView) };
    },
  );

  app.get<{ Querystring: QueueCaseQuery }>(
    `${path}/cases`,
    describeRoute(
      tag,
      'Cases that a manager has to look at, oldest first; `open=false`: closed ones, newest first',
      QueueCaseList,
      { querystring: QueueCaseQueryShape },
    ),
    async ({ principal, query }) => {
      const { count, offset } = pageOf(query);
      const found = queue.lists.cases(principal.merchant, query.open !== 'false', count, offset);
      return { count: found.count, data: found.rows.map(caseView) };
    },
  );
}

/** For whoever updates this program or takes it out of service; `npm run data -- may-replace` is the same for a directory. */
function replacementRoute(app: FastifyInstance, { unfinished, undelivered }: Services): void {
  app.get(
    `${path}/replacement`,
    describeRoute(tag, 'May the program be updated or this bridge be given up?', ReplacementView),
    async () => {
      const work = unfinished();
      const targets = undelivered();
      const { running, unknown, midTender } = work;
      const isFree = mayReplace({ ...work, waiting: Math.max(0, ...targets.map(({ waiting }) => waiting)) });
      return {
        ...{ running, unknown, mid_tender: midTender, may_update: isFree, may_give_up: isFree && targets.length === 0 },
        targets: targets.map(one => ({ ...one, oldest: one.oldest === null ? null : timestamp(one.oldest) })),
      };
    },
  );
}

const pageOf = ({ count = '50', offset = '0' }: { readonly count?: string; readonly offset?: string }) => ({
  count: Math.min(Number(count), 1000),
  offset: Number(offset),
});

interface RecordPath {
  Params: { id: string };
}

function recordDecisions(app: FastifyInstance, services: Services): void {
  const { world, queue, queueView } = services;

  /** Decides in one commit; the answer shows the record as it is afterwards. */
  async function decide(
    principal: Principal,
    { target, id, decision }: { readonly target: QueueTargetName; readonly id: string; readonly decision: string },
    work: (record: QueuedRow) => void,
  ) {
    const { merchant } = principal;
    await world.ledger.write(() => {
      const record = queue.lists.record(merchant, target, id);
      if (!record) throw new BridgeError('notFound', `the record ${id} does not wait for the target ${target}`);
      work(record);
      noteChange({ merchant, object: 'queue.records', id: recordId(record), type: 'changed' });
      noteAudit({
        ...{ kind: 'queue', subject: id, action: 'decided', before: { target, state: record.state } },
        after: { target, state: decision },
      });
      queue.touch();
    });
    const record = queue.lists.record(merchant, target, id);
    return { record: record && recordView(record), queue: queueView() };
  }

  app.post<RecordPath & { Body: RecordDecision }>(
    `${path}/records/:id/retry`,
    describeRoute(tag, 'Send a record again', RecordDecided, { body: RecordDecision }),
    ({ principal, params, body }) =>
      decide(principal, { target: body.target, id: params.id, decision: 'retry' }, queue.decisions.retry),
  );
  app.post<RecordPath & { Body: RecordDecision }>(
    `${path}/records/:id/discard`,
    describeRoute(tag, 'Never send a record to this target', RecordDecided, { body: RecordDecision }),
    ({ principal, params, body }) =>
      decide(principal, { target: body.target, id: params.id, decision: 'discard' }, record => {
        // The numbers of a till have no gaps: a record that was not refused goes there, and nobody can hold it back.
        if (record.target === 'office' && record.state === 'waiting')
          throw new BridgeError(
            'recordNotRefused',
            'the back office has not refused this record: it is sent by itself',
          );
        queue.decisions.discard(record);
      }),
  );
  app.post<RecordPath & { Body: RecordCorrection }>(
    `${path}/records/:id/correct`,
    describeRoute(
      tag,
      'Send other facts than those of the sale, and try again; the sale itself stays as it is',
      RecordDecided,
      { body: RecordCorrection },
    ),
    ({ principal, params, body }) =>
      decide(principal, { target: 'upstream', id: params.id, decision: 'correct' }, record => {
        const possible = new Set<string>(recordView(record).corrections.map(({ name }) => name));
        const { transaction_ref, card_type, trace } = body;
        const facts = Object.entries({ transaction_ref, card_type, trace }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        );
        const wrong = facts.find(([name]) => !possible.has(name));
        if (facts.length === 0 || wrong)
          throw new BridgeError('badInput', `this record has nothing to correct in ${wrong?.[0] ?? 'an empty body'}`);
        queue.decisions.correct(record.object, Object.fromEntries(facts));
        queue.decisions.retry(record);
      }),
  );
}

function caseDecision(app: FastifyInstance, { world, queue, queueView, down }: Services): void {
  function found({ merchant }: Principal, id: string) {
    const row = queue.lists.case(merchant, id);
    if (!row) throw new BridgeError('notFound', `there is no case ${id}`);
    return row;
  }

  const closed = (principal: Principal, id: string) => ({ case: caseView(found(principal, id)), queue: queueView() });

  /** Inside a job: once, with the person and the reason. */
  function close(
    { merchant, staff, client }: Principal,
    id: string,
    headers: IncomingHttpHeaders,
    version: string | null,
  ): void {
    const reason = reasonOf(headers['x-reason']) ?? 'approved by a manager';
    if (!queue.cases.close(merchant, id, { by: staff?.name ?? client, reason }))
      throw new BridgeError('notFound', `there is no open case ${id}`);
    noteChange({ merchant, object: 'queue.cases', id, type: 'changed' });
    noteAudit({
      ...{ kind: 'queue', subject: id, action: 'decided', before: { state: 'open' } },
      after: { state: 'closed', ...(version === null ? {} : { version }) },
      reason,
    });
  }

  app.post<RecordPath>(
    `${path}/cases/:id/close`,
    describeRoute(tag, 'Close a case, with the reason', CaseClosed),
    async ({ principal, params: { id }, headers }) => {
      await world.ledger.write(() => close(principal, id, headers, null));
      return closed(principal, id);
    },
  );

  app.post<RecordPath & { Body: CaseChoice }>(
    `${path}/cases/:id/choose`,
    describeRoute(
      tag,
      'The version of this shop, or that of the service, counts from now on; closes the case',
      CaseClosed,
      { body: CaseChoice },
    ),
    async ({ principal, params: { id }, headers, body: { version } }) => {
      const { sync } = down;
      if (sync?.merchant !== principal.merchant)
        throw new BridgeError(
          'noUpstreamService',
          'no upstream service is configured: close the case without a version',
        );
      await world.ledger.write(() => {
        const { kind, object, facts } = found(principal, id);
        close(principal, id, headers, version);
        sync.choose({ kind, object, facts: JSON.parse(facts), version });
      });
      sync.wake();
      return closed(principal, id);
    },
  );
}
