/**
 * The audit log of master data: its list, one entry, and the check of its chain. Entries are written in the commit of the
 * change they are about (`world/audit.ts`); nobody changes or removes one.
 */
import type { FastifyInstance } from 'fastify';
import { auditQueries } from '../../store/audit.ts';
import { AuditCheck, AuditEntry } from '../../wire/audit.ts';
import { addListRoute, addReadRoute, describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/audit';
const tag = 'Master data';

const resource = { path, tag, object: 'audit.entries', item: AuditEntry, queries: auditQueries };

export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { audit } = services;
  app.get(
    `${path}/check`,
    describeRoute(tag, 'Computes the chain of the audit log anew', AuditCheck),
    async ({ principal }) => {
      const { merchant } = principal;
      return audit.check(merchant);
    },
  );
  addListRoute(app, services, resource);
  addReadRoute(app, resource, audit.bytes);
}
