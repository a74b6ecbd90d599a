/** Doubts of the bridge about its clock and its numbers, and the answers of a manager. */
import type { FastifyInstance } from 'fastify';
import type { Texts } from '../../domain/texts.ts';
import type { DoubtCause, HighestNumbers } from '../../store/numberDoubt.ts';
import { DoubtsView, NumbersInput } from '../../wire/doubts.ts';
import { actorOf } from '../../world/audit.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/doubts';
const tag = 'Doubts';

export function doubtRoutes(app: FastifyInstance, services: Services): void {
  const { doubts } = services;
  const view = (merchant: string) => viewOf(services, merchant);

  app.get(
    path,
    describeRoute(tag, 'What the bridge doubts about its clock and its numbers', DoubtsView),
    async ({ principal: { merchant } }) => {
      await doubts.askUpstream(merchant);
      return view(merchant);
    },
  );

  app.post(
    `${path}/clock`,
    describeRoute(tag, 'Say that the clock is right as it is', DoubtsView),
    async ({ principal }) => {
      await doubts.confirmClock(principal.merchant, actorOf(principal));
      return view(principal.merchant);
    },
  );

  app.post<{ Body: NumbersInput }>(
    `${path}/numbers`,
    describeRoute(tag, 'Name the highest numbers on paper', DoubtsView, { body: NumbersInput }),
    async ({ principal, body: { receipt, reports = [] } }) => {
      const { merchant } = principal;
      for (const { till } of reports)
        if (!services.devices.find(merchant, till)) throw new BridgeError('notFound', `there is no till ${till}`);
      const numbers = Object.fromEntries(reports.map(({ till, number }) => [till, number]));
      await doubts.settleNumbers(merchant, actorOf(principal), { receipt, reports: numbers });
      return view(merchant);
    },
  );
}

function viewOf({ doubts, devices }: Services, merchant: string): DoubtsView {
  const shown = ({ receipt, reports }: HighestNumbers) => ({
    receipt,
    reports: Object.entries(reports).map(([till, number]) => ({
      ...{ till, number },
      name: devices.find(merchant, till)?.description ?? till,
    })),
  });
  const clock = doubts.clock();
  const numbers = doubts.numbers(merchant);
  const { office, upstream } = doubts;
  return {
    clock: clock && {
      ...{ fault: clock.fault, cause: clockCauses[clock.fault], now: timestamp(clock.now) },
      newest: clock.newest === null ? null : timestamp(clock.newest),
    },
    numbers: numbers && {
      ...{ cause: numberCauses[numbers.doubt.cause], since: timestamp(numbers.doubt.since) },
      here: shown(numbers.here),
      office: office && { ...shown(office), at: timestamp(office.at) },
      upstream: upstream && { unknown: upstream.unknown, at: timestamp(upstream.at) },
    },
  };
}

const clockCauses: Readonly<Record<'behind' | 'ahead', Texts>> = {
  behind: {
    de: 'Die Uhr liegt vor der letzten Buchung.',
    en: 'The clock lies before the newest booking.',
  },
  ahead: {
    de: 'Die Uhr liegt mehr als einen Monat nach der letzten Buchung.',
    en: 'The clock lies more than a month after the newest booking.',
  },
};

const numberCauses: Readonly<Record<DoubtCause, Texts>> = {
  restored: {
    de: 'Der Datenordner wurde zurückgespielt oder kopiert.',
    en: 'The data directory was restored or copied.',
  },
  markGone: {
    de: 'Die Markierung neben der Datenbank fehlt. Ob Verkäufe fehlen, lässt sich nicht mehr feststellen.',
    en: 'The mark beside the database is gone. Nobody can tell any more whether sales are missing.',
  },
  accepted: {
    de: 'Ein Verlust von Daten wurde bestätigt.',
    en: 'A loss of data was accepted.',
  },
  officeKnowsMore: {
    de: 'Die Zentrale kennt höhere Nummern als diese Kasse.',
    en: 'The back office knows higher numbers than this till.',
  },
  cloned: {
    de: 'Mit einer Kopie dieser Kasse wurde verkauft.',
    en: 'Somebody has sold with a copy of this till.',
  },
};
