/** Browsers by the long names that they send. */

import { expect, it } from 'vitest';
import { browserName } from './browserName.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Linux; Android 16) ${CHROME} Mobile Safari/537.36`, 'Chrome, Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, macOS'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Electron/39.0.0 Safari/537.36`, 'Tillbridge, Linux'],
  ['register/2.1', 'register/2.1'],
])('%s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
