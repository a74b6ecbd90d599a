/** The answer of `/healthz`: no secrets, and names only for those who may know them. */
import { statfsSync } from 'node:fs';
import type { Risk } from '../../store/risks.ts';
import type { QueueView } from '../../wire/events.ts';
import { timestamp } from '../../world/clock.ts';
import type { Services } from '../services.ts';
import { type HealthFacts, healthParts } from './parts.ts';

/** Status and body of the answer; it is kept nowhere. `mayKnowNames`: the caller is at this machine, or has a token. */
export function healthOf(services: Services, mayKnowNames: boolean) {
  const { version, queueView, readOnly: read_only } = services;
  const risks = services.risks.all();
  const { last } = services.integrityView();
  const checked = last && { at: timestamp(last.at), ok: last.problems.length === 0 };
  const queue = countsOf(queueView());
  const parts = healthParts(factsOf(services, risks, mayKnowNames));
  const status = risks.length > 0 ? 'risk' : 'ok';
  return { http: risks.length > 0 ? 503 : 200, body: { status, version, read_only, checked, queue, risks, parts } };
}

function factsOf(services: Services, risks: readonly Risk[], mayKnowNames: boolean): HealthFacts {
  const { config, backups, queueView, devices, terminalView, printing, update } = services;
  const { bavail, bsize } = statfsSync(config.data);
  return {
    risks,
    disk: { free: bavail * bsize, reserve: config.diskReserve * 1_000_000 },
    backups: backups.view(),
    queue: queueView(),
    terminals: devices.terminals().flatMap(({ id }) => terminalView(id) ?? []),
    printers: printing.printers.all().flatMap(({ id, name }) => {
      const status = printing.queue.status(id);
      return status ? [{ printer: id, name, state: status.state, paper_low: status.paperLow }] : [];
    }),
    update: update(),
    mayKnowNames,
  };
}

/** States and counts alone: addresses and reasons are for people who are signed in. */
const countsOf = ({ upstream: _, oldest, targets, ...counts }: QueueView) => ({
  ...counts,
  oldest: oldest === null ? null : timestamp(oldest),
  upstream: targets.upstream?.state ?? null,
  office: targets.office?.state ?? null,
});
