/** Dialogs of the system show folders, and from there every program of the machine: the page of a kiosk opens none of them. */
import type { Electron, ShellContents } from './surface.ts';
import type { Texts } from './texts.ts';

/** Refuses every question for a file, and says so. Electron has no event for it; Chromium's own protocol has. */
export function refuseFileDialogs(
  { dialog }: Pick<Electron, 'dialog'>,
  contents: ShellContents,
  { noFiles }: Texts,
): void {
  const protocol = contents.debugger;
  protocol.on('message', (_event, method) => {
    if (method === 'Page.fileChooserOpened') void dialog.showMessageBox({ type: 'info', message: noFiles });
  });
  // Each page anew: one that comes after a crash has a process of its own.
  contents.on('did-finish-load', () => {
    if (!protocol.isAttached()) protocol.attach('1.3');
    for (const [command, settings] of [
      ['Page.enable', {}],
      ['Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }],
    ] as const)
      void protocol.sendCommand(command, settings);
  });
}

/** Prints the page as it is. Resolves to false where it was not printed; outside of a kiosk that may be a person's choice. */
export function printPage(
  { dialog }: Pick<Electron, 'dialog'>,
  contents: ShellContents,
  { kiosk, texts }: { readonly kiosk: boolean; readonly texts: Texts },
): Promise<boolean> {
  return new Promise(resolve => {
    contents.print({ silent: kiosk }, (isPrinted, reason) => {
      if (kiosk && !isPrinted)
        void dialog.showMessageBox({ type: 'warning', message: texts.notPrinted, detail: reason });
      resolve(isPrinted);
    });
  });
}
