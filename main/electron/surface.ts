/**
 * The part of Electron that the shell uses. The shell names nothing else, so that the twin of Electron
 * (`e2e/desktop/`), on which the stories run where the binary cannot be had, does not compile when a member is missing there.
 */
import type {
  App,
  BaseWindow,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Cookies,
  CrashReporter,
  Debugger,
  Dialog,
  ForkOptions,
  IpcMain,
  Menu,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  PowerMonitor,
  PowerSaveBlocker,
  SafeStorage,
  Screen,
  Session,
  Shell,
  Tray,
  UtilityProcess,
  WebContents,
  WebRequest,
} from 'electron';

export type ShellContents = Pick<
  WebContents,
  'on' | 'setWindowOpenHandler' | 'forcefullyCrashRenderer' | 'send' | 'print'
> & {
  readonly debugger: Pick<Debugger, 'attach' | 'isAttached' | 'sendCommand' | 'on'>;
};

export type ShellWindow = Pick<
  BrowserWindow,
  | 'on'
  | 'once'
  | 'loadURL'
  | 'getNormalBounds'
  | 'getBounds'
  | 'setBounds'
  | 'show'
  | 'showInactive'
  | 'focus'
  | 'restore'
  | 'isMinimized'
  | 'isDestroyed'
  | 'destroy'
> & { readonly webContents: ShellContents };

export type ShellSession = Pick<
  Session,
  | 'on'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
> & { readonly cookies: Pick<Cookies, 'get'>; readonly webRequest: Pick<WebRequest, 'onBeforeRequest'> };

/** A part of the surface without its events, whose listeners the types of Electron chain by the whole object. */
export type WithoutEvents<T> = Omit<T, 'on' | 'once'>;

export interface Electron {
  readonly app: Pick<
    App,
    | 'isPackaged'
    | 'on'
    | 'getPath'
    | 'setPath'
    | 'requestSingleInstanceLock'
    | 'whenReady'
    | 'isReady'
    | 'exit'
    | 'relaunch'
    | 'getVersion'
    | 'getLoginItemSettings'
    | 'setLoginItemSettings'
  >;
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => ShellWindow;
  readonly Menu: {
    setApplicationMenu(menu: Menu | null): void;
    buildFromTemplate(template: MenuItemConstructorOptions[]): Menu;
  };
  readonly Tray: new (image: string) => Pick<Tray, 'on' | 'setImage' | 'setToolTip' | 'setContextMenu'>;
  readonly crashReporter: Pick<CrashReporter, 'start'>;
  readonly dialog: Pick<Dialog, 'showErrorBox'> & {
    showMessageBox(
      above: Pick<BaseWindow, 'isDestroyed'>,
      asked: MessageBoxOptions,
    ): Promise<Pick<MessageBoxReturnValue, 'response'>>;
    showMessageBox(asked: MessageBoxOptions): Promise<Pick<MessageBoxReturnValue, 'response'>>;
  };
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start'>;
  readonly safeStorage: Pick<
    SafeStorage,
    'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
  >;
  readonly screen: Pick<Screen, 'on' | 'getAllDisplays' | 'getDisplayMatching'>;
  readonly session: { readonly defaultSession: ShellSession };
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly utilityProcess: {
    fork(
      program: string,
      args: string[],
      options: ForkOptions,
    ): Pick<UtilityProcess, 'on' | 'once' | 'stdout' | 'stderr' | 'kill' | 'pid' | 'postMessage'>;
  };
}
