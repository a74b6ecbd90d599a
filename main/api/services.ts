/** The services that the routes use; `wiring/services.ts` puts them together. */

import type { Control } from '../control/control.ts';
import type { DisplayBoard } from '../display/board.ts';
import type { ArticleImports } from '../masterData/articles/articleImport.ts';
import type { DailyArticleUpdate } from '../masterData/articles/dailyUpdate.ts';
import type { BatchRunner } from '../masterData/loyalty/batchRunner.ts';
import type { LoyaltyParts } from '../masterData/loyalty/parts.ts';
import type { MasterData } from '../masterData/masterData.ts';
import type { OfficeLink } from '../officeLink/officeLink.ts';
import type { PrintQueue } from '../printing/printQueue.ts';
import type { ReceiptLinks } from '../printing/receiptLinks.ts';
import type { RunningScales } from '../scale/scales.ts';
import type { RunningScanners } from '../scanner/scanners.ts';
import type { Approvals } from '../services/auth/approvals.ts';
import type { KioskExit } from '../services/auth/kioskExit.ts';
import type { Pins } from '../services/auth/pins.ts';
import type { SignIn } from '../services/auth/signIn.ts';
import type { ScheduledBackups } from '../services/backup/schedule.ts';
import type { Doubts } from '../services/doubts/doubts.ts';
import type { Journal } from '../services/journal/journal.ts';
import type { Delivery } from '../services/push/delivery.ts';
import type { Hub } from '../services/push/hub.ts';
import type { FirstRun } from '../setup/firstRun.ts';
import type { ClientRow } from '../store/accounts.ts';
import type { ApprovalLog } from '../store/approvals.ts';
import type { AuditStore } from '../store/audit.ts';
import type { CommitTimes } from '../store/commitTimes.ts';
import type { DeviceStore } from '../store/devices.ts';
import type { DisplayStore } from '../store/displays.ts';
import type { EventLog } from '../store/events.ts';
import type { FoundSales } from '../store/foundSales.ts';
import type { IntegrityView } from '../store/integrity.ts';
import type { InvoiceStore } from '../store/invoices.ts';
import type { ListStore } from '../store/lists.ts';
import type { Merchants } from '../store/merchants.ts';
import type { PrinterStore } from '../store/printers.ts';
import type { PrintJobStore } from '../store/printJobs.ts';
import type { PushStore } from '../store/pushes.ts';
import type { PushReceivers } from '../store/pushReceivers.ts';
import type { PushSecrets } from '../store/pushSecrets.ts';
import type { QueueCaseStore } from '../store/queueCases.ts';
import type { QueueDecisions } from '../store/queueDecisions.ts';
import type { QueueLists } from '../store/queueLists.ts';
import type { StoredCondition } from '../store/queueTargets.ts';
import type { ReceiptCopies } from '../store/receiptCopies.ts';
import type { createReportRecords } from '../store/reportRecords.ts';
import type { RequestKeys } from '../store/requestKeys.ts';
import type { Risks } from '../store/risks.ts';
import type { SaleStore } from '../store/sales.ts';
import type { ScaleStore } from '../store/scales.ts';
import type { ScannerStore } from '../store/scanners.ts';
import type { Undelivered } from '../store/undelivered.ts';
import type { Unfinished } from '../store/unfinished.ts';
import type { TerminalSetup } from '../terminal/setup/terminalSetup.ts';
import type { QueueView, TerminalView } from '../wire/events.ts';
import type { Update } from '../wire/update.ts';
import type { AuditLog } from '../world/audit.ts';
import type { Config } from '../world/config.ts';
import type { DownView, VersionChoice } from '../world/down.ts';
import type { Sandbox } from '../world/paymentProcessing.ts';
import type { QueueWorker } from '../world/queue.ts';
import type { World } from '../world/world.ts';
import type { DisplayReaders } from './displays/displayReaders.ts';
import type { Objects } from './objectReader.ts';

/** The queue, for the routes that list it and decide about it. */
export interface QueueServices {
  readonly lists: QueueLists;
  readonly decisions: QueueDecisions;
  readonly cases: Pick<QueueCaseStore, 'close'>;
  /** Inside a job: wakes the workers once the commit held. */
  touch(): void;
  /** The workers that run. */
  readonly workers: ReadonlySet<QueueWorker>;
}

/** The reading of what flows down. */
export interface DownReading {
  /** Into whose shop it flows. */
  readonly merchant: string;
  view(): DownView;
  /** Reads now. */
  wake(): void;
  /** Inside a job: a person has chosen a version. Throws `BridgeError`. */
  choose(choice: VersionChoice): void;
}

/** Printers, for the routes that change them and look at them. */
export interface PrintingServices {
  readonly printers: PrinterStore;
  readonly jobs: PrintJobStore;
  readonly queue: Pick<PrintQueue, 'begin' | 'stop' | 'refresh' | 'look' | 'wake' | 'status'>;
  readonly links: ReceiptLinks;
  readonly audit: AuditLog;
  now(): number;
  /** Publishes the condition of every printer of a shop, after a till was assigned. */
  announce(merchant: string): void;
}

export interface Services extends SignIn {
  readonly doubts: Doubts;
  readonly printing: PrintingServices;
  readonly config: Config;
  /** Every change is refused. */
  readonly readOnly: boolean;
  /** Hashes PINs at the cost and with the pepper of this directory. */
  readonly pins: Pins;
  /** Conditions that put money or data at risk now. */
  readonly risks: Risks;
  /** The check of the database: the run under way, and the last finding. */
  integrityView(): IntegrityView;
  commitTimes(): CommitTimes;
  readonly version: string;
  readonly backups: ScheduledBackups;
  readonly update: () => Update;
  readonly world: World;
  readonly sales: SaleStore;
  /** Sales as people look for them. */
  readonly foundSales: FoundSales;
  readonly receiptCopies: ReceiptCopies;
  readonly invoices: InvoiceStore;
  readonly lists: ListStore;
  /** The objects that `expand` can put in the place of a reference. */
  readonly objects: Objects;
  readonly shop: Merchants;
  readonly devices: DeviceStore;
  readonly events: EventLog;
  readonly hub: Hub;
  readonly scales: ScaleStore;
  readonly runningScales: RunningScales;
  readonly scanners: ScannerStore;
  readonly runningScanners: RunningScanners;
  readonly displays: DisplayStore;
  readonly displayBoard: DisplayBoard;
  /** The customer displays that follow now. */
  readonly displayReaders: DisplayReaders;
  readonly pushes: PushStore;
  readonly pushReceivers: PushReceivers;
  readonly pushSecrets: PushSecrets;
  readonly delivery: Delivery;
  readonly requestKeys: RequestKeys;
  readonly approvals: Approvals;
  readonly approvalLog: ApprovalLog;
  /** The log of changes of master data, with their actors. */
  readonly audit: AuditStore;
  /** Tables and rules that changes of master data use. */
  readonly masterData: MasterData;
  /** The same for the loyalty programme, and the worker of its batches. */
  readonly loyaltyParts: LoyaltyParts;
  readonly loyaltyBatches: BatchRunner;
  /** The set-up of a live directory; of any other one it waits for nobody. */
  readonly firstRun: FirstRun;
  /** Closes the bridge and opens it again in the same process, at the same address. */
  restart(): void;
  readonly dailyUpdate: DailyArticleUpdate;
  readonly articleImports: ArticleImports;
  /** Permissions to close the window of a kiosk. */
  readonly exits: KioskExit;
  /** Null where it is switched off. */
  readonly journal: Journal | null;
  /** Null in a live shop, where nothing is simulated. */
  readonly sandbox: Sandbox | null;
  /** Null where the control interface is off. */
  readonly control: Control | null;
  /** Address of the virtual terminal's own control, or null. */
  terminalControl(): string | null;
  /** Names the cookie of this installation: loopback ports share their cookies. */
  readonly installation: string;
  /** Folder of the built screen, or null where it has not been built. */
  readonly screen: string | null;
  /** The client that our own screen signs in with. */
  screenClient(merchant: string): ClientRow | null;
  terminalView(device: string): TerminalView | null;
  readonly terminals: TerminalSetup;
  queueView(): QueueView;
  /** The work that an end, an update or the end of this bridge for good would interrupt or give up. */
  unfinished(): Unfinished;
  /** The targets of the queue that lack something. */
  undelivered(): readonly Undelivered[];
  /** Reads master data from the upstream service; null where none is configured. */
  readonly down: { sync: DownReading | null };
  /** The link to the back office; it does nothing where none is configured or enrolled. */
  readonly officeLink: OfficeLink;
  /** The condition of the back office, as the light shows it. */
  officeCondition(): StoredCondition;
  readonly queue: QueueServices;
  /** Hands every record of a span of days over, for the reports of the till. */
  readonly reportRecords: ReturnType<typeof createReportRecords>;
}
