/** The screens of the till and of the back office as targets of the build. */
import { join } from 'node:path';
import { buildIfStale, bundled, root, type Say, type Target } from './target.ts';

const pages = (...names: readonly string[]): string[] => names.map(name => join(root, 'renderer', name));

export const screens = {
  screen: {
    title: 'the cashier screen',
    result: 'dist/renderer',
    sources: ['renderer', 'main/wire', 'main/domain', 'vite.config.ts', 'package-lock.json'],
    option: [],
    make: folder =>
      bundled({
        root: join(root, 'renderer'),
        configFile: join(root, 'vite.config.ts'),
        // The customer display is a page of its own, so that nothing of it is in what a till loads first.
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: pages('index.html', 'display.html') } },
      }),
  },
  office: {
    title: 'the screen of the back office',
    result: 'dist/office',
    sources: ['renderer', 'main/wire', 'main/domain', 'vite.config.ts', 'package-lock.json'],
    option: ['--office'],
    // A build of its own, so that nothing of it is in what a till loads first.
    make: folder =>
      bundled({
        root: join(root, 'renderer'),
        configFile: join(root, 'vite.config.ts'),
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: pages('office.html') } },
      }),
  },
} as const satisfies Record<string, Target>;

/** Builds the screen where its sources changed; says so in one line. A failed build is said, and never thrown. */
export const buildScreenIfStale = (say: Say): Promise<void> => buildIfStale(screens.screen, say);

/** The same for the screen of the back office. */
export const buildOfficeScreenIfStale = (say: Say): Promise<void> => buildIfStale(screens.office, say);
