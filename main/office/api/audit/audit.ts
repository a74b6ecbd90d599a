/** `/office/v1/audit`: what people read and changed, and the check of the chain. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { AuditCheckAnswer, AuditList } from '../../../wire/office/people.ts';
import { ListQuery } from '../../../wire/shapes.ts';
import { answerList } from '../../lists/list.ts';
import type { ListTable } from '../../lists/listTable.ts';
import { checkAudit } from '../../people/audit.ts';
import type { Reading } from '../people/signedIn.ts';

const tag = 'Audit';

const auditTable: ListTable = {
  from: 'audit LEFT JOIN person ON person.id = audit.person AND person.merchant = audit.merchant',
  scope: 'audit.merchant = $1',
  columns: `audit.number, round(extract(epoch FROM audit.at) * 1000)::bigint AS at, audit.person, person.name, audit.action, audit.facts, audit.hash`,
  fields: {
    number: { type: 'number', sql: 'audit.number' },
    at: { type: 'timestamp', sql: 'audit.at' },
    person: { type: 'id', sql: 'audit.person' },
    name: { type: 'text', sql: 'person.name' },
    action: { type: 'text', sql: 'audit.action' },
    facts: { type: 'text', sql: 'audit.facts' },
  },
  order: ['audit.number'],
  row: row => ({ ...row, at: new Date(Number(row.at)).toISOString(), facts: JSON.parse(String(row.facts)) }),
};

export function registerAudit(app: FastifyInstance, reading: Reading): void {
  app.get(
    '/office/v1/audit',
    describeRoute(tag, 'List what was read and changed', AuditList, { querystring: ListQuery }),
    async request => {
      return answerList(
        reading.database,
        auditTable,
        request.person.merchant,
        request.query as Record<string, unknown>,
        AuditList,
      );
    },
  );

  app.get(
    '/office/v1/audit/check',
    describeRoute(tag, 'Check the chain of the audit log', AuditCheckAnswer, {
      description: 'Computes every hash anew. broken is the first row that was changed or taken away.',
    }),
    async request => {
      return checkAudit(reading.database, request.person.merchant);
    },
  );
}
