/** The published catalogue of errors, made from the error table: as data, and as a page with an entry for each (specification, "Errors"). */
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TokenErrorEntry, type TokenErrorKey, tokenAnchorOf, tokenErrors } from '../../world/errors/token.ts';
import { anchorOf, type ErrorKey, errors, errorTables } from '../../world/errors.ts';
import { refusalBody } from '../errorAnswers.ts';
import { type Html, html, languageOf, type PageLanguage } from '../htmlPage.ts';
import { sendDocument } from './documentPage.ts';
import { WORDS } from './errorWords.ts';

const keys = Object.keys(errors) as ErrorKey[];
const tokenKeys = Object.keys(tokenErrors) as TokenErrorKey[];

/** Each row of the table as data; `anchor` is its place on the page. */
export const errorCatalogue = () =>
  keys
    .map(key => {
      const { http, error, code, retry, fault, money, cause, cure, de, en } = errors[key];
      const more = { error_code: key, fault, money, cause, cure, calls: callsOf(key), anchor: anchorOf(key) };
      return { http, error, code, retry, error_user: { de, en }, ...more };
    })
    .toSorted((a, b) => a.http - b.http || a.error.localeCompare(b.error) || a.code - b.code);

export const tokenErrorCatalogue = () => tokenKeys.map(key => ({ ...tokenErrors[key], anchor: tokenAnchorOf(key) }));

const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]*[\w}]/g;

/** The calls that cause and cure name; found once, because every entry is compared with every other one. */
const calls = new Map<ErrorKey, readonly string[]>();

function callsOf(key: ErrorKey): readonly string[] {
  const known = calls.get(key) ?? [...new Set(`${errors[key].cause.en} ${errors[key].cure.en}`.match(CALL) ?? [])];
  calls.set(key, known);
  return known;
}

/** Entries on the same number, then those that are mended by the same call. */
function relatedTo(key: ErrorKey): readonly ErrorKey[] {
  const own = new Set(callsOf(key));
  const same = keys.filter(other => errors[other].code === errors[key].code);
  const near = keys.filter(other => callsOf(other).some(call => own.has(call)));
  return [...new Set([...same, ...near])].filter(other => other !== key).slice(0, MOST_RELATED);
}

const MOST_RELATED = 5;

/** Answers with the page; `q` searches. */
export async function sendErrorsPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { q } = request.query as Readonly<Record<string, unknown>>;
  const language = languageOf(request);
  const search = typeof q === 'string' ? q.slice(0, 100).trim() : '';
  return sendDocument(request, reply, { title: WORDS[language].title, body: await bodyOf(language, search) });
}

/** The whole page is made once for each language. */
const whole = new Map<PageLanguage, Promise<Html>>();

function bodyOf(language: PageLanguage, search: string): Promise<Html> {
  if (search !== '') return errorsPage(language, search);
  const made = whole.get(language) ?? errorsPage(language, '');
  whole.set(language, made);
  return made;
}

/** One by one: a till goes on while somebody reads about errors. */
async function inTurn<T>(all: readonly T[], make: (one: T) => Html): Promise<readonly Html[]> {
  const made: Html[] = [];
  for (const one of all) {
    made.push(make(one));
    await setImmediate();
  }
  return made;
}

/** The content of the page. */
export async function errorsPage(language: PageLanguage, search: string): Promise<Html> {
  const words = WORDS[language];
  const sections = Object.entries(errorTables)
    .map(([name, table]) => ({ name, found: (Object.keys(table) as ErrorKey[]).filter(key => fits(search, key)) }))
    .filter(({ found }) => found.length > 0);
  const tokens = tokenKeys.filter(key => holdsAll(search, JSON.stringify(tokenErrors[key])));
  const count = sections.reduce((sum, { found }) => sum + found.length, tokens.length);
  const places = [...sections.map(({ name }) => name), ...(tokens.length > 0 ? ['token'] : [])];
  const shown: Html[] = [];
  for (const { name, found } of sections) {
    const entries = await inTurn(found, key => entry(key, language));
    shown.push(html`<section aria-labelledby="${name}"><h2 id="${name}">${sectionTitle(name, language)}</h2>
${entries}</section>`);
  }
  return html`<div class="catalogue"><h1>${words.title}</h1>
<p>${words.about} <a href="/docs">API</a> · <a href="/docs/errors.json">JSON</a></p>
<form method="get" action="/docs/errors" role="search"><input type="hidden" name="language" value="${language}">
<label for="q">${words.search}</label><input id="q" name="q" type="search" maxlength="100" value="${search}">
<div class="buttons"><button>${words.find}</button>${search === '' ? '' : html`<a href="/docs/errors?language=${language}">${words.all}</a>`}</div></form>
<p role="status">${words.found(count)}</p>
<ul class="columns" aria-label="${words.sections}">${places.map(name => html`<li><a href="#${name}">${sectionTitle(name, language)}</a></li>`)}</ul>
${shown}
${tokens.length > 0 && tokenSection(tokens, language)}</div>`;
}

const sectionTitle = (name: string, language: PageLanguage): string =>
  WORDS[language].names[name as keyof (typeof WORDS)['de']['names']] ?? name;

const fits = (search: string, key: ErrorKey): boolean => holdsAll(search, `${key} ${JSON.stringify(errors[key])}`);

/** Every word of the search stands somewhere in the text. */
const holdsAll = (search: string, text: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.toLowerCase().includes(word));

function entry(key: ErrorKey, language: PageLanguage): Html {
  const words = WORDS[language];
  const { http, error, code, fault, money, retry, cause, cure, ...user } = errors[key];
  const anchor = anchorOf(key);
  const calls = callsOf(key);
  const related = relatedTo(key);
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a href="#${anchor}">${code}</a> <code>${key}</code></h3>
<p>${user[language]}</p>
<dl><dt>${words.cause}</dt><dd>${marked(cause[language])}</dd>
<dt>${words.cure}</dt><dd>${marked(cure[language])}</dd>
<dt>${words.fault}</dt><dd><code>${fault}</code>: ${words.faults[fault]}</dd>
<dt>${words.money}</dt><dd><code>${money}</code>: ${words.moneys[money]}</dd>
<dt>${words.retry}</dt><dd>${retry ? words.later : words.unchanged}</dd>
<dt>HTTP</dt><dd>${http} <code>${error}</code></dd>
${calls.length > 0 && html`<dt>${words.calls}</dt><dd>${calls.map(call => html`<code>${call}</code> `)}</dd>`}
${related.length > 0 && html`<dt>${words.related}</dt><dd>${related.map(other => html`<a href="/docs/errors?language=${language}#${anchorOf(other)}">${errors[other].code} ${other}</a> `)}</dd>`}</dl>
<details><summary>${words.example} ${code}</summary><pre tabindex="0"><code>${example(key, language)}</code></pre></details></article>
`;
}

const example = (key: ErrorKey, language: PageLanguage): string =>
  JSON.stringify(
    refusalBody(key, {
      details: '…',
      language,
      supportId: '0f3c9a71b2-42',
      docs: 'http://127.0.0.1:8640/docs/errors',
      reads: false,
    }),
    null,
    2,
  );

/** Words between backquotes are code. */
const marked = (text: string): readonly Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

function tokenSection(found: readonly TokenErrorKey[], language: PageLanguage): Html {
  const words = WORDS[language];
  const article = (key: TokenErrorKey) => {
    const { http, error, description, fault, cause, cure }: TokenErrorEntry = tokenErrors[key];
    const anchor = tokenAnchorOf(key);
    return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><a href="#${anchor}">${error}</a> <code>${key}</code></h3>
<p lang="en">${description}</p>
<dl><dt>${words.cause}</dt><dd>${marked(cause[language])}</dd><dt>${words.cure}</dt><dd>${marked(cure[language])}</dd>
<dt>${words.fault}</dt><dd><code>${fault}</code>: ${words.faults[fault]}</dd><dt>HTTP</dt><dd>${http}</dd></dl></article>
`;
  };
  return html`<section aria-labelledby="token"><h2 id="token">${sectionTitle('token', language)}</h2>${found.map(article)}</section>`;
}
