/** The published catalogue of errors, made from the error table (specification, "Errors"). */
import { tokenErrors } from '../../world/errors/token.ts';
import { errors } from '../../world/errors.ts';
import { type Html, html, type PageLanguage } from '../htmlPage.ts';

export interface CatalogueEntry {
  readonly http: number;
  readonly error: string;
  readonly code: number;
  /** May the same request be sent again later? */
  readonly retry: boolean;
  readonly error_user: { readonly de: string; readonly en: string };
}

export const errorCatalogue = (): readonly CatalogueEntry[] =>
  Object.values(errors)
    .map(({ http, error, code, retry, de, en }) => ({ http, error, code, retry, error_user: { de, en } }))
    .toSorted((a, b) => a.http - b.http || a.error.localeCompare(b.error) || a.code - b.code);

export const tokenErrorCatalogue = () => Object.values(tokenErrors);

const TEXTS = {
  en: {
    title: 'Errors',
    resources: 'Resource endpoints',
    token: 'Token endpoint',
    again: 'again later',
    yes: 'yes',
    no: 'no',
    meaning: 'meaning',
  },
  de: {
    title: 'Fehler',
    resources: 'Endpunkte der Ressourcen',
    token: 'Token-Endpunkt',
    again: 'später noch einmal',
    yes: 'ja',
    no: 'nein',
    meaning: 'Bedeutung',
  },
} as const;

export const errorsTitle = (language: PageLanguage): string => TEXTS[language].title;

export function errorsPage(language: PageLanguage): Html {
  const texts = TEXTS[language];
  return html`<h1>${texts.title}</h1>
<h2>${texts.resources}</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">HTTP</th><th scope="col">error</th><th scope="col">code</th><th scope="col">error_user</th><th scope="col">${texts.again}</th></tr></thead>
<tbody>${errorCatalogue().map(
    row =>
      html`<tr><td>${row.http}</td><td><code>${row.error}</code></td><td>${row.code}</td><td>${row.error_user[language]}</td><td>${row.retry ? texts.yes : texts.no}</td></tr>
`,
  )}</tbody></table></div>
<h2>${texts.token}</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">HTTP</th><th scope="col">error</th><th scope="col">error_description</th></tr></thead>
<tbody>${tokenErrorCatalogue().map(
    row => html`<tr><td>${row.http}</td><td><code>${row.error}</code></td><td>${row.description}</td></tr>
`,
  )}</tbody></table></div>`;
}
