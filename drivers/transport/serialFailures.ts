/** The errors of serial ports, each with its cause and its cure: systems say them in their own words. */
import type { Texts } from '../terminal.ts';

type Kind = 'noRights' | 'inUse' | 'gone' | 'noPort' | 'wrongSettings';

/** A port that could not be opened. */
export class PortError extends Error {
  readonly kind: Kind;
  readonly texts: Texts;

  constructor(kind: Kind, texts: Texts, cause: unknown) {
    super(texts.en, { cause });
    this.kind = kind;
    this.texts = texts;
  }
}

/** Words of Linux, macOS and Windows, as the library passes them on. The first row that fits counts. */
const ROWS: readonly (readonly [Kind, RegExp, (path: string) => Texts])[] = [
  [
    'inUse',
    /cannot lock port|resource busy|EBUSY|EAGAIN|temporarily unavailable|access denied/i,
    path => ({
      de: `${path} ist von einem anderen Programm belegt (oft ModemManager, eine Konsole oder eine zweite Kasse). Dieses Programm beenden oder einen anderen Anschluss wählen.`,
      en: `${path} is in use by another program (often ModemManager, a console or a second till). End that program, or choose another port.`,
    }),
  ],
  [
    'noRights',
    /permission denied|EACCES|EPERM/i,
    path => ({
      de: `${path} darf von diesem Benutzer nicht geöffnet werden: „sudo usermod -aG dialout BENUTZER“, dann neu anmelden oder den Dienst neu starten.`,
      en: `${path} may not be opened by this user: "sudo usermod -aG dialout USER", then sign in anew or restart the service.`,
    }),
  ],
  [
    'gone',
    /no such (file|device)|file not found|ENOENT|ENODEV|ENXIO|input\/output|EIO/i,
    path => ({
      de: `${path} ist nicht da: Kabel und Strom des Geräts prüfen. Ein Adapter an USB kann nach dem Umstecken anders heißen.`,
      en: `${path} is not there: check the cable and the power of the device. A USB adapter may have another name after it was plugged in elsewhere.`,
    }),
  ],
  [
    'noPort',
    /inappropriate ioctl|not a (typewriter|tty)|ENOTTY|is a directory|EISDIR/i,
    path => ({
      de: `${path} ist kein serieller Anschluss. Einen wie /dev/ttyUSB0 oder COM3 eintragen.`,
      en: `${path} is no serial port. Name one such as /dev/ttyUSB0 or COM3.`,
    }),
  ],
  [
    'wrongSettings',
    /baud|invalid argument|EINVAL|tcsetattr/i,
    path => ({
      de: `${path} kann diese Geschwindigkeit oder dieses Format nicht. Die Werte des Geräts eintragen; üblich sind 9600 und 115200.`,
      en: `${path} cannot do this speed or format. Use the values of the device; 9600 and 115200 are usual.`,
    }),
  ],
];

/** The error with its cause and cure; an unknown one stays as it is. */
export function portFailure(path: string, error: Error): Error {
  const words = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`;
  for (const [kind, pattern, texts] of ROWS) if (pattern.test(words)) return new PortError(kind, texts(path), error);
  return error;
}
