import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the cashier screen into `dist/renderer`, from where the bridge serves it. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    cssTarget: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
