/** Puts the decisions on navigation and permissions in force, for every page there will ever be. */
import { isPermissionAllowed, ownPage } from './page.ts';

interface Leaving {
  readonly url: string;
  preventDefault(): void;
}

export function guardContents({ app }: Pick<typeof import('electron'), 'app'>, origin: string): void {
  const keepHere = (event: Leaving) => {
    if (!ownPage(event.url, origin)) event.preventDefault();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', keepHere);
    contents.on('will-redirect', keepHere);
    contents.on('will-frame-navigate', keepHere);
    contents.on('will-attach-webview', event => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

export function guardSession({ session }: Pick<typeof import('electron'), 'session'>, origin: string): void {
  const pages = session.defaultSession;
  pages.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isPermissionAllowed(permission, requestingUrl, origin)),
  );
  pages.setPermissionCheckHandler((_contents, permission, asking) => isPermissionAllowed(permission, asking, origin));
  pages.setDevicePermissionHandler(() => false);
  pages.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
