/**
 * Introduces a ZVT terminal: registers, reads its profile, and asks harmless questions to find out which features of the
 * profile the terminal really has. The findings belong into its settings.
 */
import type { Introduction, IntroductionOptions } from '../introduction.ts';
import { isEnded, isReason } from '../supervisor.ts';
import type { Feature, Reason, TaskOutcome, TerminalSettings, TerminalStatus } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import { isVirtualSoftware, VIRTUAL } from '../virtualTerminal.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, tlvValue } from './codec/tlv.ts';
import { openDriver, type ZvtDriver } from './driver.ts';
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

/** Keeps a profile that the settings name, else the terminal's own description chooses it. Takes as long as a diagnosis. */
export async function introduceZvt(
  given: TerminalSettings,
  trace?: Trace,
  opener?: TransportOpener,
  introductionOptions: IntroductionOptions = { diagnosis: true },
): Promise<ZvtIntroduction> {
  const driver = openDriver({ ...zvtSettings(given), sequenceIds: false }, trace, opener);
  try {
    return await driver.supervisor.enqueue(() => introduce(given, driver, introductionOptions));
  } finally {
    await driver.supervisor.close();
  }
}

async function introduce(
  given: TerminalSettings,
  driver: ZvtDriver,
  { diagnosis }: IntroductionOptions,
): Promise<ZvtIntroduction> {
  const { connection, supervisor } = driver;
  const line = await supervisor.register();
  if (isReason(line)) return unreachable(given, { kind: 'unreachable', reason: line });
  const options = await optionsLearnt(driver);
  const enquiry = await enquireStatus(driver);
  if (!isEnded(enquiry)) return unreachable(given, { kind: 'unreachable', reason: enquiry });
  const status = terminalStatus(enquiry, connection.outcomeContext, connection.reported.requestedTask);
  const device = deviceDescriptionIn(enquiry);
  // A virtual terminal without containers says it here alone.
  if (given.refusesVirtual && isVirtualSoftware(device.softwareVersion))
    return unreachable(given, { kind: 'unreachable', reason: VIRTUAL });
  const profile = profileNamed(given.profile ?? '') ?? profileOf(device);
  const byHand = zvtOptions(given);
  const settings = zvtSettings({
    ...given,
    profile: profile.name,
    options: { questions: true, ...options, ...byHand },
  });
  const wanted = wantedFeatures({ ...given, profile: profile.name }, options);
  const terminalId = connection.terminalId ?? device.terminalId;
  return {
    ...(terminalId ? { terminalId } : {}),
    reportsId: connection.terminalId !== undefined,
    profile: profile.name,
    features: status.kind === 'busy' ? wanted : await confirmedFeatures(wanted, settings, driver),
    options,
    ...(device.softwareVersion ? { softwareVersion: device.softwareVersion } : {}),
    ...(device.deviceName ? { deviceName: device.deviceName } : {}),
    status,
    ...(status.kind === 'busy' || !diagnosis ? {} : { diagnosis: await diagnose(settings, driver) }),
  };
}

function unreachable({ profile = 'generic' }: TerminalSettings, status: TerminalStatus): ZvtIntroduction {
  return { profile, features: [], status };
}

/** Asks for everything the status can hold; a terminal that refuses this is asked plainly. */
async function enquireStatus({ settings, run }: ZvtDriver): Promise<CommandResult | Reason> {
  const full = await run(statusEnquiry({ ...settings, statusWithTlv: true }));
  const isRefused = isEnded(full) && full.ending.by === 'refusal';
  return isRefused ? run(statusEnquiry({ ...settings, statusWithTlv: false })) : full;
}

function deviceDescriptionIn({ ending }: CommandResult) {
  if (ending.by !== 'completion') return {};
  const { softwareVersion, tlv }: Fields = ending.message.fields;
  const text = (tag: number) => (tlvValue(findDeep(tlv, tag)) as string | undefined)?.trim() || undefined;
  const software = softwareVersion?.trim() || undefined;
  return { deviceName: text(0x1f40), softwareVersion: software ?? text(0x1f41), terminalId: text(0x1f44) };
}

/**
 * A terminal that refuses containers is registered without them from now on. It is asked twice: a first message that was
 * only garbled would cost the terminal its tips and questions for good.
 */
async function optionsLearnt({ settings, connection, supervisor }: ZvtDriver): Promise<ZvtOptions> {
  if (settings.containers && !connection.takesContainers) await supervisor.register();
  return settings.containers && !connection.takesContainers ? { containers: false } : {};
}

/** Commands that change nothing; a terminal that does not know the command does not have the feature. */
const PROBES: readonly (readonly [feature: Feature, probe: (settings: ZvtSettings) => PreparedCommand])[] = [
  ['preAuthorisation', () => ({ command: commands.openPreAuthorisations, fields: { receiptNumber: 'FFFF' } })],
  [
    'lastTransaction',
    ({ password }) => ({ command: commands.lastTransaction, fields: { password, serviceByte: 0x03 } }),
  ],
  ['turnoverTotals', ({ password }) => ({ command: commands.turnoverTotals, fields: { password } })],
];

/** Features that the shop does not use by choice are kept all the same: the choice may be another one tomorrow. */
function wantedFeatures(given: TerminalSettings, learnt: ZvtOptions): readonly Feature[] {
  const { containers: _byChoice, ...options } = zvtOptions(given);
  return [...zvtSettings({ ...given, options: { ...options, questions: true, ...learnt } }).features];
}

/** The wanted features that the terminal does not refuse to know. */
async function confirmedFeatures(
  wanted: readonly Feature[],
  settings: ZvtSettings,
  driver: ZvtDriver,
): Promise<readonly Feature[]> {
  const missing = new Set<Feature>(settings.containers ? await missingAtRegistration(settings, driver) : []);
  for (const [feature, probe] of PROBES) {
    if (!wanted.includes(feature)) continue;
    const result = await driver.run(probe(settings));
    if (isEnded(result) && isUnknownCommand(result)) missing.add(feature);
  }
  return wanted.filter(feature => !missing.has(feature));
}

/** Registered once more for everything there is, a terminal lists what it has of it. */
async function missingAtRegistration(
  settings: ZvtSettings,
  { run, supervisor }: ZvtDriver,
): Promise<readonly Feature[]> {
  const everything = registration({ ...settings, questions: true, sequenceIds: false }, true);
  // The list of tags comes only to a till that asks for it, and a terminal may not know this request.
  const lists = await run({ command: commands.register, fields: withTlv(everything, [TAGS_WANTED]) });
  const isRefused = isEnded(lists) && refusesContainer(lists);
  const result = isRefused ? await run({ command: commands.register, fields: everything }) : lists;
  if (isEnded(result) && result.ending.by === 'completion') return featuresMissingFrom(result.ending.message.fields);
  // A terminal that took the registration before and refuses this one refuses the questions.
  await supervisor.register();
  return isEnded(result) && refusesContainer(result) ? ['questions'] : [];
}

const UNKNOWN_COMMAND = 0x83;

function isUnknownCommand({ ending }: CommandResult): boolean {
  if (ending.by === 'refusal') return ending.code === UNKNOWN_COMMAND;
  return ending.by === 'abort' && ending.message.fields.abortCode === UNKNOWN_COMMAND;
}

async function diagnose(settings: ZvtSettings, { run, connection }: ZvtDriver): Promise<TaskOutcome> {
  const [prepared] = commandsOf(settings, { do: 'diagnosis' });
  const result = await run(prepared!);
  return isEnded(result)
    ? serviceOutcome(result, connection.outcomeContext)
    : { kind: 'failed', reason: result, receipts: [] };
}
