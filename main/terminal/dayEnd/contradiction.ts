/**
 * A terminal that answers its end-of-day once more, and otherwise (O.P.I.). Nobody knows any more whether it took place: the published answer
 * stands, and a person decides.
 */
import type { PaymentTerminal } from '../../../drivers/index.ts';
import { dayEndVerdictCall } from '../../domain/saleOutcome.ts';
import type { Texts } from '../../domain/texts.ts';
import { publishOutcome } from '../../sale/saleOutcome.ts';
import { timestamp } from '../../world/clock.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { outsideRequest } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';
import { announce, changeRecord, saleOf, tookPlace } from './dayEndRecord.ts';

const watched = new WeakSet<PaymentTerminal>();

/** Listens for further answers to the end-of-days of this terminal, once for each terminal. */
export function watchDayEnds(world: World, merchant: string, { device, terminal }: TerminalSlot): void {
  if (watched.has(terminal)) return;
  watched.add(terminal);
  terminal.onLateDayEnd?.(says => void outsideRequest(() => contradict(world, merchant, device, says)));
}

async function contradict(world: World, merchant: string, device: string, says: boolean): Promise<void> {
  const doubted = await world.ledger
    .write(() => {
      const [newest] = world.dayEnds.list(merchant, device, 1, 0);
      const record = newest ? world.dayEnds.find(merchant, newest.id) : null;
      return record && isEnded(record) && tookPlace(record) !== says ? callPerson(world, record) : null;
    })
    .catch(error => {
      world.log('error', 'a contradicted end-of-day could not be stored', { device, error: String(error) });
      return null;
    });
  if (doubted) announce(world, doubted);
}

const isEnded = ({ document: { state } }: DayEndRecord): boolean => state !== 'running' && state !== 'unknown';

function callPerson(world: World, record: DayEndRecord): DayEndRecord {
  const { id, device } = record.document;
  world.log('error', 'the terminal contradicts the answer to its end-of-day', { device, dayEnd: id });
  const sale = saleOf(world, record);
  if (sale) publishOutcome(world, sale, { person: true, dayEnd: id });
  return changeRecord(world, record, { reason: CONTRADICTED, needs_person: true, next: dayEndVerdictCall(id) }, true);
}

/**
 * Inside a job: a person has decided about a contradicted end-of-day. A decision that equals the published answer ends the doubt. An
 * end-of-day that was published as closed and was not opens its day again: its payments are those of the next one. Null: it had failed,
 * and took place after all.
 */
export function endContradiction(
  world: World,
  record: DayEndRecord,
  says: boolean,
  because: Texts,
): DayEndRecord | null {
  const stood = tookPlace(record);
  if (says && !stood) return null;
  const sale = saleOf(world, record);
  if (sale) publishOutcome(world, sale, {});
  const ended = { reason: because, needs_person: false, next: null };
  if (says === stood) return changeRecord(world, record, ended);
  world.dayEnds.reopen(record.document.transaction);
  return changeRecord(world, record, { ...ended, state: 'failed', ended: timestamp(world.clock.now()) });
}

const CONTRADICTED: Texts = {
  de: 'Das Terminal hat auf diesen Kassenschnitt zweierlei geantwortet. Bitte auf seinem Beleg nachsehen, ob er stattgefunden hat.',
  en: 'The terminal has answered this end-of-day in two ways. Please look at its slip whether it took place.',
};
