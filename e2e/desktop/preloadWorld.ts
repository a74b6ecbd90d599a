/**
 * The world of a preload script: isolated from the page, with `require('electron')` and nothing else. Both worlds share the
 * document, so what `contextBridge` exposes goes across as events of it, by structured clone.
 */

/** Name of the isolated world; the binding of its messages is visible there alone. */
export const WORLD = 'Electron Isolated Context';
export const BINDING = 'twinMessage';
/** Takes the answer to a message of that world. */
export const ANSWER = 'twinAnswer';
/** Takes a message from the main process. */
export const EVENT = 'twinEvent';

export interface PreloadMessage {
  readonly id: number;
  readonly channel: string;
  readonly args: readonly unknown[];
}

/** Runs in the page's own world, before its scripts: builds what the preload exposes, as calls into the other world. */
export const pageWorld = `(() => {
  if (window !== window.top) return;
  const calls = new Map();
  let last = 0;
  const say = (name, detail) => document.dispatchEvent(new CustomEvent('twin:' + name, { detail: JSON.stringify(detail) }));
  document.addEventListener('twin:result', ({ detail }) => {
    const { id, value, error } = JSON.parse(detail);
    const call = calls.get(id);
    calls.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  const build = tree => tree.call === undefined
    ? tree.value !== undefined ? tree.value : Object.freeze(Object.fromEntries(Object.entries(tree.members).map(([name, part]) => [name, build(part)])))
    : (...args) => new Promise((resolve, reject) => {
        last += 1;
        calls.set(last, { resolve, reject });
        say('call', { id: last, call: tree.call, args });
      });
  document.addEventListener('twin:expose', ({ detail }) => {
    const { name, tree } = JSON.parse(detail);
    if (!(name in window)) Object.defineProperty(window, name, { value: build(tree), enumerable: true });
  });
  say('ready', null);
})();`;

/** Stands where the preload script does, of which the lines that ran are counted. */
const PRELOAD = '/* preload */';

/** Runs in the isolated world: Electron's two objects of the renderer, and the preload script with them, as the file `url`. */
export const isolatedWorld = (
  preload: string,
  url: string,
): string => `${WORLD_OF_PRELOAD.replace(PRELOAD, () => preload)}
//# sourceURL=${url}`;

/** How many characters stand before the preload script there. */
export const beforePreload = (): number => WORLD_OF_PRELOAD.indexOf(PRELOAD);

const WORLD_OF_PRELOAD = `(() => {
  if (window !== window.top) return;
  const functions = [];
  const exposed = [];
  const listeners = [];
  const answers = new Map();
  let last = 0;
  const say = (name, detail) => document.dispatchEvent(new CustomEvent('twin:' + name, { detail: JSON.stringify(detail) }));
  const tree = part => typeof part === 'function'
    ? { call: functions.push(part) - 1 }
    : typeof part === 'object' && part !== null
      ? { members: Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, tree(inner)])) }
      : { value: part };
  document.addEventListener('twin:call', async ({ detail }) => {
    const { id, call, args } = JSON.parse(detail);
    try {
      say('result', { id, value: await functions[call](...args) });
    } catch (error) {
      say('result', { id, error: String(error?.message ?? error) });
    }
  });
  document.addEventListener('twin:ready', () => exposed.forEach(one => say('expose', one)));
  const electron = {
    contextBridge: {
      exposeInMainWorld(name, api) {
        const one = { name, tree: tree(api) };
        exposed.push(one);
        say('expose', one);
      },
    },
    ipcRenderer: {
      on: (channel, listener) => void listeners.push([channel, listener]),
      invoke: (channel, ...args) => new Promise((resolve, reject) => {
        last += 1;
        answers.set(last, { resolve, reject });
        globalThis.${BINDING}(JSON.stringify({ id: last, channel, args }));
      }),
    },
  };
  globalThis.${ANSWER} = ({ id, value, error }) => {
    const call = answers.get(id);
    answers.delete(id);
    if (error === undefined) call.resolve(value);
    else call.reject(new Error(error));
  };
  globalThis.${EVENT} = ({ channel, args }) => {
    for (const [name, listener] of listeners) if (name === channel) listener({}, ...args);
  };
  const require = name => {
    if (name !== 'electron') throw new Error('module not found: ' + name);
    return electron;
  };
  ((require, exports, module) => {${PRELOAD}
  })(require, {}, { exports: {} });
})();`;
