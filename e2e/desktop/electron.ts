/** The module `electron` of the twin, by the names that the shell imports. */
import { twin } from './twin.ts';

export const {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} = twin;
