/** Takes pictures of a screen in light, dark and narrow, and holds them against those in the repository, or records them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { decodePicture, difference, encodePicture, LEVELS, type Picture } from './pictureFile.ts';

const FOLDER = join(import.meta.dirname, 'pictures');
const FOUND = join(import.meta.dirname, '..', 'test-results', 'pictures');
const FONTS = join(FOLDER, 'fonts.png');

/** `npm run pictures` records; otherwise what was recorded is compared. */
export const isRecording = process.env.TILLBRIDGE_PICTURES === 'record';

/** Pixels that may look different: a character that is half a pixel further, and no more. */
const TOLERANCE = 0.004;

const VARIANTS = {
  light: { colorScheme: 'light', width: 1024, height: 640 },
  dark: { colorScheme: 'dark', width: 1024, height: 640 },
  narrow: { colorScheme: 'light', width: 400, height: 800 },
} as const;

/** Names of the screens that look different from their pictures. */
export async function differingPictures(page: Page, name: string): Promise<readonly string[]> {
  const size = page.viewportSize()!;
  const found: string[] = [];
  await settled(page);
  for (const [variant, { colorScheme, width, height }] of Object.entries(VARIANTS)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.evaluate(withFixedTexts);
    const taken = await pictureOf(page);
    if (!isSame(`${name}-${variant}`, taken)) found.push(`${name}-${variant}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
  return found;
}

function isSame(name: string, taken: Picture): boolean {
  const file = join(FOLDER, `${name}.png`);
  const isKnown = existsSync(file);
  const share = isKnown ? difference(decodePicture(readFileSync(file)), taken) : 1;
  // A picture that looks the same keeps its bytes, so that a recording changes only what has changed.
  if (share <= TOLERANCE) return true;
  if (isRecording) {
    writeFileSync(file, encodePicture(taken));
    return true;
  }
  mkdirSync(FOUND, { recursive: true });
  writeFileSync(join(FOUND, `${name}.png`), encodePicture(taken));
  return false;
}

/** The streams never end, and a payment lasts as long as its customer takes. */
const ENDLESS = /\/events$|\/start\//;

/** Calls of each page that are not answered yet. */
const open = new WeakMap<Page, Set<Request>>();

/** To be called before the page loads anything. */
export function followCalls(page: Page): void {
  if (open.has(page)) return;
  const calls = new Set<Request>();
  open.set(page, calls);
  page.on('request', request => void (ENDLESS.test(request.url()) || calls.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => void calls.delete(request));
  page.on('framenavigated', frame => void (frame === page.mainFrame() && calls.clear()));
}

/** Waits until every call is answered and nothing of the page has changed for a moment. */
export async function settled(page: Page): Promise<void> {
  do await page.evaluate(untilQuiet);
  while ((open.get(page)?.size ?? 0) > 0);
}

/** Runs in the page. Text alone changes with every second of a clock, so only elements count. */
function untilQuiet(): Promise<void> {
  return new Promise(resolve => {
    const quiet = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(quiet, 500);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(quiet, 500);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Null where letters look as they did where the pictures were recorded; otherwise the reason why nothing can be compared. */
export async function fontsDiffer(page: Page): Promise<string | null> {
  followCalls(page);
  await page.setContent(
    `<body style="margin:0;font:20px/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif">
      Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich<br>
      <b>0123456789 € äöüß ÄÖÜ</b><br><span style="font-family:ui-monospace,'DejaVu Sans Mono',monospace">Summe 12,50 €</span>`,
  );
  await page.setViewportSize({ width: 700, height: 120 });
  const taken = await pictureOf(page);
  if (isRecording) writeFileSync(FONTS, encodePicture(taken));
  if (!existsSync(FONTS)) return 'no pictures were recorded yet: npm run pictures';
  const share = difference(decodePicture(readFileSync(FONTS)), taken);
  return share === 0 ? null : 'letters look different on this machine than where the pictures were recorded';
}

/** Half the size and 252 colours, computed by the browser. */
async function pictureOf(page: Page): Promise<Picture> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  const { width, height, pixels } = await page.evaluate(shrink, { png: png.toString('base64'), levels: [...LEVELS] });
  return { width, height, pixels: new Uint8Array(Buffer.from(pixels, 'base64')) };
}

/** Runs in the page. */
async function shrink({ png, levels }: { readonly png: string; readonly levels: readonly number[] }) {
  const bytes = Uint8Array.from(atob(png), character => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const width = image.width / 2;
  const height = image.height / 2;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const step = (value: number, count: number) => Math.round((value * (count - 1)) / 255);
  const [reds = 1, greens = 1, blues = 1] = levels;
  let text = '';
  for (let at = 0; at < data.length; at += 4)
    text += String.fromCharCode(
      (step(data[at]!, reds) * greens + step(data[at + 1]!, greens)) * blues + step(data[at + 2]!, blues),
    );
  return { width, height, pixels: btoa(text) };
}

/** Runs in the page: times, days and random ids differ at every run, and say nothing about the look. */
export function withFixedTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const before = node.nodeValue ?? '';
    const after = before
      .replace(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, '12:00')
      .replace(/\b\d{1,2}\.\d{1,2}\.(\d{4}|\d{2})\b/g, '24.11.26')
      .replace(/\b\d{4}-\d{2}-\d{2}\b/g, '2026-11-24')
      .replace(/\b[A-Z]{3}_[A-Z0-9]{20,}\b/g, 'ABC_000000')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8640')
      .replace(/\b(vor|seit) \d+ \w+/g, '$1 1 min')
      .replace(/\b[0-9a-f]{8,}(-\d+)?\b/g, '00000000');
    if (after !== before) node.nodeValue = after;
  }
  for (const field of document.querySelectorAll('input')) if (field.type === 'date') field.value = '2026-11-24';
  // Codes are different each time.
  for (const code of document.querySelectorAll('[data-testid="display-code"]')) code.textContent = 'BCD-FGH';
}

/** Fails with the names of the pictures that differ. */
export function expectSamePictures(names: readonly string[]): void {
  const how = 'compare test-results/pictures with e2e/pictures; npm run pictures records them anew';
  expect(names, how).toEqual([]);
}
