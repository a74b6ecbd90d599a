/** The desktop window around the page, where there is one: a page in a browser cannot end the program. */

export interface DesktopShell {
  /** Ends the application; asks first where payments are unfinished. False: a kiosk, and a manager must permit it. */
  quit(): Promise<boolean>;
}

export const shellAround = (page: object): DesktopShell | null =>
  'tillbridge' in page ? (page.tillbridge as DesktopShell) : null;
