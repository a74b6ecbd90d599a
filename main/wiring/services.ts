/** Joins the services that the routes use, made of the world and the tables. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loyaltyCardsBy } from '../../drivers/masking/cardMask.ts';
import { simpleTextOf } from '../acquirer/payments/record.ts';
import { merchantDocument } from '../agreements/merchant.ts';
import { brandedJson } from '../api/brand.ts';
import { createDisplayReaders } from '../api/displays/displayReaders.ts';
import { transactionEvent } from '../api/events/transactionEvent.ts';
import type { Objects } from '../api/objectReader.ts';
import type { Services } from '../api/services.ts';
import type { Control } from '../control/control.ts';
import { createDisplayBoard } from '../display/board.ts';
import { purposeOf } from '../domain/purpose.ts';
import { ArticleImports } from '../masterData/articles/articleImport.ts';
import { DailyArticleUpdate } from '../masterData/articles/dailyUpdate.ts';
import { createBatchRunner } from '../masterData/loyalty/batchRunner.ts';
import type { MasterData } from '../masterData/masterData.ts';
import { createRunningScales } from '../scale/scales.ts';
import { createRunningScanners } from '../scanner/scanners.ts';
import { createApprovals } from '../services/auth/approvals.ts';
import { createKioskExit } from '../services/auth/kioskExit.ts';
import { createSignIn } from '../services/auth/signIn.ts';
import { type BackupPlan, ScheduledBackups } from '../services/backup/schedule.ts';
import {
  createMasking,
  journalApprovals,
  journalAttempts,
  journalChanges,
  openJournal,
} from '../services/journal/openJournal.ts';
import type { Hub } from '../services/push/hub.ts';
import { openDelivery } from '../services/push/openDelivery.ts';
import type { Database } from '../store/database.ts';
import type { IntegrityView } from '../store/integrity.ts';
import { createSearch } from '../terminal/setup/search.ts';
import type { TerminalSetup } from '../terminal/setup/terminalSetup.ts';
import { updateView } from '../update/view.ts';
import type { EventData } from '../wire/events.ts';
import type { Config } from '../world/config.ts';
import { passphraseIn, secretsKeyOf } from '../world/configReading.ts';
import { screenClientId } from '../world/demoIds.ts';
import { newKey } from '../world/ids.ts';
import { version } from '../world/programVersion.ts';
import { openFirstRun } from './firstRun.ts';
import type { Foundation } from './foundation.ts';
import { loyaltyPartsOf, masterDataOf } from './masterData.ts';
import { openOfficeLink } from './officeLink.ts';
import type { Tables } from './tables.ts';

export function createServices(
  foundation: Foundation,
  control: Control | null,
  integrityView: () => IntegrityView,
): Services {
  const { config, parts, db, tables, world, hub, pins, terminals } = foundation;
  const { clock } = world;
  const installation = installationOf(db);
  const loyaltyParts = loyaltyPartsOf(tables, world, config.loyaltyPrefixes);
  const signIn = signInParts(foundation);
  const masterData = masterDataOf(tables, clock.now);
  const journal = openJournal(config, createMasking(db, loyaltyCardsBy(config.loyaltyPrefixes)), world.log);
  if (journal) journalChanges(journal, tables.events, clock.now);
  if (journal) journalApprovals(journal, tables.approvalLog);
  return {
    ...{ config, integrityView, pins, world, hub, control, journal },
    version,
    readOnly: db.readOnly,
    risks: db.risks,
    commitTimes: db.commitTimes,
    doubts: foundation.doubts,
    ...storedParts(tables),
    ...signIn,
    masterData,
    loyaltyParts,
    loyaltyBatches: createBatchRunner(loyaltyParts),
    firstRun: openFirstRun(foundation, signIn.bearers.forget),
    restart: parts.restart ?? (() => undefined),
    ...articleWork(foundation, masterData),
    sandbox: foundation.processing.sandbox,
    terminalControl: parts.terminalControl ?? (() => null),
    delivery: openDelivery(config, world, {
      store: tables.pushes,
      secretsOf: tables.pushSecrets.signing,
      simpleStatus: simpleTextOf,
      version,
      phrase: body => brandedJson(config.brand, body),
      onAttempt: journalAttempts(journal),
    }),
    installation,
    displayBoard: createDisplayBoard({
      ...{ merchants: tables.merchants, displays: tables.displays, sales: world.ledger, running: world.running },
      ...{ hub, clock, training: config.training, links: foundation.printing.links },
    }),
    displayReaders: createDisplayReaders(),
    runningScales: createRunningScales({ log: world.log }),
    runningScanners: createRunningScanners({
      ...{ hub, now: clock.now, log: world.log, isLoyaltyCard: loyaltyCardsBy(config.loyaltyPrefixes) },
    }),
    update: () => updateView(config.updates, version),
    backups: new ScheduledBackups({
      ...{ db, plan: backupPlan(config, version), now: clock.now, log: parts.log },
      zone: () => world.settings.dayEnd.zone,
    }),
    officeLink: openOfficeLink(foundation, { installation, version }),
    officeCondition: () => tables.queueTargets.condition('office'),
    screen: parts.screen && existsSync(join(parts.screen, 'index.html')) ? parts.screen : null,
    terminalView: terminals.view,
    terminals: terminalSetup(foundation),
    queueView: foundation.queueMonitor.view,
    printing: foundation.printing,
    unfinished: () => ({ ...tables.unfinished(), waiting: foundation.queueMonitor.view().waiting }),
    undelivered: tables.undelivered,
    reportRecords: tables.reportRecords,
    queue: {
      lists: tables.queueLists,
      decisions: tables.queueDecisions,
      cases: tables.queueCases,
      touch: tables.queue.touch,
      workers: foundation.queueWorkers,
    },
    down: { sync: null },
  };
}

function articleWork({ db, tables, world, hub }: Foundation, data: MasterData) {
  const { write } = world.ledger;
  const articleImports = new ArticleImports({
    ...{ data, imports: tables.articleImports, write },
    failed: error => world.log('error', 'the import of articles failed', { error: String(error) }),
  });
  const dailyUpdate = new DailyArticleUpdate({
    ...{ data, write, commits: db.commits, isBusy: articleImports.isRunning },
    changed: (merchant, revision) => hub.publish(merchant, 'catalogue', { version: String(revision) }),
    failed: error => world.log('error', 'the articles of the day were not written', { error: String(error) }),
  });
  return { articleImports, dailyUpdate };
}

/** A demo and a training make no backups by themselves. */
const backupPlan = (config: Config, program: string): BackupPlan => {
  const { to, at, passphraseFile, ...keep } = config.backup;
  return {
    ...{ directory: config.data, to, at: purposeOf(config) === 'live' ? at : null, keep, program },
    ...{ passphrase: passphraseIn(passphraseFile), secretsKey: secretsKeyOf(config) },
  };
};

/** The tables that routes read themselves. */
const storedParts = (tables: Tables) => ({
  sales: tables.sales,
  foundSales: tables.foundSales,
  receiptCopies: tables.receiptCopies,
  invoices: tables.invoices,
  lists: tables.lists,
  objects: objectsOf(tables),
  shop: tables.merchants,
  events: tables.events,
  pushes: tables.pushes,
  pushReceivers: tables.pushReceivers,
  pushSecrets: tables.pushSecrets,
  requestKeys: tables.requestKeys,
  devices: tables.devices,
  displays: tables.displays,
  scales: tables.scales,
  scanners: tables.scanners,
  approvalLog: tables.approvalLog,
  audit: tables.audit,
});

/** Everything about who signs in and what a manager permits. */
function signInParts({ config, db, doubts, tables, world, pins }: Foundation) {
  const { accounts, merchants, approvalLog } = tables;
  const { clock } = world;
  const signIn = createSignIn({
    ...{ ...tables, clock, readOnly: db.readOnly, pins, live: purposeOf(config) === 'live' },
    ...{ lockAfter: config.lockAfter, longestPin: config.pinLength.longest },
    isClockDoubted: doubts.isClockDoubted,
  });
  const { limits } = config;
  const currencyOf = (merchant: string) => merchants.merchant(merchant).currency;
  return {
    ...signIn,
    approvals: createApprovals({ accounts, approvalLog, clock, limits, person: signIn.person, currencyOf }),
    exits: createKioskExit(clock),
    screenClient: () => accounts.client(screenClientId),
  };
}

const terminalSetup = ({ tables, world, terminals, hub, openers }: Foundation): TerminalSetup => ({
  registry: terminals,
  store: tables.terminals,
  devices: tables.devices,
  world,
  search: createSearch(terminals, hub, problem => world.log('error', 'the search for terminals failed', { problem })),
  ...openers,
});

/** From the log of changes to the open screens: the stored document as it is. */
export function publishCommits({ events, sales }: Pick<Services, 'events' | 'sales'>, hub: Hub): void {
  events.onCommitted(event => {
    if (!hub.listening(event.merchant)) return;
    if (event.object === 'smart.checkins') hub.publish(event.merchant, 'checkins', checkinsChanged(event.id));
    const document = sales.bytes(event.merchant, event.id)?.toString();
    if (document !== undefined)
      hub.publishText(event.merchant, 'transaction', transactionEvent(event, document), event.seq);
  });
}

const checkinsChanged = (id: string): EventData<'checkins'> => ({
  target: 'smart.checkins',
  type: 'changed',
  data: [{ object: 'smart.checkins', id }],
});

/** The objects that `expand` can put in the place of a reference: one line for each kind. */
function objectsOf(tables: Tables): Objects {
  const { sales, agreements, shops, subscriptions, merchants, devices, payments, wallet, loyalty } = tables;
  const merchant = (own: string, id: string) =>
    own === id ? JSON.stringify(merchantDocument({ devices: merchants, shops }, own)) : undefined;
  return {
    'general.merchants': { read: merchant },
    'payment.subscriptions': { read: subscriptions.bytes },
    'payment.plans': { read: subscriptions.plans.bytes },
    'services.identrequests': { read: agreements.identRequests.bytes },
    'smart.transactions': { read: sales.bytes },
    'general.contracts': { read: agreements.general.bytes },
    'payment.contracts': { read: agreements.payment.bytes },
    'general.stores': { read: shops.bytes },
    'smart.devices': { read: devices.devices.bytes },
    'smart.routings': { read: devices.routings.bytes },
    'payment.transactions': { read: payments.bytes },
    'payment.customers': { read: wallet.customers.bytes },
    'payment.containers': { read: wallet.containers.bytes },
    'loyalty.merchantcards': { read: loyalty.bytes },
    'loyalty.cards': { read: loyalty.cards.bytes },
    'loyalty.cardgroups': { read: loyalty.groups.bytes },
    'loyalty.customers': { read: loyalty.customers.bytes },
    'loyalty.transactions': { read: loyalty.bookingBytes },
  };
}

/** The name that distinguishes this installation from another one on the same machine; made at the first start. */
function installationOf(db: Database): string {
  const known = db.prepare<string>("SELECT value FROM setting WHERE key = 'installation'").pluck().get();
  if (known !== undefined) return known;
  const name = newKey().slice(0, 12);
  db.prepare("INSERT INTO setting (key, value) VALUES ('installation', ?)").run(name);
  return name;
}
