/** Reads the command line of the shell: what is Chromium's, what is the shell's, and what is for the bridge. */

export interface ShellOptions {
  /** Fills the screen and keeps it awake. */
  readonly kiosk: boolean;
  /** For the bridge, see `config.ts`. */
  readonly bridge: readonly string[];
}

/** Switches that Chromium, Electron and the systems add or read; the bridge must not stumble over them. */
const FOREIGN =
  /^(--(allow-|disable-|enable-|force-|gtk-|high-dpi-|inspect|js-flags|lang=|log-|no-sandbox|original-process-|ozone-|password-store|remote-debugging-|use-|user-data-dir|v=)|-psn_)/;

/** Options of the till, as `commandLine.ts` reads them. */
const OURS =
  /^(backoffice|config|data|demo|enrol|help|history|host|kiosk|plain-http|port|read-only|training|upstream)$/;

/** Switches of Chromium and the systems that draw the window, and leave its pages closed. */
const HARMLESS =
  /^(disable-(dev-shm-usage|gpu|gpu-compositing|software-rasterizer)|enable-wayland-ime|force-device-scale-factor|gtk-version|high-dpi-support|lang|original-process-start-time|ozone-platform(-hint)?|use-(angle|gl))$/;

/**
 * The first switch that an installed application does not start with, null where there is none. Chromium has hundreds, and many
 * of them take the sandbox away, read the pages or steer them: one that is not known to be harmless is refused. It takes one dash for
 * two, on Windows a slash, and capitals there.
 */
export function openingSwitch(argv: readonly string[], platform: NodeJS.Platform = process.platform): string | null {
  const prefix = platform === 'win32' ? /^(--?|\/)/ : /^--?/;
  const isOpening = (option: string) => {
    if (!prefix.test(option) || /^(-h|-psn_.*)$/.test(option)) return false;
    const [name = ''] = option.replace(prefix, '').split('=');
    return !OURS.test(name) && !HARMLESS.test(name);
  };
  return argv.slice(1).find(isOpening) ?? null;
}

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
