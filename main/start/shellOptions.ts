/** Reads the command line of the shell: what is Chromium's, what is the shell's, and what is for the bridge. */

export interface ShellOptions {
  /** Fills the screen and keeps it awake. */
  readonly kiosk: boolean;
  /** For the bridge, see `config.ts`. */
  readonly bridge: readonly string[];
}

/** Switches that Chromium, Electron and the systems add or read; the bridge must not stumble over them. */
const FOREIGN =
  /^(--(allow-|disable-|enable-|force-|gtk-|inspect|js-flags|log-|no-sandbox|original-process-|ozone-|password-store|remote-debugging-|use-|user-data-dir|v=)|-psn_)/;

/** Switches by which whoever starts the installed application takes its sandbox away, or reads and steers its pages. */
const OPENING =
  /^--(no-sandbox|disable-(setuid-|gpu-)?sandbox|disable-web-security|inspect|js-flags|remote-(debugging|allow)-)/;

/** The first switch that an installed application does not start with, null where there is none. */
export const openingSwitch = (argv: readonly string[]): string | null =>
  argv.find(option => OPENING.test(option)) ?? null;

/** `argv` as the process has it; a packaged application has no path of the application in it. */
export function shellOptions(argv: readonly string[], packaged: boolean): ShellOptions {
  const given = packaged ? argv.slice(1) : afterApplication(argv);
  const ours = given.filter(option => !FOREIGN.test(option));
  return { kiosk: ours.includes('--kiosk'), bridge: ours.filter(option => option !== '--kiosk') };
}

function afterApplication(argv: readonly string[]): readonly string[] {
  const application = argv.findIndex((option, index) => index > 0 && !option.startsWith('-'));
  return application === -1 ? [] : argv.slice(application + 1);
}
