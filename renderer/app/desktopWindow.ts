/** The desktop window around the page, where there is one: a page in a browser cannot end the program. */

export interface DesktopWindow {
  /** Ends the application, after a question when payments are unfinished. False in kiosk mode: a manager must allow it. */
  quit(): Promise<boolean>;
  /** Prints the page; a kiosk asks nothing and takes its usual printer. */
  print(): Promise<boolean>;
  /** Shows the report for the support, without cards, names and turnover, and saves it where a person wants that. */
  report(): Promise<boolean>;
}

export const desktopWindowOf = (page: object): DesktopWindow | null =>
  'tillbridge' in page ? (page.tillbridge as DesktopWindow) : null;

/** Has `lock` called when the screen of the system is locked or the machine goes to sleep; the shell says it as an event. */
export function followScreenLock(page: EventTarget, lock: () => void): void {
  page.addEventListener('tillbridge:lock', lock);
}
