/** What a terminal tells about itself when it is met for the first time, and what of it belongs into its settings. */
import type { Feature, PaymentTerminal, TaskOutcome, TerminalSettings, TerminalStatus } from './terminal.ts';

export interface Introduction {
  readonly terminalId?: string;
  /** It tells its id whenever it registers, so that another one in its place is noticed. */
  readonly reportsId?: boolean;
  /** Name for `settings.profile`. */
  readonly profile?: string;
  /** What it can do, for `settings.options.features`; nothing of a terminal that was not reached. */
  readonly features: readonly Feature[];
  /** More for `settings.options`; what was set by hand wins. */
  readonly options?: object;
  readonly softwareVersion?: string;
  readonly status: TerminalStatus;
  /** How its diagnosis ended, when it was idle. */
  readonly diagnosis?: TaskOutcome;
}

/** How closely a terminal is looked at. */
export interface IntroductionOptions {
  /** False: it is only asked who it is and what it can do, which is safe whatever it has not told yet. */
  readonly diagnosis: boolean;
}

/** For protocols that have no closer look at a model: registration, state and diagnosis. Closes the terminal. */
export async function introduceGeneric(
  terminal: PaymentTerminal,
  { diagnosis }: IntroductionOptions = { diagnosis: true },
): Promise<Introduction> {
  const features = [...terminal.features];
  try {
    const registered = await terminal.register();
    if (!registered.ok) return { features: [], status: { kind: 'unreachable', reason: registered.reason } };
    const id = registered.terminalId === undefined ? {} : { terminalId: registered.terminalId };
    const status = await terminal.status();
    const isAsked = diagnosis && status.kind !== 'busy' && terminal.features.has('diagnosis');
    if (!isAsked) return { ...id, features, status };
    return { ...id, features, status, diagnosis: await terminal.perform({ do: 'diagnosis' }) };
  } finally {
    await terminal.close();
  }
}

/** The settings with which the terminal is opened from now on. */
export function settingsAfterIntroduction<Settings extends TerminalSettings>(
  settings: Settings,
  { profile, features, options, terminalId, reportsId: tellsId }: Introduction,
): Settings {
  const { connection } = settings;
  const met = tellsId && terminalId !== undefined && connection.type === 'tcpListen';
  const known = met ? { ...settings, connection: { terminalId, ...connection } } : settings;
  return profile === undefined ? known : { ...known, profile, options: { ...options, ...settings.options, features } };
}
