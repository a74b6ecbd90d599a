/** The guides of `assets/guides/`: Markdown with programs beside it, rendered at the first visit. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Html, html, type PageLanguage, trusted } from '../../http/htmlPage.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'guides');
/** Address in the guides and their programs; a page shows the address of the reader in its place. */
const ADDRESS = 'http://127.0.0.1:8640';

interface Guide {
  readonly name: string;
  readonly en: readonly [title: string, about: string];
  readonly de: readonly [title: string, about: string];
}

/** In the order in which a newcomer reads them. */
export const guides: readonly Guide[] = [
  {
    name: 'first-card-payment',
    en: ['First card payment', 'token, sale, payment, outcome, receipt: five minutes'],
    de: ['Erste Kartenzahlung', 'Token, Verkauf, Zahlung, Ausgang, Bon: fünf Minuten'],
  },
  {
    name: 'card-payment-all-endings',
    en: ['Card payment, all endings', 'each with test data, the answer, and the duty of the cash register'],
    de: ['Kartenzahlung, alle Ausgänge', 'je mit Testdaten, Antwort und Pflicht der Kasse'],
  },
  {
    name: 'lost-answer',
    en: ['Lost answer', 'repeat without paying twice'],
    de: ['Verlorene Antwort', 'wiederholen, ohne zweimal zu zahlen'],
  },
  {
    name: 'signature-and-questions',
    en: ['Signature and questions', 'cash registers that can ask a person, and those that cannot'],
    de: ['Unterschrift und Fragen', 'Kassen, die eine Person fragen können, und andere'],
  },
  {
    name: 'several-tenders',
    en: ['Several tenders', 'cash, cards and vouchers for one sale'],
    de: ['Mehrere Zahlungsmittel', 'bar, Karten und Gutscheine für einen Verkauf'],
  },
  {
    name: 'loyalty-and-missing-sum',
    en: ['Loyalty card and missing sum', 'what the card pays, and what is left'],
    de: ['Kundenkarte und fehlende Summe', 'was die Karte zahlt, und was bleibt'],
  },
  {
    name: 'returns-and-cancel',
    en: ['Returns and cancellation', 'undo a sale, give back one payment, take goods back'],
    de: ['Rückgabe und Storno', 'Verkauf stornieren, eine Zahlung oder Ware zurück'],
  },
  {
    name: 'end-of-day',
    en: ['End of day', 'what stands in its way, and the comparison'],
    de: ['Tagesabschluss', 'was ihm im Weg steht, und der Abgleich'],
  },
  {
    name: 'reports-and-reconciliation',
    en: ['Reports and reconciliation', 'lists, sums by method, the figures of the terminal'],
    de: ['Berichte und Abgleich', 'Listen, Summen nach Verfahren, Zahlen des Terminals'],
  },
  {
    name: 'receiving-pushes',
    en: ['Receiving pushes', 'be called when a sale changes, and know that it was this bridge'],
    de: ['Pushes empfangen', 'angerufen werden, wenn ein Verkauf sich ändert'],
  },
  {
    name: 'customer-display',
    en: ['Customer display', 'pair a screen and follow what it shows'],
    de: ['Kundenanzeige', 'einen Bildschirm koppeln und ihm folgen'],
  },
  {
    name: 'second-till',
    en: ['Second till', 'sign a device in by a code and give it a terminal'],
    de: ['Zweite Kasse', 'ein Gerät mit einem Code anmelden, ihm ein Terminal geben'],
  },
  {
    name: 'browser-register',
    en: ['Cash register in a browser', 'a web page of another origin'],
    de: ['Kasse im Browser', 'eine Webseite von anderer Herkunft'],
  },
  {
    name: 'testing-in-ci',
    en: ['Testing in CI', 'start, reset, clock, faults, exit codes'],
    de: ['Testen in der CI', 'Start, Zurücksetzen, Uhr, Störungen, Exit-Codes'],
  },
  {
    name: 'from-demo-to-shop',
    en: ['From demo to shop', 'clients, terminals, TLS, backup, and a list to check before going live'],
    de: ['Von der Demo ins Geschäft', 'Clients, Terminals, TLS, Sicherung, Prüfliste'],
  },
];

/** Languages of the programs, by the ending of the file, with the command that runs it. */
const LANGUAGES: Readonly<Record<string, readonly [language: string, command: string]>> = {
  py: ['Python', 'python3'],
  php: ['PHP', 'php'],
  java: ['Java', 'java'],
  mjs: ['JavaScript', 'node'],
  html: ['Web page', ''],
  sh: ['Shell', 'bash'],
  cs: ['C#', 'dotnet run'],
};

const TEXTS = {
  en: {
    title: 'Guides',
    about:
      'One use case each, one or two screens long. The programs are complete and need nothing but the language itself: copy, run, see.',
  },
  de: {
    title: 'Anleitungen',
    about:
      'Je ein Anwendungsfall, ein bis zwei Bildschirme lang, auf Englisch. Die Programme sind vollständig und brauchen nur die Sprache selbst: kopieren, starten, sehen.',
  },
} as const satisfies Record<PageLanguage, object>;

export const guidesTitle = (language: PageLanguage): string => TEXTS[language].title;

export const guidesPage = (language: PageLanguage): Html =>
  html`<h1>${TEXTS[language].title}</h1>
<p>${TEXTS[language].about}</p>
<ol class="places">${guides.map(guide => {
    const [title, about] = guide[language];
    return html`<li><a href="/docs/guides/${guide.name}">${title}</a> <span>${about}</span></li>`;
  })}</ol>`;

export interface RenderedGuide {
  readonly title: string;
  readonly body: Html;
}

const rendered = new Map<string, Promise<string>>();

/** The page of a guide, with `address` in its programs; null where there is no guide with this name. */
export async function guidePage(name: string, language: PageLanguage, address: string): Promise<RenderedGuide | null> {
  const guide = guides.find(one => one.name === name);
  if (!guide) return null;
  const markup = rendered.get(name) ?? render(name);
  rendered.set(name, markup);
  const next = guides[guides.indexOf(guide) + 1];
  return {
    title: guide[language][0],
    body: html`<article class="guide" lang="en">${trusted((await markup).replaceAll(ADDRESS, html`${address}`.markup))}</article>
${next && html`<p class="next"><a href="/docs/guides/${next.name}">${next[language][0]} →</a></p>`}`,
  };
}

/** A program of a guide as text, with `address` in it; null where there is none. */
export async function guideProgram(name: string, file: string, address: string): Promise<string | null> {
  const known = guides.some(guide => guide.name === name) && /^\w+\.(py|php|java|mjs|html|sh|cs)$/.test(file);
  if (!known) return null;
  const text = await readFile(join(FOLDER, name, file), 'utf8').catch(() => null);
  return text?.replaceAll(ADDRESS, address) ?? null;
}

async function render(name: string): Promise<string> {
  const [{ Marked }, source] = await Promise.all([import('marked'), readFile(join(FOLDER, `${name}.md`), 'utf8')]);
  const programs = await programsOf(source);
  let groups = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      paragraph({ tokens, text }) {
        const files = filesIn(text);
        if (files.length === 0) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
        groups += 1;
        return tabs(name, `programs-${groups}`, files, programs).markup;
      },
      code({ text }) {
        return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre></div>`.markup;
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          `<tr>${row.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag.split(' ')[0]}>`).join('')}</tr>`;
        const rows = token.rows.map(row => cells(row, 'td')).join('\n');
        return `<div class="scroll" tabindex="0"><table><thead>${cells(token.header, 'th scope="col"')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const [, guide, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        const target = guide === undefined ? href : `/docs/guides/${guide}${anchor}`;
        return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(source);
}

export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** A paragraph that consists of links to programs alone is shown as the programs. */
function filesIn(paragraph: string): readonly string[] {
  const links = /^\[[^\]]+\]\([\w-]+\/\w+\.\w+\)(?: · \[[^\]]+\]\([\w-]+\/\w+\.\w+\))*$/;
  if (!links.test(paragraph)) return [];
  return [...paragraph.matchAll(/\(([\w-]+\/\w+\.\w+)\)/g)].map(([, file = '']) => file);
}

async function programsOf(source: string): Promise<ReadonlyMap<string, string>> {
  const files = source.split('\n\n').flatMap(paragraph => filesIn(paragraph.trim()));
  return new Map(
    await Promise.all(files.map(async file => [file, await readFile(join(FOLDER, file), 'utf8')] as const)),
  );
}

/** One program a language, of which one is seen: radio buttons, which work without a script and by keyboard. */
function tabs(name: string, group: string, files: readonly string[], programs: ReadonlyMap<string, string>): Html {
  return html`<div class="tabs" role="radiogroup" aria-label="Language">${files.map((file, index) => {
    const [, base = ''] = file.split('/');
    const [language = '', command = ''] = LANGUAGES[base.split('.').at(-1) ?? ''] ?? [];
    const id = `${group}-${index}`;
    return html`<input type="radio" name="${group}" id="${id}" value="${language}" ${index === 0 && html`checked`}><label for="${id}">${language}</label>
<div class="panel"><p class="run"><a href="/docs/guides/${name}/${base}">${base}</a>${command !== '' && html` <code>${command} ${base}</code>`}</p>
<div class="code"><pre tabindex="0"><code>${programs.get(file)}</code></pre></div></div>
`;
  })}</div>`;
}
