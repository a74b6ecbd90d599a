/** The desktop window around the page, where there is one: a page in a browser cannot end the program. */

export interface DesktopShell {
  /** Ends the application; asks first where payments are unfinished. */
  quit(): Promise<void>;
}

export const shellAround = (page: object): DesktopShell | null =>
  'tillbridge' in page ? (page.tillbridge as DesktopShell) : null;
