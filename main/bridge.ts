/** The whole bridge, opened and closed in order. Knows no Electron and chooses nothing; `wiring/` joins the parts. */
import { join, resolve } from 'node:path';
import type { Met } from '../drivers/index.ts';
import type { Look } from '../drivers/introduction.ts';
import type { PaymentTerminal } from '../drivers/terminal.ts';
import type { Trace } from '../drivers/trace.ts';
import { listen, openPortWarning, refuseOpenPort } from './api/listen.ts';
import { buildServer } from './api/server.ts';
import { startBackground } from './background.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { controlledClock } from './control/clock.ts';
import { resumeDayEnds } from './dayEnds/settle.ts';
import { practiseInOwnShop } from './demo/ownShop.ts';
import { seedDemo } from './demo/seed.ts';
import type { Log } from './log.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createPost } from './mail/transport.ts';
import type { World } from './ports/world.ts';
import { createHub } from './push/hub.ts';
import { sqlFunctions } from './query/comparable.ts';
import { openDatabase } from './store/database.ts';
import { createShop } from './store/shop.ts';
import type { Unfinished } from './store/unfinished.ts';
import { boundsOf, openTraces } from './terminals/traces.ts';
import { openControl } from './wiring/control.ts';
import { every, housekeeping } from './wiring/housekeeping.ts';
import { countAnswers, finish } from './wiring/lastAnswers.ts';
import { createServices } from './wiring/services.ts';
import { openStores, type Stores } from './wiring/stores.ts';
import { followCommits } from './wiring/stream.ts';
import { followPaired, openSlots, showPresence, terminalOpenings } from './wiring/terminals.ts';
import { createWorld } from './wiring/world.ts';

export interface Bridge {
  /** Base address, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  /** What an end would interrupt. */
  unfinished(): Unfinished;
  /** Lets running answers finish, then closes stream, terminals and database. */
  close(): Promise<void>;
}

/** Who hears what a driver tells. */
interface Heard {
  readonly log: Trace;
}

/** What a host or a test may hand in instead of the real thing. */
export interface Parts {
  readonly log: Log;
  readonly clock?: Clock;
  /** Opens one terminal; `log` hears what it and the till say to each other. */
  readonly openTerminal: (settings: Config['terminals'][number], heard: Heard) => Promise<PaymentTerminal>;
  /** Meets a terminal that is to be paired or changed; left out: it is opened, registered and diagnosed. */
  readonly introduceTerminal?: (settings: Config['terminals'][number], heard: Heard, look?: Look) => Promise<Met>;
  /** Where somebody can act as the customer of the virtual terminal; null without one. */
  readonly terminalControl?: () => string | null;
  /** In a training: the data directory of the shop whose name, articles and staff are practised with. */
  readonly ownShop?: string;
  /** Folder of the built screen. */
  readonly screen?: string;
  /** ms; see `World.settings.verdictPatience`. */
  readonly verdictPatience?: number;
  /** How often work that falls due is looked for, ms. */
  readonly lookEvery?: number;
  /** How long answers under way may take when the bridge is closed, ms. */
  readonly lastAnswers?: number;
}

const HOUSEKEEPING = 60_000;
const LOOK_EVERY = 1000;
const LAST_ANSWERS = 5000;
/** A push that is cut is sent again after the next start, ms. */
const LAST_PUSHES = 1000;

export async function createBridge(config: Config, parts: Parts): Promise<Bridge> {
  const { log } = parts;
  refuseOpenPort(config);
  const controlled = config.demo || config.control ? controlledClock(parts.clock ?? systemClock) : null;
  const clock = controlled ?? parts.clock ?? systemClock;
  const db = openDatabase(config.data, sqlFunctions, error =>
    log('error', 'what was written could not be told', { error: String(error) }),
  );
  /** What has been opened, to be closed in the opposite order, also when the start fails half way. */
  const opened: (() => unknown)[] = [() => db.close()];
  const close = async () => {
    for (const end of opened.toReversed()) await end();
  };
  try {
    if (config.demo || config.training) await seedDemo(db, createShop(db), clock.now());
    if (parts.ownShop !== undefined) await practiseInOwnShop(db, parts.ownShop);
    const stores = openStores(db, clock);
    const hub = createHub();
    const traces = openTraces(join(config.data, 'traces'), boundsOf(config), log);
    opened.push(() => traces.close());
    const openings = terminalOpenings(parts, traces);
    const slots = await openSlots(config, stores, db, openings, log, hub);
    opened.push(() => slots.close());
    const lookAround = () => db.write(() => showPresence(stores.devices, slots, clock.now()));
    await lookAround();
    // With port 0 the address is known once the door is open.
    let url = `${config.tls === null ? 'http' : 'https'}://${config.host}:${config.port}`;
    const world = createWorld(config, stores, slots, hub, parts, clock, () => url);
    const control = controlled && openControl(config, db, world, controlled);
    const services = createServices(config, db, stores, world, slots, hub, parts, openings, control);
    opened.push(() => services.journal?.close());
    opened.push(() => services.terminals.search.close());
    followCommits(services, hub);
    const app = await buildServer(services);
    const underWay = countAnswers(app);
    opened.push(() => finish(app, underWay, parts.lastAnswers ?? LAST_ANSWERS));
    opened.push(() => world.recovery.stop());
    opened.push(() => services.delivery.stop(LAST_PUSHES));
    const mailer = openMailer(config, stores, world);
    opened.push(() => mailer.stop());
    await world.recovery.begin();
    await resumeDayEnds(world);
    const tidy = housekeeping(db, stores, services);
    opened.push(every(HOUSEKEEPING, tidy));
    controlled?.onMoved(tidy);
    const background = startBackground(world, parts.lookEvery ?? LOOK_EVERY);
    opened.push(() => background.stop());
    controlled?.onMoved(background.look);
    controlled?.onMoved(services.delivery.wake);
    db.onReplaced(() => {
      services.bearers.forget();
      services.delivery.wake();
      followPaired(stores, slots, openings, log).catch(error =>
        log('error', 'paired terminals', { error: String(error) }),
      );
      lookAround().catch(error => log('warn', 'who is online was not stored', { error: String(error) }));
      hub.publish(null, 'reset', {});
    });
    url = await listen(app, config);
    const warning = openPortWarning(config);
    if (warning !== null) log('warn', warning);
    if (!config.training) services.delivery.begin(url);
    for (const { device } of slots.all()) void slots.register(device);
    opened.unshift(() => log('info', 'closed'));
    return { url, unfinished: stores.unfinished, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openMailer(config: Config, { mails }: Stores, world: World): Mailer {
  const { ledger, clock, devices, log } = world;
  const post = createPost(config.mail, resolve(config.data, config.mail.outbox));
  return createMailer({ store: mails, post, ledger, merchant: devices.merchant, clock, log });
}
