/** The routes for people; who may call which is said by the table of rights. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { BridgeError } from '../../../world/errors.ts';
import type { OfficeSettings } from '../../office.ts';
import { vaultOf } from '../../people/secondFactor.ts';
import { registerAudit } from '../audit/audit.ts';
import { registerBank } from '../bank/bank.ts';
import { registerExports } from '../exports/exports.ts';
import { registerReports } from '../reports/reports.ts';
import { registerTargets } from '../reports/targets.ts';
import { registerViews } from '../reports/views.ts';
import { registerClosings } from '../sales/closings.ts';
import { registerPlaces } from '../sales/places.ts';
import { registerSales } from '../sales/sales.ts';
import { registerSetAside } from '../sales/setAside.ts';
import { registerEnrolment } from './enrolment.ts';
import { registerMe, registerSessions } from './me.ts';
import { registerOpenId } from './openId.ts';
import { registerPeople } from './people.ts';
import { registerSecondFactor } from './secondFactor.ts';
import { registerShop } from './shop.ts';
import type { Reading } from './signedIn.ts';
import { registerToken } from './token.ts';

interface Settings {
  readonly settings: Pick<OfficeSettings, 'openId' | 'exportReadWithin' | 'key'>;
}

export async function registerReading(app: FastifyInstance, reading: Reading & Settings): Promise<void> {
  // A body that does not fit its shape is the fault of the caller: 400. The bridge answers 500 there, because the
  // specification says so.
  app.setErrorHandler(error => {
    const { validation, message } = error as FastifyError;
    throw validation ? new BridgeError('badInput', message, { http: 400 }) : error;
  });
  const openId = reading.settings.openId ?? null;
  const keeping = { ...reading, vault: vaultOf(reading.settings) };
  registerToken(app, keeping, openId);
  registerOpenId(app, reading, openId);
  registerMe(app, reading);
  registerSessions(app, reading);
  registerSecondFactor(app, keeping);
  registerPeople(app, reading);
  registerShop(app, reading);
  registerEnrolment(app, reading);
  registerAudit(app, reading);
  registerSales(app, reading);
  registerClosings(app, reading);
  registerPlaces(app, reading);
  registerSetAside(app, reading);
  registerReports(app, reading);
  registerViews(app, reading);
  registerExports(app, reading);
  await registerBank(app, reading);
  await registerTargets(app, reading);
}
