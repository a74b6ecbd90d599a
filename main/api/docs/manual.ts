/** The manual for cashiers and managers, `assets/manual/`: rendered at the first visit, served as pages and, for the till, as data. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Html, html, inline, type PageLanguage, trusted } from '../../http/htmlPage.ts';
import { MANUAL, type Manual, type ManualPage, type ManualPart } from '../../wire/manual.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'manual');

const TEXTS = {
  en: {
    title: 'Manual',
    about: 'How the till is used, a page for each task.',
    search: 'Search the manual',
    none: 'No page has these words.',
    whole: 'The whole manual on one page, to print',
    contents: 'All pages of the manual',
    part: { counter: 'At the till', management: 'For managers', trouble: 'What to do when …' },
  },
  de: {
    title: 'Handbuch',
    about: 'So wird die Kasse bedient, eine Seite je Aufgabe.',
    search: 'Im Handbuch suchen',
    none: 'Keine Seite hat diese Wörter.',
    whole: 'Das ganze Handbuch auf einer Seite, zum Drucken',
    contents: 'Alle Seiten des Handbuchs',
    part: { counter: 'An der Kasse', management: 'Für die Leitung', trouble: 'Was tun, wenn …' },
  },
} as const satisfies Record<PageLanguage, object>;

const parts = Object.keys(MANUAL) as ManualPart[];

const read = new Map<PageLanguage, Promise<Manual>>();

/** Every page in this language; read once. Rejects where a file cannot be read, and tries again at the next call. */
export function manualIn(language: PageLanguage): Promise<Manual> {
  const known = read.get(language);
  if (known) return known;
  const reading = readManual(language);
  read.set(language, reading);
  reading.catch(() => read.delete(language));
  return reading;
}

async function readManual(language: PageLanguage): Promise<Manual> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        return `<a href="/docs/manual/${href.replace(/\.md$/, '')}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return html`<img src="${href.replace('../pictures', '/docs/manual/pictures')}" alt="${text}" loading="lazy">`
          .markup;
      },
    },
  });
  const all = parts.flatMap(part => MANUAL[part].map(id => ({ part, id })));
  const pages = all.map(async ({ part, id }): Promise<ManualPage> => {
    const source = await readFile(join(FOLDER, language, `${id}.md`), 'utf8');
    const [, title = id, body = ''] = /^# ([^\n]+)\n(.*)$/s.exec(source) ?? [];
    const markup = await marked.parse(body);
    return { id, part, title, markup, text: plain(body) };
  });
  return { pages: await Promise.all(pages) };
}

/** Markdown without its marks and addresses. */
const plain = (source: string): string =>
  source
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`#]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const manualTitle = (language: PageLanguage): string => TEXTS[language].title;

/** The list of contents, with a search that asks nobody. */
export async function manualContents(language: PageLanguage): Promise<Html> {
  const t = TEXTS[language];
  const { pages } = await manualIn(language);
  const list = (part: ManualPart) =>
    html`<section data-part><h2>${t.part[part]}</h2><ul class="places">${pages
      .filter(page => page.part === part)
      .map(
        ({ id, title, text }) =>
          html`<li data-words="${`${title} ${text}`.toLowerCase()}"><a href="/docs/manual/${id}">${title}</a></li>`,
      )}</ul></section>`;
  return html`<h1>${t.title}</h1>
<p>${t.about}</p>
<form role="search" id="manual-search" hidden><label for="words">${t.search}</label><input id="words" type="search" maxlength="100" autocomplete="off"></form>
<p role="status" id="nothing" data-text="${t.none}"></p>
${parts.map(list)}
<p><a href="/docs/manual/whole">${t.whole}</a></p>`;
}

/** A page, or null where there is none with this name. */
export async function manualPage(
  id: string,
  language: PageLanguage,
): Promise<{ readonly title: string; readonly body: Html } | null> {
  const { pages } = await manualIn(language);
  const at = pages.findIndex(page => page.id === id);
  const [page, next] = [pages[at], pages[at + 1]];
  if (!page) return null;
  const body = html`<p class="quiet print-hidden"><a href="/docs/manual">${TEXTS[language].contents}</a></p>
<article class="guide"><h1>${page.title}</h1>${trusted(page.markup)}</article>
${next && html`<p class="next print-hidden"><a href="/docs/manual/${next.id}">${next.title} →</a></p>`}`;
  return { title: page.title, body };
}

/** All pages, one after the other. */
export async function wholeManual(language: PageLanguage): Promise<Html> {
  const { pages } = await manualIn(language);
  return html`<h1>${TEXTS[language].title}</h1>${pages.map(
    ({ id, title, markup }) =>
      html`<article class="guide" id="${id}"><h2>${title}</h2>${trusted(
        // A picture that waits until it is in sight is missing on paper.
        markup.replaceAll(' loading="lazy"', ''),
      )}</article>`,
  )}`;
}

/** The bytes of a picture; null where there is none with this name. */
export const manualPicture = (name: string): Promise<Buffer | null> =>
  /^[\w-]+\.webp$/.test(name) ? readFile(join(FOLDER, 'pictures', name)).catch(() => null) : Promise.resolve(null);

/** Filters the list of contents while somebody types; without it the list is whole. */
export const SEARCH = inline(`
(() => {
  const form = document.getElementById('manual-search');
  if (!form) return;
  const [field, nothing] = [form.querySelector('input'), document.getElementById('nothing')];
  const search = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let found = 0;
    for (const part of document.querySelectorAll('[data-part]')) {
      let here = 0;
      for (const page of part.querySelectorAll('[data-words]')) {
        page.hidden = !words.every(word => page.dataset.words.includes(word));
        here += page.hidden ? 0 : 1;
      }
      part.hidden = here === 0;
      found += here;
    }
    nothing.textContent = found === 0 ? nothing.dataset.text : '';
  };
  form.addEventListener('submit', event => event.preventDefault());
  field.addEventListener('input', search);
  form.hidden = false;
  search();
})();
`);
