import { desktopWindowOf } from '../app/desktopWindow.ts';

/** Prints the page as the window or the browser around it does. */
export function printPage(page: Window & object = window): void {
  const desktop = desktopWindowOf(page);
  if (desktop) void desktop.print();
  else page.print();
}
