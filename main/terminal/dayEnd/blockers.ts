/** Blockers of an end-of-day: obstacles that stop it, and notes that are only worth knowing before it. */

import {
  decideCall,
  giveUpCall,
  type NextCall,
  operationVerdictCall,
  operationWaitCall,
  stopCall,
  verdictCall,
  waitCall,
} from '../../domain/saleOutcome.ts';
import type { Texts } from '../../domain/texts.ts';
import type { Blocker } from '../../wire/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';
import type { DecisionKind } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { entriesOfOthers, openSpan } from './dayJournal.ts';

export interface Obstacles {
  readonly blockers: readonly Blocker[];
  /** Receipt numbers of the pre-authorisations that wait for their booking. */
  readonly preAuthorisations: readonly number[];
}

/** Reads the journal, and asks the terminal unless it is at work. */
export async function obstaclesOf(
  world: Pick<World, 'dayEnds' | 'devices' | 'intents' | 'running'>,
  slot: TerminalSlot,
): Promise<Obstacles> {
  const atWork = workAtTerminal(world, slot);
  if (atWork.length > 0) return { blockers: [...atWork, ...inJournal(world, slot)], preAuthorisations: [] };
  const unable = await unableTo(slot);
  if (unable.length > 0) return { blockers: [...unable, ...inJournal(world, slot)], preAuthorisations: [] };
  const preAuthorisations = await openPreAuthorisations(slot);
  const chain = await brokenChain(world);
  const held = preAuthorisations.length > 0 ? [blocker('openPreAuthorisations', preAuthorisations.map(String))] : [];
  return { blockers: [...inJournal(world, slot), ...held, ...chain], preAuthorisations };
}

/** Read after the terminal has answered: a till may have paid there meanwhile. */
const inJournal = (world: Pick<World, 'dayEnds' | 'devices' | 'intents'>, slot: TerminalSlot): readonly Blocker[] => [
  ...undecidedApprovals(world, slot),
  ...partlyPaid(world, slot),
  ...openSales(world, slot),
  ...exchanged(world, slot),
];

/** Notes totals that the terminal reported and nobody can read: the day cannot be compared with them. */
export const withNote = (obstacles: Obstacles, totals: object | string | null): Obstacles =>
  totals === 'unreadable'
    ? { ...obstacles, blockers: [...obstacles.blockers, blocker('totalsUnreadable', [])] }
    : obstacles;

export const stoppingBlockers = (blockers: readonly Blocker[]): readonly Blocker[] =>
  blockers.filter(({ stops }) => stops);

/** `wire`: for the operation of the specification, whose clients know the busy and the unreachable terminal by codes of their own. */
export function refuse(slot: TerminalSlot, blockers: readonly Blocker[], wire: boolean): never {
  const keys = new Set(blockers.map(({ kind }): ErrorKey => (wire && OF_THE_WIRE[kind]) || 'dayEndBlocked'));
  const [only] = keys;
  const key = keys.size === 1 && only ? only : 'dayEndBlocked';
  const details = blockers.map(({ texts, about }) => [texts.en, ...about].join(' ')).join(' ');
  const next = blockers.find(one => one.next)?.next;
  throw new BridgeError(key, `${slot.description}: ${details}`, { extra: { blockers, ...(next ? { next } : {}) } });
}

const OF_THE_WIRE: Partial<Record<Blocker['kind'], ErrorKey>> = {
  terminalUnreachable: 'terminalUnreachable',
  terminalBusy: 'terminalBusy',
  paymentRunning: 'terminalBusy',
  endingUnknown: 'terminalUnsettled',
};

/** Work of this bridge at the terminal: another command would only wait behind it. */
export function workAtTerminal(
  world: Pick<World, 'intents' | 'running'>,
  { device }: TerminalSlot,
): readonly Blocker[] {
  const service = world.running.service(device);
  if (service?.kind === 'endOfDay') return [blocker('dayEndRunning', service.till ? [service.till] : [])];
  const task = world.running.task(device);
  if (task) return [blocker('terminalBusy', [task])];
  const intent = world.intents.unsettled(device);
  if (!intent) return [];
  const { sale, id, state, kind, needsPerson } = intent;
  if (state === 'open') return [blocker('paymentRunning', [sale ?? id], sale === null ? null : stopCall(sale))];
  const ofSale = (about: string) => (needsPerson ? verdictCall(about, kind === 'reversal') : waitCall(about));
  const ofOperation = needsPerson ? operationVerdictCall(device, id) : operationWaitCall(device, id);
  return [blocker('endingUnknown', [sale ?? id], sale === null ? ofOperation : ofSale(sale))];
}

/** An approval cannot be taken back any more once the terminal has closed its day. */
export function undecidedApprovals(world: Pick<World, 'intents'>, { device }: TerminalSlot): readonly Blocker[] {
  const open = Map.groupBy(
    world.intents.allOpenDecisions().filter(intent => intent.device === device),
    ({ decisionKind }) => decisionKind,
  );
  return [...open].map(([kind, intents]) => {
    const sale = intents[0]?.sale ?? null;
    const about = intents.map(intent => intent.sale ?? intent.id);
    return blocker(UNDECIDED[kind], about, sale === null ? null : decideCall(sale, kind));
  });
}

const UNDECIDED = { late: 'lateApproval', signature: 'signatureOpen' } as const satisfies Record<
  DecisionKind,
  Blocker['kind']
>;

function openSales(world: Pick<World, 'dayEnds'>, { device }: TerminalSlot): readonly Blocker[] {
  const partly = new Set(world.dayEnds.partlyPaidAt(device));
  const about = world.dayEnds.betweenTenders(world.dayEnds.tills(device)).filter(sale => !partly.has(sale));
  return blockerOfSales('openSales', about);
}

/** A card part cannot go back to its card any more once the terminal has closed its day. */
function partlyPaid(world: Pick<World, 'dayEnds'>, { device }: TerminalSlot): readonly Blocker[] {
  const about = world.dayEnds.partlyPaidAt(device);
  return blockerOfSales('partlyPaid', about);
}

const blockerOfSales = (kind: Blocker['kind'], [first, ...more]: readonly string[]): readonly Blocker[] =>
  first === undefined ? [] : [blocker(kind, [first, ...more], giveUpCall(first))];

/** Bookings of a former machine are closed at that machine only. */
function exchanged(world: Pick<World, 'dayEnds' | 'devices'>, { device }: TerminalSlot): readonly Blocker[] {
  const about = entriesOfOthers(world, openSpan(world, device)).map(({ receipt }) => String(receipt ?? '?'));
  return about.length > 0 ? [blocker('terminalExchanged', about)] : [];
}

const MOST_NAMED = 20;

async function brokenChain(world: Pick<World, 'dayEnds'>): Promise<readonly Blocker[]> {
  const about = (await world.dayEnds.brokenChain()).map(({ sale, receipt }) =>
    receipt === null ? sale : String(receipt),
  );
  return about.length > 0 ? [blocker('chainBroken', about.slice(0, MOST_NAMED))] : [];
}

async function unableTo({ terminal }: TerminalSlot): Promise<readonly Blocker[]> {
  const status = await terminal.status();
  if (status.kind === 'unreachable') return [blocker('terminalUnreachable', [status.reason.text])];
  return status.kind === 'busy' ? [blocker('terminalBusy', [status.text])] : [];
}

/** A terminal without the feature counts as one without pre-authorisations. */
async function openPreAuthorisations({ terminal }: TerminalSlot): Promise<readonly number[]> {
  if (!terminal.features.has('preAuthorisation')) return [];
  const open = await terminal.openPreAuthorisations();
  return open.kind === 'found' ? open.receiptNumbers : [];
}

const blocker = (kind: Blocker['kind'], about: readonly string[], next: NextCall | null = null): Blocker => ({
  kind,
  stops: !NOTED.has(kind),
  texts: TEXTS[kind],
  about: [...about],
  ...(next === null ? {} : { next }),
});

const NOTED: ReadonlySet<Blocker['kind']> = new Set([
  'openSales',
  'openPreAuthorisations',
  'terminalExchanged',
  'chainBroken',
  'totalsUnreadable',
]);

const TEXTS = {
  terminalUnreachable: {
    de: 'Das Terminal ist nicht erreichbar. Bitte Kabel und Strom prüfen.',
    en: 'The terminal cannot be reached. Please check cable and power.',
  },
  terminalBusy: {
    de: 'Das Terminal ist noch beschäftigt. Bitte warten.',
    en: 'The terminal is still busy. Please wait.',
  },
  paymentRunning: {
    de: 'Am Terminal läuft noch eine Kartenzahlung.',
    en: 'A card payment is still running at the terminal.',
  },
  endingUnknown: {
    de: 'Der Ausgang einer Kartenzahlung ist noch nicht geklärt.',
    en: 'The ending of a card payment is not settled yet.',
  },
  lateApproval: {
    de: 'Eine Zahlung wurde erst genehmigt, als die Kasse schon weiter war. Bitte entscheiden, ob sie gilt.',
    en: 'A payment was approved when the till had gone on already. Please decide whether it is kept.',
  },
  signatureOpen: {
    de: 'Bei einer Kartenzahlung hat noch niemand die Unterschrift verglichen. Bitte entscheiden, ob sie stimmt.',
    en: 'Nobody has compared the signature of a card payment yet. Please decide whether it is right.',
  },
  partlyPaid: {
    de: 'Ein Verkauf ist erst zum Teil mit Karte bezahlt. Bitte ganz bezahlen oder das Geld zurückgeben.',
    en: 'A sale is paid only in part, by card. Please take the rest or give the money back.',
  },
  openSales: {
    de: 'Es gibt angefangene Verkäufe, bei denen noch Geld fehlt.',
    en: 'There are sales under way that are not fully paid yet.',
  },
  openPreAuthorisations: {
    de: 'Es gibt offene Reservierungen. Sie bleiben nach dem Kassenschnitt offen.',
    en: 'There are open pre-authorisations. They stay open after the end-of-day.',
  },
  terminalExchanged: {
    de: 'Seit dem letzten Kassenschnitt wurde das Terminal ausgetauscht. Zahlungen am früheren stehen nur in dessen Kassenschnitt.',
    en: 'The terminal was exchanged since the last end-of-day. Payments at the former one are in its own end-of-day only.',
  },
  chainBroken: {
    de: 'Abgeschlossene Verkäufe wurden außerhalb des Programms geändert oder entfernt. Bitte die Belege mit der letzten Sicherung vergleichen.',
    en: 'Closed sales were changed or removed outside of the program. Please compare the receipts with the latest backup.',
  },
  totalsUnreadable: {
    de: 'Das Terminal nennt Summen, die nicht lesbar sind: andere Währung, negativer Betrag oder keine Summe.',
    en: 'The terminal reports totals that cannot be read: another currency, a negative amount or no sum.',
  },
  dayEndRunning: {
    de: 'Der Kassenschnitt läuft schon.',
    en: 'The end-of-day is running already.',
  },
} as const satisfies Record<Blocker['kind'], Texts>;
