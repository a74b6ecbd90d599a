/** A browser and its system in two words, from the long name that it sends. */

/** The first that matches counts: most browsers also name those that they resemble. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bElectron\//, 'Tillbridge'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Of a program that is no known browser its own name. */
export function browserName(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(table => table.find(([mark]) => mark.test(agent))?.[1]);
  return browser ? [browser, system].filter(Boolean).join(', ') : agent;
}
