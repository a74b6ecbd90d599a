/** Windows of the twin: each is a page of a real Chromium, and its life comes from the debugging protocol. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BrowserWindowConstructorOptions, Rectangle, WindowOpenHandlerResponse } from 'electron';
import type { ShellContents, ShellWindow, WithoutEvents } from '../../main/electron/surface.ts';
import type { Chromium, Session } from './chromium.ts';
import type { WindowFacts } from './orders.ts';
import {
  ANSWER,
  BINDING,
  beforePreload,
  EVENT,
  isolatedWorld,
  type PreloadMessage,
  pageWorld,
  WORLD,
} from './preloadWorld.ts';

/** An event of Electron that a listener may stop. */
export interface TwinEvent {
  readonly url: string;
  defaultPrevented: boolean;
  preventDefault(): void;
}

export const twinEvent = (url = ''): TwinEvent => ({
  url,
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
});

/** The numbers of Chromium's network errors that a till meets; any other counts as a general failure. */
const NET_ERRORS: Readonly<Record<string, number>> = {
  'net::ERR_ABORTED': -3,
  'net::ERR_BLOCKED_BY_CLIENT': -20,
  'net::ERR_CONNECTION_RESET': -101,
  'net::ERR_CONNECTION_REFUSED': -102,
  'net::ERR_EMPTY_RESPONSE': -324,
};
const GENERAL = -2;

/** The frame that sent a message to the main process. */
export interface SenderFrame {
  readonly url: string;
  /** null for the page itself. */
  readonly parent: object | null;
}

/** The parts of the application that a window needs. */
export interface Surroundings {
  readonly chromium: () => Chromium;
  /** Puts the application's decisions on permissions in force for the pages of this origin. */
  readonly permit: (origin: string) => Promise<void>;
  readonly answer: (frame: SenderFrame, channel: string, args: readonly unknown[]) => Promise<unknown>;
  readonly created: (contents: TwinContents) => void;
  /** The application's decision on each request of a page. */
  readonly mayLeave: (url: string) => boolean;
}

export class TwinContents extends EventEmitter implements WithoutEvents<ShellContents> {
  #opened: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' });
  session: Session | null = null;
  /** Context of the preload script in the page of now. */
  world: number | null = null;
  crashing = false;

  setWindowOpenHandler(handler: Parameters<ShellContents['setWindowOpenHandler']>[0]): void {
    this.#opened = handler as (details: { url: string }) => WindowOpenHandlerResponse;
  }

  /** True when a page may open a window at this address. */
  mayOpen = (url: string): boolean => this.#opened({ url }).action === 'allow';

  /** Orders of printing; a sheet of paper is the only thing that is missing: the page is drawn for a printer. */
  readonly prints: { readonly silent: boolean; readonly bytes: number }[] = [];
  print(
    options: { readonly silent?: boolean } = {},
    answer: (isPrinted: boolean, reason: string) => void = () => undefined,
  ) {
    const drawn = this.session?.send('Page.printToPDF', {}) ?? Promise.reject(new Error('no page'));
    drawn.then(
      ({ data }) => {
        this.prints.push({ silent: options.silent === true, bytes: data.length });
        answer(true, '');
      },
      error => answer(false, String(error)),
    );
  }

  /** The protocol of the page itself, beside the session of the twin. */
  readonly debugger = Object.assign(new EventEmitter(), {
    attach: () => undefined,
    isAttached: () => true,
    sendCommand: (command: string, settings?: object) =>
      this.session!.send(command as 'Page.enable', settings as never),
    detach: () => undefined,
  }) as unknown as ShellContents['debugger'];

  /** Goes to the preload script of the page that is loaded; nobody gets it later. */
  send(channel: string, ...args: readonly unknown[]): void {
    const { session, world } = this;
    if (!session || world === null) return;
    const expression = `${EVENT}(${JSON.stringify({ channel, args })})`;
    session.send('Runtime.evaluate', { contextId: world, expression }).catch(() => undefined);
  }

  forcefullyCrashRenderer(): void {
    this.crashing = true;
    // The command has no answer, because the process that would answer is gone.
    this.session?.send('Page.crash').catch(() => undefined);
  }
}

const USUAL = { x: 0, y: 0, width: 800, height: 600 } as const;

export class TwinWindow extends EventEmitter implements WithoutEvents<Omit<ShellWindow, 'webContents'>> {
  readonly webContents = new TwinContents();
  readonly #options: BrowserWindowConstructorOptions;
  readonly #around: Surroundings;
  readonly #page: Promise<string>;
  #bounds: Rectangle;
  #target: string | null = null;
  #destroyed = false;
  #shown: boolean;
  #focused = 0;
  /** The address that the application itself loads: no listener is asked about it. */
  #loading: string | null = null;
  #ready = false;

  constructor(options: BrowserWindowConstructorOptions, around: Surroundings) {
    super();
    const { x, y, width, height, show = true } = { ...USUAL, ...options };
    this.#options = options;
    this.#around = around;
    this.#bounds = { x, y, width, height };
    this.#shown = show;
    around.created(this.webContents);
    this.#page = this.#open();
    this.#page.catch(() => undefined);
  }

  async #open(): Promise<string> {
    const { chromium } = this.#around;
    const { width, height } = this.#bounds;
    const { targetId } = await chromium().send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    });
    this.#target = targetId;
    const { sessionId } = await chromium().send('Target.attachToTarget', { targetId, flatten: true });
    const session = chromium().session(sessionId);
    this.webContents.session = session;
    this.#follow(session, targetId);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Network.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
    await this.#preload(session, targetId);
    return targetId;
  }

  #follow(session: Session, mainFrame: string): void {
    const contents = this.webContents;
    const documents = new Map<string, string>();
    session.on('Fetch.requestPaused', ({ requestId, request: { url }, frameId, redirectedRequestId, resourceType }) => {
      if (!this.#around.mayLeave(url)) {
        session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => undefined);
        return;
      }
      if (resourceType !== 'Document') {
        session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
        return;
      }
      this.#decide(url, frameId === mainFrame, redirectedRequestId !== undefined)
        .then(goes =>
          goes
            ? session.send('Fetch.continueRequest', { requestId })
            : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }),
        )
        // The page may be gone by now.
        .catch(() => undefined);
    });
    session.on('Network.requestWillBeSent', ({ requestId, type, frameId, request }) => {
      if (type === 'Document' && frameId === mainFrame) documents.set(requestId, request.url);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const url = documents.get(requestId);
      if (url === undefined) return;
      contents.emit('did-fail-load', twinEvent(url), NET_ERRORS[errorText] ?? GENERAL, errorText, url, true);
    });
    session.on('Page.fileChooserOpened', facts => {
      (contents.debugger as unknown as EventEmitter).emit('message', twinEvent(), 'Page.fileChooserOpened', facts);
    });
    session.on('Page.loadEventFired', () => {
      contents.emit('did-finish-load');
      if (this.#ready || this.#destroyed) return;
      this.#ready = true;
      this.emit('ready-to-show', twinEvent());
    });
    session.on('Page.windowOpen', ({ url }) => void contents.mayOpen(url));
    session.on('Inspector.targetCrashed', () => {
      const reason = contents.crashing ? 'killed' : 'crashed';
      contents.crashing = false;
      contents.emit('render-process-gone', twinEvent(), { reason, exitCode: 1 });
    });
  }

  /** Asks the listeners as Electron does: about requests of the page itself, never about those of the application. */
  async #decide(url: string, isMain: boolean, isRedirect: boolean): Promise<boolean> {
    const contents = this.webContents;
    const own = isMain && this.#loading === url;
    if (own) this.#loading = null;
    const names = isRedirect
      ? ['will-redirect']
      : own
        ? []
        : isMain
          ? ['will-frame-navigate', 'will-navigate']
          : ['will-frame-navigate'];
    const asked = names.map(name => {
      const event = twinEvent(url);
      contents.emit(name, event);
      return event;
    });
    if (asked.some(({ defaultPrevented }) => defaultPrevented)) return false;
    if (isMain) await this.#around.permit(new URL(url).origin);
    return true;
  }

  /** Puts the preload script before every page, and answers its messages. */
  async #preload(session: Session, mainFrame: string): Promise<void> {
    const { preload } = this.#options.webPreferences ?? {};
    if (preload === undefined) return;
    const frames = new Map<number, string>();
    session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      const frame = String((auxData as { frameId?: string } | undefined)?.frameId);
      frames.set(id, frame);
      if (name === WORLD && frame === mainFrame) this.webContents.world = id;
    });
    session.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      // A page that was taken over sends from any of its frames; the main process is told which one it was.
      const frame = frames.get(executionContextId);
      this.#message(session, JSON.parse(payload), executionContextId, frame === mainFrame).catch(() => undefined);
    });
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorld(readFileSync(preload, 'utf8'), pathToFileURL(preload).href),
      worldName: WORLD,
    });
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  async #message(session: Session, { id, channel, args }: PreloadMessage, contextId: number, isPage: boolean) {
    const { frameTree } = await session.send('Page.getFrameTree');
    // The worst frame inside: one that shows the address of the page itself.
    const frame = { url: frameTree.frame.url, parent: isPage ? null : {} };
    const answer = await this.#around.answer(frame, channel, args).then(
      value => ({ id, value }),
      (error: Error) => ({ id, error: `Error invoking remote method '${channel}': ${error}` }),
    );
    await session.send('Runtime.evaluate', { contextId, expression: `${ANSWER}(${JSON.stringify(answer)})` });
  }

  async loadURL(url: string): Promise<void> {
    this.#stillThere();
    await this.#page;
    const address = new URL(url);
    address.hash = '';
    this.#loading = address.href;
    const { errorText } = await this.webContents.session!.send('Page.navigate', { url });
    if (errorText) throw new Error(`${errorText} loading '${url}'`);
  }

  getBounds(): Rectangle {
    this.#stillThere();
    return this.#bounds;
  }
  getNormalBounds(): Rectangle {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.#stillThere();
    this.#bounds = { ...this.#bounds, ...bounds };
  }
  show(): void {
    this.#stillThere();
    this.#shown = true;
    this.#focused += 1;
  }
  showInactive(): void {
    this.#stillThere();
    this.#shown = true;
  }
  focus(): void {
    this.#stillThere();
    this.#focused += 1;
  }
  restore(): void {
    this.#stillThere();
  }
  isMinimized(): boolean {
    this.#stillThere();
    return false;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** A person or the system wants it closed; true when nothing spoke against it. */
  close(): boolean {
    const event = twinEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('closed');
    void this.closePage();
  }

  /** Writes which lines of the preload script ran, beside what Node writes of the main process. */
  async #keepCoverage(targetId: string): Promise<void> {
    const { preload } = this.#options.webPreferences ?? {};
    const folder = process.env.NODE_V8_COVERAGE;
    if (preload === undefined || folder === undefined) return;
    const { result } = await this.webContents.session!.send('Profiler.takePreciseCoverage');
    const { href } = pathToFileURL(preload);
    const before = beforePreload();
    const own = result.filter(({ url }) => url === href);
    for (const { functions } of own)
      for (const range of functions.flatMap(({ ranges }) => ranges)) {
        range.startOffset -= before;
        range.endOffset -= before;
      }
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `preload-${targetId}.json`), JSON.stringify({ result: own }));
  }

  /** Resolves when the page is gone. */
  async closePage(): Promise<void> {
    this.#destroyed = true;
    const targetId = await this.#page.catch(() => null);
    if (targetId === null) return;
    // A page that crashed or hangs has no counts to give.
    await Promise.race([
      this.#keepCoverage(targetId).catch(() => undefined),
      setTimeout(2000, undefined, { ref: false }),
    ]);
    await this.#around
      .chromium()
      .send('Target.closeTarget', { targetId })
      .catch(() => undefined);
  }

  facts = (): WindowFacts => ({
    options: this.#options,
    bounds: this.#bounds,
    shown: this.#shown,
    focused: this.#focused,
    target: this.#target,
    prints: this.webContents.prints,
  });

  #stillThere(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }
}
