/** The health of the bridge, part by part: state, cause and cure. Nothing here names a person, a shop or an address. */
import type { Risk, RiskKind, Texts } from '../../store/risks.ts';
import type { Backups } from '../../wire/backups.ts';
import type { QueueTarget, QueueView, TerminalView } from '../../wire/events.ts';
import type { PrinterStatus } from '../../wire/printers.ts';
import type { Update } from '../../wire/update.ts';

export interface HealthPart {
  readonly part: 'database' | 'disk' | 'clock' | 'backup' | 'queue' | 'terminal' | 'printer' | 'update';
  /** Of several: the target, or the id of the device. */
  readonly id: string | null;
  /** As people call it; null where it has no name, and for whoever may not know it. */
  readonly name: string | null;
  /** `failed`: money or data are at risk. `warning`: selling goes on without it. `off`: it is not set up. */
  readonly state: 'ok' | 'warning' | 'failed' | 'off';
  readonly cause: Texts | null;
  readonly cure: Texts | null;
}

export interface HealthFacts {
  readonly risks: readonly Risk[];
  readonly disk: { readonly free: number; readonly reserve: number };
  readonly backups: Pick<Backups, 'to' | 'problem'>;
  readonly queue: Pick<QueueView, 'targets'>;
  readonly terminals: readonly Pick<TerminalView, 'device' | 'description' | 'state' | 'condition'>[];
  readonly printers: readonly Pick<PrinterStatus, 'printer' | 'name' | 'state' | 'paper_low'>[];
  readonly update: Update;
  /** The caller is at this machine, or has a token. */
  readonly mayKnowNames: boolean;
}

type Finding = Pick<HealthPart, 'state' | 'cause' | 'cure'>;

/** The part that each risk belongs to. */
const PART_OF: Readonly<Record<RiskKind, HealthPart['part']>> = {
  ...{ behind: 'database', foreign: 'database', readOnly: 'database', unwritable: 'database', damaged: 'database' },
  ...{ chainBroken: 'database', markUnwritable: 'database', numbersUnsure: 'database', diskFull: 'disk' },
  ...{ clockUnsure: 'clock', clockDiffers: 'clock', backupOverdue: 'backup' },
};

const OK: Finding = { state: 'ok', cause: null, cure: null };
const OFF: Finding = { state: 'off', cause: null, cure: null };
const warning = (cause: Texts, cure: Texts): Finding => ({ state: 'warning', cause, cure });

const LOW_DISK = warning(
  {
    de: 'Der Datenträger hat kaum noch Platz: Bilder, Dokumente und Importe werden nicht angenommen.',
    en: 'The disk has hardly any room left: pictures, documents and imports are not taken.',
  },
  {
    de: 'Bitte Platz schaffen, bevor auch Verkäufe nicht mehr gespeichert werden.',
    en: 'Please make room before sales cannot be stored either.',
  },
);
const BACKUP_FAILED = warning(
  { de: 'Die letzte Sicherung ist nicht gelungen.', en: 'The last backup did not succeed.' },
  {
    de: 'Unter „Sicherung“ steht der Grund; bitte Datenträger oder Freigabe anschließen und jetzt sichern.',
    en: 'The reason stands under "Backups"; please connect disk or share and back up now.',
  },
);
const UPDATE_FAILED = warning(
  {
    de: 'Eine neue Version wurde nicht übernommen, oder sie kam nicht in Gang.',
    en: 'A new version was not taken, or it did not get going.',
  },
  {
    de: 'Die Kasse verkauft weiter. Der Grund steht unter „Sicherung“, „Programm“.',
    en: 'The till sells on. The reason stands under "Backups", "Program".',
  },
);
const TERMINAL_AWAY = warning(
  {
    de: 'Das Kartenterminal antwortet nicht. Bargeld und Kundenkarten gehen weiter.',
    en: 'The card terminal does not answer. Cash and loyalty cards go on.',
  },
  {
    de: 'Bitte Strom, Kabel und Anzeige des Terminals prüfen; die Kasse verbindet sich von selbst.',
    en: 'Please check power, cable and display of the terminal; the till connects by itself.',
  },
);
const TERMINAL_BLOCKED = warning(
  {
    de: 'Das Kartenterminal nimmt gerade keine Zahlung an.',
    en: 'The card terminal takes no payment at the moment.',
  },
  {
    de: 'Bitte der Anzeige der Kasse folgen: Sie nennt, was das Terminal verlangt.',
    en: 'Please follow the screen of the till: it says what the terminal asks for.',
  },
);
const PRINTER_AWAY = warning(
  {
    de: 'Der Drucker druckt nicht. Belege warten; verkauft wird weiter.',
    en: 'The printer does not print. Slips wait; selling goes on.',
  },
  {
    de: 'Bitte Strom, Kabel, Papier und Deckel prüfen; wartende Belege werden danach gedruckt.',
    en: 'Please check power, cable, paper and cover; slips that wait are printed afterwards.',
  },
);
const PAPER_LOW = warning(
  { de: 'Das Papier des Druckers geht zu Ende.', en: 'The paper of the printer is nearly at its end.' },
  { de: 'Bitte eine neue Rolle bereitlegen.', en: 'Please have a new roll at hand.' },
);
const TARGET_DOWN = warning(
  {
    de: 'Dienst oder Zentrale antwortet nicht. Verkäufe warten hier und gehen nicht verloren.',
    en: 'The service or back office does not answer. Sales wait here and are not lost.',
  },
  {
    de: 'Bitte das Netz prüfen; was wartet, wird von selbst gesendet.',
    en: 'Please check the network; what waits is sent by itself.',
  },
);
const TARGET_REFUSES = warning(
  {
    de: 'Dienst oder Zentrale nimmt diese Kasse nicht an. Verkäufe warten hier.',
    en: 'The service or back office does not accept this till. Sales wait here.',
  },
  {
    de: 'Bitte die Zugangsdaten der Kasse dort und hier prüfen.',
    en: 'Please check the credentials of this till there and here.',
  },
);
const TARGET_PARKED = warning(
  {
    de: 'Einzelne Datensätze können nie angenommen werden; alle anderen gehen weiter.',
    en: 'Some records can never be accepted; all others go on.',
  },
  {
    de: 'Eine Leitung entscheidet unter „Warteschlange“ über jeden davon.',
    en: 'A manager decides about each of them under "Queue".',
  },
);
const TARGET_LIMIT = warning(
  {
    de: 'Es warten mehr Datensätze, als die Grenzen der Warteschlange erlauben, oder fast so viele.',
    en: 'More records wait than the limits of the queue allow, or nearly as many.',
  },
  TARGET_DOWN.cure as Texts,
);

/** Every part, those without a finding, too. */
export function healthParts(facts: HealthFacts): readonly HealthPart[] {
  const { risks, disk, backups, queue, terminals, printers, update, mayKnowNames } = facts;
  const part = (part: HealthPart['part'], finding: Finding, id: string | null = null, name: string | null = null) => {
    const risk = risks.find(({ kind }) => PART_OF[kind] === part);
    const found: Finding = risk ? { state: 'failed', cause: risk.cause, cure: risk.cure } : finding;
    return { part, id, name: mayKnowNames ? name : null, ...found };
  };
  return [
    part('database', OK),
    part('disk', disk.free < disk.reserve ? LOW_DISK : OK),
    part('clock', OK),
    part('backup', backupFinding(backups)),
    ...(['upstream', 'office'] as const).map(target => part('queue', targetFinding(queue.targets[target]), target)),
    ...terminals.map(one => part('terminal', terminalFinding(one), one.device, one.description)),
    ...printers.map(one => part('printer', printerFinding(one), one.printer, one.name)),
    part('update', updateFinding(update)),
  ];
}

function backupFinding({ to, problem }: HealthFacts['backups']): Finding {
  if (to === null) return OFF;
  return problem === null ? OK : BACKUP_FAILED;
}

function targetFinding(target: QueueTarget | null): Finding {
  if (target === null) return OFF;
  if (target.state === 'refused') return TARGET_REFUSES;
  if (target.state === 'down') return TARGET_DOWN;
  if (target.parked > 0) return TARGET_PARKED;
  return target.limit === null ? OK : TARGET_LIMIT;
}

function terminalFinding({ state, condition }: HealthFacts['terminals'][number]): Finding {
  if (state !== 'ready' && state !== 'busy') return TERMINAL_AWAY;
  return condition === null ? OK : TERMINAL_BLOCKED;
}

function printerFinding({ state, paper_low }: HealthFacts['printers'][number]): Finding {
  if (state !== 'ready' && state !== 'unknown') return PRINTER_AWAY;
  return paper_low ? PAPER_LOW : OK;
}

/** `waits` is how it should be in a shop that sells. */
function updateFinding({ last }: Update): Finding {
  if (last === null) return OFF;
  return ['failed', 'wentBack', 'stays'].includes(last.ending) ? UPDATE_FAILED : OK;
}
