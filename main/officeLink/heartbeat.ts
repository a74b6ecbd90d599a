/** Tells the back office how this bridge is, once a minute and after changes, and hears which ranges it has lost. */
import { type Heartbeat, HeartbeatAnswer } from '../wire/office/batches.ts';
import type { OfficeDelivery, OfficeEpoch } from '../world/officeLink.ts';
import type { OfficeSession } from './batchSender.ts';
import type { OfficeConnection } from './connection.ts';
import { jsonBody, readAnswer } from './enrolment.ts';

/** How the bridge is, beside its records. */
export interface BridgeCondition {
  readonly version: string;
  readonly name: string;
  /** HH:MM by the clock of the shop. */
  readonly dayStart: string;
  /** IANA name of the zone of the shop. */
  readonly timeZone: string;
  /** Null where the shop says nothing about itself. */
  readonly shop: NonNullable<Heartbeat['shop']> | null;
  readonly terminals: Heartbeat['terminals'];
  /** Name of a till for people. */
  tillName(till: string): string;
  /** The highest numbers that the back office holds are wanted. */
  readonly asksNumbers?: boolean;
}

/** The highest numbers that the back office holds of a till. */
export interface TillNumbers {
  readonly till: string;
  readonly receipt: number;
  readonly report: number;
}

export interface HeartbeatParts {
  readonly delivery: OfficeDelivery;
  readonly connection: Pick<OfficeConnection, 'post'>;
  readonly condition: () => BridgeCondition;
  readonly write: <T>(job: () => T) => Promise<T>;
  /** ms since 1970 */
  readonly now: () => number;
  /** Hears the highest numbers, where they were asked for. */
  readonly numbersReceived: (merchant: string, numbers: readonly TillNumbers[]) => Promise<void>;
}

/** Ranges of one answer that are taken up; the office names the others again. */
const MOST_WANTED = 1000;

/** Sends one heartbeat. Throws `LinkFailure`. */
export async function sendHeartbeat(parts: HeartbeatParts, { address, key, merchant }: OfficeSession): Promise<void> {
  const { delivery, connection, condition, write, now, numbersReceived } = parts;
  const epochs = delivery.epochs(merchant);
  const { version, name, dayStart, timeZone, shop, terminals, tillName, asksNumbers = false } = condition();
  const tills = tillsOf(epochs).map(till => ({
    ...till,
    name: tillName(till.till),
    parked: delivery.refusals(till.till),
  }));
  const at = new Date(now()).toISOString();
  const heartbeat: Heartbeat = {
    ...{ version, at, name, day_start: dayStart, time_zone: timeZone, tills, terminals: [...terminals] },
    ...(shop ? { shop } : {}),
    ...(asksNumbers ? { asks_numbers: true } : {}),
  };
  const path = '/office/v1/heartbeats';
  const { wanted, numbers } = readAnswer(
    HeartbeatAnswer,
    await connection.post({ address, path, key, ...jsonBody(heartbeat) }),
  );
  const lost = wanted.slice(0, MOST_WANTED).flatMap(range => {
    const own = epochs.find(({ till, epoch }) => till === range.till && epoch === range.epoch);
    const last = Math.min(range.last, own?.confirmed ?? 0);
    return last >= range.first ? [{ ...range, last }] : [];
  });
  if (lost.length > 0) await write(() => delivery.want(lost));
  if (numbers) await numbersReceived(merchant, numbers);
}

/** Epochs of one till that a heartbeat names, the newest ones. */
const MOST_EPOCHS = 200;

/** One entry for each till: its newest epoch, what waits in all of them, and how far each is confirmed. */
function tillsOf(epochs: readonly OfficeEpoch[]) {
  return [...Map.groupBy(epochs, ({ till }) => till)].map(([till, own]) => {
    const { epoch = 0, newest: sequence = 0 } = own.at(-1) ?? {};
    const waiting = own.reduce((sum, { newest, confirmed }) => sum + newest - confirmed, 0);
    const named = own.slice(-MOST_EPOCHS).map(({ epoch: number, confirmed }) => ({ epoch: number, confirmed }));
    return { till, epoch, sequence, waiting, epochs: named };
  });
}
