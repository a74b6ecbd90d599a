import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const TILL = join(import.meta.dirname, 'renderer', 'main.tsx');
const DISPLAY = join(import.meta.dirname, 'renderer', 'display', 'main.tsx');

type Modules = Rolldown.ChunkingContext;
/** Ids of modules, found when they are asked for the first time. */
type Ids = (modules: Modules) => ReadonlySet<string>;

/** The modules together with everything that they import statically. */
function withImports(of: (modules: Modules) => readonly string[]): Ids {
  let found: Set<string> | null = null;
  return modules => {
    if (found) return found;
    found = new Set(of(modules));
    for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
    return found;
  };
}

const till = withImports(() => [TILL]);
const display = withImports(() => [DISPLAY]);

/** Each page of a manager, the first run and the second language is a file of its own, which loads when somebody wants it. */
const LOADED_WHEN_WANTED = /\/renderer\/(manager|setup|texts)\//;
const loadedEarly = withImports(modules =>
  [...till(modules)]
    .flatMap(id => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter(id => !LOADED_WHEN_WANTED.test(id)),
);

const QR_CODE = /\/renderer\/parts\/qrPath\.ts$|\/node_modules\/qrcode-generator\//;

/** Modules that every page of a manager needs are one file. */
const SHARED_BY_PAGES = /\/renderer\/(data|form|manager)\/\w+\.tsx?$/;

const group = (name: string, priority: number, holds: (id: string, modules: Modules) => boolean) => ({
  priority,
  debugName: name,
  name: (id: string, modules: Modules) => (modules.getModuleInfo(TILL) && holds(id, modules) ? name : null),
});

/**
 * The till is three files, so that a start is a few requests and not fifty: what it has in common with the customer display,
 * what else it needs before it shows anything, and the dialogs and rare screens (`renderer/parts/laterPart.tsx`).
 */
const groups = [
  // Drawn by dialogs and, seldom, by the display, which loads no dialog.
  group('qrCode', 4, id => QR_CODE.test(id)),
  // With the little that only dialogs share with the display, which would have to load all dialogs otherwise.
  group(
    'common',
    3,
    (id, modules) => (till(modules).has(id) || loadedEarly(modules).has(id)) && display(modules).has(id),
  ),
  group('till', 2, (id, modules) => till(modules).has(id)),
  group('dialogs', 1, (id, modules) => loadedEarly(modules).has(id)),
  group('pages', 0, id => SHARED_BY_PAGES.test(id)),
];

/** Parts are loaded by `renderer/parts/styledPart.ts`, which is smaller than what the bundler puts there. */
const styledParts: Plugin = {
  name: 'styled-parts',
  enforce: 'pre',
  load: id =>
    id === '\0vite/preload-helper.js' ? `export { styledPart as __vitePreload } from '/parts/styledPart.ts';` : null,
};

/** Builds the cashier screen into `dist/renderer`, from where the bridge serves it. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), tailwindcss(), styledParts],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    cssTarget: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
