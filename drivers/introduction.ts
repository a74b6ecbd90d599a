/** Introduces a terminal that is opened for the first time, and writes the findings into its settings. */
import type { Feature, PaymentTerminal, TaskOutcome, TerminalSettings, TerminalStatus } from './terminal.ts';

export interface Introduction {
  readonly terminalId?: string;
  /** The terminal reports its id whenever it registers, so that another terminal in its place is noticed. */
  readonly reportsId?: boolean;
  /** Name for `settings.profile`. */
  readonly profile?: string;
  /** For `settings.options.features`; empty for a terminal that was not reached. */
  readonly features: readonly Feature[];
  /** More for `settings.options`; an option set by hand is preferred. */
  readonly options?: object;
  readonly softwareVersion?: string;
  readonly status: TerminalStatus;
  /** How the diagnosis ended, when the terminal was idle. */
  readonly diagnosis?: TaskOutcome;
}

export interface IntroductionOptions {
  /** False: only id and features are asked for, which is safe while the end of an earlier command is unknown. */
  readonly diagnosis: boolean;
}

/** Introduces a terminal of a protocol without models: registration, state and diagnosis. Closes the terminal. */
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
    const isDiagnosed = diagnosis && status.kind !== 'busy' && terminal.features.has('diagnosis');
    if (!isDiagnosed) return { ...id, features, status };
    return { ...id, features, status, diagnosis: await terminal.perform({ do: 'diagnosis' }) };
  } finally {
    await terminal.close();
  }
}

/** The settings with which the terminal is opened from now on. */
export function settingsAfterIntroduction<Settings extends TerminalSettings>(
  settings: Settings,
  { profile, features, options, terminalId, reportsId }: Introduction,
): Settings {
  const { connection } = settings;
  const hasKnownId = reportsId && terminalId !== undefined && connection.type === 'tcpListen';
  const known = hasKnownId ? { ...settings, connection: { terminalId, ...connection } } : settings;
  return profile === undefined ? known : { ...known, profile, options: { ...options, ...settings.options, features } };
}
