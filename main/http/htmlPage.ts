/** Pages the bridge draws by itself: plain HTML that works without scripts, with one small style for all of them. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from './cookies.ts';
import { languageOf as preferredLanguage } from './errorAnswers.ts';

/** Markup that has been escaped where it had to be; `html` makes it, and `trusted` from texts of the product itself. */
export interface Html {
  readonly markup: string;
}

type Part = Html | readonly Html[] | string | number | null | undefined | false;

/** Text in `${…}` is escaped, markup made by `html` goes in as it is. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: strings }, ...parts.map(markupOf)) };
}

/** Markup of the product itself, such as a rendered guide: it goes into a page as it is. Never anything that somebody sent. */
export const trusted = (markup: string): Html => ({ markup });

/** A style or a script inside a page; the policy of the page allows it by its hash. */
export interface Inline {
  readonly text: string;
  readonly hash: string;
}

export const inline = (text: string): Inline => ({
  text,
  hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

export type PageLanguage = 'de' | 'en';

/** German unless the reader's browser prefers English; `?language=` in the address and what was chosen by it decide before. */
export const languageOf = (request: FastifyRequest): PageLanguage =>
  languageAsked(request) ?? languageKept(request) ?? preferredLanguage(request.headers['accept-language']);

/** The headers that `languageOf` reads, for `Vary`. */
export const LANGUAGE_HEADERS = 'accept-language, cookie';

/** The one of the address; null where it names none. */
export function languageAsked({ query }: FastifyRequest): PageLanguage | null {
  const { language } = (query ?? {}) as Readonly<Record<string, unknown>>;
  return language === 'de' || language === 'en' ? language : null;
}

const YEAR = 365 * 24 * 60 * 60;

const LANGUAGE_COOKIE = 'tillbridge_language';

/** Keeps the language of the documents for the reader's next visit; browsers send it to the documents alone. */
export const languageCookie = (language: PageLanguage): string =>
  `${LANGUAGE_COOKIE}=${language}; Path=/docs; Max-Age=${YEAR}; HttpOnly; SameSite=Lax`;

function languageKept(request: FastifyRequest): PageLanguage | null {
  const kept = cookieOf(request, LANGUAGE_COOKIE);
  return kept === 'de' || kept === 'en' ? kept : null;
}

export interface HtmlPage {
  readonly language: PageLanguage;
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** May stand in a frame of any origin, as a payment page does. */
  readonly framed?: boolean;
  /** Made by `webAddress`: forms may lead to their origins in the end, besides our own. */
  readonly formTargets?: readonly URL[];
  /** Stands before the page, and beside it on a wide screen. */
  readonly navigation?: Html;
  /** Beside the style of all pages. */
  readonly style?: Inline;
  /** The page works without them. */
  readonly scripts?: readonly Inline[];
  /** Loads scripts, styles and data from this bridge. */
  readonly loads?: boolean;
}

/**
 * An address that somebody else gave us and a page of ours may lead to; null for what is no address of the web. The host
 * may hold letters, digits, dots and dashes alone: a URL allows signs in it that end a rule of the policy.
 */
export function webAddress(text: string | null): URL | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && HOST.test(url.hostname) ? url : null;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

export function sendPage(reply: FastifyReply, page: HtmlPage): FastifyReply {
  const { language, title, body, status = 200, navigation, style, scripts = [] } = page;
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(STYLE.text)}</style>${style && html`<style>${trusted(style.text)}</style>`}
</head>
<body>${navigation}<main>${body}</main>${scripts.map(({ text }) => html`<script>${trusted(text)}</script>`)}</body>
</html>
`;
  return (
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policyOf(page))
      // With no-referrer a browser sends forms with `Origin: null`, which the check of the origin would refuse.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(markup)
  );
}

function policyOf({ style, scripts = [], loads = false, framed = false, formTargets = [] }: HtmlPage): string {
  const own = loads ? ["'self'"] : [];
  return [
    "default-src 'none'",
    ['style-src', ...own, STYLE.hash, ...(style ? [style.hash] : [])].join(' '),
    ...(own.length + scripts.length > 0 ? [['script-src', ...own, ...scripts.map(({ hash }) => hash)].join(' ')] : []),
    ...(loads ? ["connect-src 'self'", "img-src 'self' data:"] : []),
    `form-action 'self' ${formTargets.map(({ origin }) => origin).join(' ')}`.trim(),
    "base-uri 'none'",
    ...(framed ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part !== 'object') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

const escaped = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The colours of the screens (renderer/styles/tokens.css); they keep a contrast of 4.5 and more. Controls are 48 pixels high. */
const STYLE = inline(`
:root { color-scheme: light dark; --ground: #eef0f4; --sheet: #fff; --ink: #121826; --quiet: #4a5467; --line: #dce1ea;
  --accent: #2440c8; --on-accent: #fff; --wrong: #a31818; --right: #0d6637 }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1119; --sheet: #171d29; --ink: #f2f4f8; --quiet: #b0bacb;
  --line: #2a3344; --accent: #b7c5ff; --on-accent: #0d1119; --wrong: #ffa79d; --right: #83dfa6 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
main:has(table) { max-width: 72rem } main:has(.catalogue) { max-width: 56rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
p { margin: 0 0 1rem } .quiet { color: var(--quiet) } .wrong { color: var(--wrong) } .right { color: var(--right) }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 1.25rem; padding: 1.25rem }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
input { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--sheet);
  border: 1.5px solid var(--quiet); border-radius: .75rem }
input.code { font-size: 1.5rem; letter-spacing: .15em; text-transform: uppercase }
button { min-height: 48px; padding: .5rem 1.25rem; font: inherit; font-weight: 600; border-radius: .75rem; cursor: pointer;
  border: 2px solid var(--accent); background: var(--accent); color: var(--on-accent) }
button.second { background: transparent; color: var(--accent) }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin-top: 1.5rem } .buttons p { margin: 0 }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1rem } dt { color: var(--quiet) } dd { margin: 0;
  overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; background: var(--sheet) }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border: 1px solid var(--line) }
th { background: var(--ground) } code { font-size: .9em; overflow-wrap: anywhere } td code { white-space: nowrap }
.scroll { overflow-x: auto }
.catalogue article { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem;
  scroll-margin-top: 1rem } .catalogue article:target { border: 2px solid var(--accent) } .catalogue h3 { margin: 0 0 .5rem; font-size: 1.1rem }
.catalogue dd { margin: 0 0 .25rem } .catalogue dt { font-weight: 600 } .catalogue pre { overflow-x: auto; margin: .5rem 0 0 }
.catalogue summary { min-height: 2rem; cursor: pointer }
@media (max-width: 40rem) { .catalogue dl { display: block } }
`);
