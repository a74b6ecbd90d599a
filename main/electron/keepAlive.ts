/** Loads the page, and loads it again when it or something under it failed. */
import { type RendererFailure, reloadAfter, UNRESPONSIVE_FOR } from './reloadDelays.ts';
import type { Electron, ShellWindow } from './surface.ts';

export function keepAlive(
  { app }: Pick<Electron, 'app'>,
  window: ShellWindow,
  url: string | (() => Promise<string>),
  say: (line: string) => void,
): void {
  const { webContents } = window;
  let reloads: readonly number[] = [];
  let next: NodeJS.Timeout | undefined;
  let deaf: NodeJS.Timeout | undefined;

  // The event `did-fail-load` reports a failed load.
  const load = async () => {
    const address = typeof url === 'string' ? url : await url();
    if (!window.isDestroyed()) window.loadURL(address).catch(() => undefined);
  };

  function recover(trouble: RendererFailure) {
    const after = reloadAfter(trouble, reloads, Date.now());
    if (after === null) return;
    reloads = [...reloads, Date.now()];
    say(`The screen failed (${Object.values(trouble).join(' ')}) and is loaded again in ${after / 1000} s.`);
    clearTimeout(next);
    next = setTimeout(() => void load(), after);
  }

  webContents.on('render-process-gone', (_event, { reason }) => recover({ part: 'page', reason }));
  webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (isMainFrame) recover({ part: 'load', code });
  });
  app.on('child-process-gone', (_event, { type, reason }) => recover({ part: 'child', type, reason }));
  window.on('unresponsive', () => {
    clearTimeout(deaf);
    deaf = setTimeout(() => webContents.forcefullyCrashRenderer(), UNRESPONSIVE_FOR);
  });
  window.on('responsive', () => clearTimeout(deaf));
  window.on('closed', () => {
    clearTimeout(next);
    clearTimeout(deaf);
  });
  void load();
}
