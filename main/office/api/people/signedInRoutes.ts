/** The routes for people: signing in needs no session, and everything else does. */
import type { FastifyInstance } from 'fastify';
import { registerAudit } from '../audit/audit.ts';
import { registerReports } from '../reports/reports.ts';
import { registerPlaces } from '../sales/places.ts';
import { registerSales } from '../sales/sales.ts';
import { registerMe } from './me.ts';
import { registerPeople } from './people.ts';
import { type Reading, requireSession } from './signedIn.ts';
import { registerToken } from './token.ts';

export async function registerReading(app: FastifyInstance, reading: Reading): Promise<void> {
  registerToken(app, reading);
  await app.register(async inner => {
    requireSession(inner, reading);
    registerMe(inner, reading);
    registerPeople(inner, reading);
    registerAudit(inner, reading);
    registerSales(inner, reading);
    registerPlaces(inner, reading);
    registerReports(inner, reading);
  });
}
