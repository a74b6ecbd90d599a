/** Puts the decisions on navigation, permissions, windows and files in force, for every page there will ever be. */
import type { DownloadItem } from 'electron';
import { isPermissionAllowed, mayLeave, ownPage } from './page.ts';
import type { Electron } from './surface.ts';

interface Leaving {
  readonly url: string;
  preventDefault(): void;
}

export interface GuardedContents {
  /** Origin of the bridge, the only place whose pages the window shows. */
  readonly origin: string;
  /** The window stands in a shop, where customers reach it: nothing leads to the files and programs of the machine. */
  readonly kiosk: boolean;
  /** Address of the page of the virtual terminal, null where there is none; a browser of the system shows it. */
  readonly terminalPage: () => string | null;
}

export function guardContents(
  { app, shell }: Pick<Electron, 'app' | 'shell'>,
  { origin, kiosk, terminalPage }: GuardedContents,
): void {
  const keepHere = (event: Leaving) => {
    if (!ownPage(event.url, origin)) event.preventDefault();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', keepHere);
    contents.on('will-redirect', keepHere);
    contents.on('will-frame-navigate', keepHere);
    contents.on('will-attach-webview', event => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const page = terminalPage();
      if (!kiosk && page !== null && ownPage(url, new URL(page).origin)) void shell.openExternal(url);
      return { action: 'deny' };
    });
  });
}

export interface GuardedSession {
  readonly origin: string;
  /** The bridge itself answers at the origin, and nobody who has taken its port. */
  readonly isOurs: () => boolean;
  /** Takes each download over; null leaves it to the question of the system, which shows the folders of the machine. */
  readonly files: ((item: DownloadItem) => void) | null;
}

export function guardSession({ session }: Pick<Electron, 'session'>, { origin, isOurs, files }: GuardedSession): void {
  const pages = session.defaultSession;
  pages.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLeave(url, origin, isOurs()) }));
  pages.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isPermissionAllowed(permission, requestingUrl, origin)),
  );
  pages.setPermissionCheckHandler((_contents, permission, asking) => isPermissionAllowed(permission, asking, origin));
  pages.setDevicePermissionHandler(() => false);
  pages.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  if (files) pages.on('will-download', (_event, item) => files(item));
}
