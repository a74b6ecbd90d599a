/**
 * Getting to know a terminal: it registers, says what it is, and is asked harmless questions to find out which of the
 * functions of its profile it really has. What comes out belongs into the settings.
 */
import type { Introduction, IntroductionOptions } from '../introduction.ts';
import type { Feature, Reason, TaskOutcome, TerminalSettings, TerminalStatus } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, tlvValue } from './codec/tlv.ts';
import { type CommandQueue, openCommandQueue } from './commandQueue.ts';
import { isReason, openConnection, type ZvtConnection } from './connection.ts';
import { commands } from './exchange/commands.ts';
import { type CommandResult, refusesContainer, serviceOutcome } from './exchange/outcome.ts';
import { type PreparedCommand, withTlv } from './moneyCommands.ts';
import type { ZvtOptions } from './options.ts';
import { profileNamed, profileOf } from './profiles.ts';
import { featuresMissingFrom, registration, TAGS_WANTED } from './registration.ts';
import { type ZvtSettings, zvtOptions, zvtSettings } from './settings.ts';
import { commandsOf } from './tasks.ts';
import { statusEnquiry, terminalStatus } from './terminalStatus.ts';

export interface ZvtIntroduction extends Introduction {
  readonly profile: string;
  readonly deviceName?: string;
  readonly options?: ZvtOptions;
}

/** A profile that the settings name is kept, else the terminal's own words choose one. Takes as long as a diagnosis. */
export async function introduceZvt(
  given: TerminalSettings,
  trace?: Trace,
  access?: TransportOpener,
  look: IntroductionOptions = { diagnosis: true },
): Promise<ZvtIntroduction> {
  const settings = { ...zvtSettings(given), sequenceIds: false };
  const contact = openConnection(settings, trace, access);
  const turns = openCommandQueue(settings, contact, trace);
  try {
    return await turns.enqueue(() => getToKnow(given, settings, contact, turns, look));
  } finally {
    await turns.close();
  }
}

async function getToKnow(
  given: TerminalSettings,
  settings: ZvtSettings,
  contact: ZvtConnection,
  turns: CommandQueue,
  look: IntroductionOptions,
): Promise<ZvtIntroduction> {
  const line = await turns.register();
  if (isReason(line)) return unreachable(given, { kind: 'unreachable', reason: line });
  const options = await learnt(settings, contact, turns);
  const run = await enquire(settings, turns);
  if (!('ending' in run)) return unreachable(given, { kind: 'unreachable', reason: run });
  const status = terminalStatus(run, contact.outcomeContext, contact.requestedTask);
  const told = toldBy(run);
  const profile = profileNamed(given.profile ?? '') ?? profileOf(told);
  const byHand = zvtOptions(given);
  const own = zvtSettings({ ...given, profile: profile.name, options: { questions: true, ...options, ...byHand } });
  const wanted = wantedOf({ ...given, profile: profile.name }, options);
  const terminalId = contact.terminalId ?? told.terminalId;
  return {
    ...(terminalId ? { terminalId } : {}),
    reportsId: contact.terminalId !== undefined,
    profile: profile.name,
    features: status.kind === 'busy' ? wanted : await featuresOf(wanted, own, turns),
    options,
    ...(told.softwareVersion ? { softwareVersion: told.softwareVersion } : {}),
    ...(told.deviceName ? { deviceName: told.deviceName } : {}),
    status,
    ...(status.kind === 'busy' || !look.diagnosis ? {} : { diagnosis: await diagnose(own, turns, contact) }),
  };
}

function unreachable({ profile = 'generic' }: TerminalSettings, status: TerminalStatus): ZvtIntroduction {
  return { profile, features: [], status };
}

/** Asked for everything it tells; a terminal that does not like that is asked plainly. */
async function enquire(settings: ZvtSettings, turns: CommandQueue): Promise<CommandResult | Reason> {
  const full = await turns.run(statusEnquiry({ ...settings, statusWithTlv: true }));
  const refused = 'ending' in full && full.ending.by === 'refusal';
  return refused ? turns.run(statusEnquiry({ ...settings, statusWithTlv: false })) : full;
}

function toldBy({ ending }: CommandResult) {
  if (ending.by !== 'completion') return {};
  const { softwareVersion, tlv }: Fields = ending.message.fields;
  const text = (tag: number) => (tlvValue(findDeep(tlv, tag)) as string | undefined)?.trim() || undefined;
  const software = softwareVersion?.trim() || undefined;
  return { deviceName: text(0x1f40), softwareVersion: software ?? text(0x1f41), terminalId: text(0x1f44) };
}

/**
 * A terminal that refuses containers is registered without them from now on. Asked twice: what was only garbled the first
 * time would cost it tips and questions for good.
 */
async function learnt({ containers }: ZvtSettings, contact: ZvtConnection, turns: CommandQueue): Promise<ZvtOptions> {
  if (containers && !contact.takesContainers) await turns.register();
  return containers && !contact.takesContainers ? { containers: false } : {};
}

/** Commands that change nothing; a terminal that does not know one cannot do what stands beside it. */
const PROBES: readonly (readonly [feature: Feature, asked: (settings: ZvtSettings) => PreparedCommand])[] = [
  ['preAuthorisation', () => ({ command: commands.openPreAuthorisations, fields: { receiptNumber: 'FFFF' } })],
  [
    'lastTransaction',
    ({ password }) => ({ command: commands.lastTransaction, fields: { password, serviceByte: 0x03 } }),
  ],
  ['turnoverTotals', ({ password }) => ({ command: commands.turnoverTotals, fields: { password } })],
];

/** What is not used by choice is left to the terminal all the same: the choice may be another one tomorrow. */
function wantedOf(given: TerminalSettings, learnt: ZvtOptions): readonly Feature[] {
  const { containers: _byChoice, ...options } = zvtOptions(given);
  return [...zvtSettings({ ...given, options: { ...options, questions: true, ...learnt } }).features];
}

/** Of those wanted the ones that nothing speaks against. */
async function featuresOf(
  wanted: readonly Feature[],
  own: ZvtSettings,
  turns: CommandQueue,
): Promise<readonly Feature[]> {
  const missing = new Set<Feature>(own.containers ? await lackingAtRegistration(own, turns) : []);
  for (const [feature, asked] of PROBES) {
    if (!wanted.includes(feature)) continue;
    const run = await turns.run(asked(own));
    if ('ending' in run && doesNotKnow(run)) missing.add(feature);
  }
  return wanted.filter(feature => !missing.has(feature));
}

/** Registered once more for everything there is, a terminal tells in its lists what it has of it. */
async function lackingAtRegistration(own: ZvtSettings, turns: CommandQueue): Promise<readonly Feature[]> {
  const everything = registration({ ...own, questions: true, sequenceIds: false }, true);
  // The list of tags comes only to a till that asks for it, and a terminal may not know this wish.
  const lists = await turns.run({ command: commands.register, fields: withTlv(everything, [TAGS_WANTED]) });
  const run = 'ending' in lists && refusesContainer(lists) ? await plainly() : lists;
  if ('ending' in run && run.ending.by === 'completion') return featuresMissingFrom(run.ending.message.fields);
  // A terminal that took the registration before and refuses this one does not like to be allowed questions.
  await turns.register();
  return 'ending' in run && refusesContainer(run) ? ['questions'] : [];

  function plainly(): Promise<CommandResult | Reason> {
    return turns.run({ command: commands.register, fields: everything });
  }
}

const UNKNOWN_COMMAND = 0x83;

function doesNotKnow({ ending }: CommandResult): boolean {
  if (ending.by === 'refusal') return ending.code === UNKNOWN_COMMAND;
  return ending.by === 'abort' && ending.message.fields.abortCode === UNKNOWN_COMMAND;
}

async function diagnose(settings: ZvtSettings, turns: CommandQueue, contact: ZvtConnection): Promise<TaskOutcome> {
  const [asked] = commandsOf(settings, { do: 'diagnosis' });
  const run = await turns.run(asked!);
  return 'ending' in run ? serviceOutcome(run, contact.outcomeContext) : { kind: 'failed', reason: run, receipts: [] };
}
