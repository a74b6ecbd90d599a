/** The end in order: what was started last is closed first, then the application ends. Once, whoever asks. */
import type { MessageBoxOptions } from 'electron';
import { leavingOf, reasonsToWait, type Unfinished } from './gate.ts';
import type { Electron, ShellWindow } from './surface.ts';
import type { Texts } from './texts.ts';

export interface Shutdown {
  /** Registers what has to be closed; in reverse order. */
  before(close: () => Promise<void> | void): void;
  end(code?: number): Promise<void>;
}

export function createShutdown({ app }: Pick<Electron, 'app'>, say: (line: string) => void): Shutdown {
  const closings: (() => Promise<void> | void)[] = [];
  let ended: Promise<void> | null = null;

  async function closeAll(code: number) {
    let result = code;
    for (const close of closings.reverse()) {
      try {
        await close();
      } catch (error) {
        say(String(error));
        result = 1;
      }
    }
    app.exit(result);
  }

  return {
    before: close => void closings.push(close),
    end(code = 0) {
      ended ??= closeAll(code);
      return ended;
    },
  };
}

const STAY = 0;
const LEAVE = 1;

export interface LeavingParts {
  readonly kiosk: boolean;
  /** Uses up what a manager has permitted. */
  readonly takeExit: () => Promise<boolean | null>;
  /** null: the bridge does not answer. */
  readonly unfinished: () => Promise<Unfinished | null>;
  readonly end: () => Promise<void>;
}

/**
 * Ends the application at a person's request, after a question where something is unfinished. False: this is a kiosk, and no
 * manager has permitted it.
 */
export function createLeaving(
  { dialog }: Pick<Electron, 'dialog'>,
  { question, stay, leave, reasons, waiting }: Texts,
  { kiosk, takeExit, unfinished, end }: LeavingParts,
): (window: ShellWindow) => Promise<boolean> {
  // A question stands above its window, as long as there is one.
  const ask = (window: ShellWindow, asked: MessageBoxOptions) =>
    window.isDestroyed() ? dialog.showMessageBox(asked) : dialog.showMessageBox(window, asked);

  async function leaveWith(window: ShellWindow): Promise<boolean> {
    const left = await unfinished();
    const leaving = leavingOf({ kiosk, permitted: kiosk && (await takeExit()) === true, unfinished: left });
    if (leaving === 'refused') return false;
    if (leaving === 'ended') return end().then(() => true);
    const why = reasonsToWait(left);
    const { response } = await ask(window, {
      type: 'warning',
      message: question,
      detail: [...why.map(reason => reasons[reason]), ...(left?.waiting ? [waiting] : [])].join('\n\n'),
      buttons: [stay, leave],
      defaultId: STAY,
      cancelId: STAY,
      noLink: true,
    });
    if (response === LEAVE) await end();
    return true;
  }

  /** Requests that come while one is answered get the same answer. */
  let answer: Promise<boolean> | null = null;
  return window => {
    answer ??= leaveWith(window).finally(() => {
      answer = null;
    });
    return answer;
  };
}
