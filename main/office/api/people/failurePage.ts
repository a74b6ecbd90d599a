/** The page of a sign-in at the provider that failed: what is wrong, what to do, and the way back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Texts } from '../../../domain/texts.ts';
import { html, inline, languageOf, sendPage } from '../../../http/htmlPage.ts';

export type SignInFailure =
  | 'notBegunHere'
  | 'refusedThere'
  | 'notProven'
  | 'oneFactor'
  | 'nobody'
  | 'providerDown'
  | 'officeDown';

const failures: Readonly<Record<SignInFailure, Texts & { readonly status: number }>> = {
  notBegunHere: {
    status: 403,
    de: 'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie hat länger als zehn Minuten gedauert. Bitte noch einmal anmelden.',
    en: 'This sign-in was not begun in this browser, or it took longer than ten minutes. Please sign in again.',
  },
  refusedThere: {
    status: 403,
    de: 'Die Anmeldung beim Firmenkonto wurde abgebrochen oder dort abgelehnt. Bitte noch einmal anmelden.',
    en: 'The sign-in with the company account was given up or refused there. Please sign in again.',
  },
  notProven: {
    status: 403,
    de: 'Die Antwort des Firmenkontos ließ sich nicht bestätigen, darum wurde niemand angemeldet. Bitte noch einmal anmelden; geschieht das wieder, hilft die Person, die das Firmenkonto einrichtet.',
    en: 'The answer of the company account could not be confirmed, so nobody was signed in. Please sign in again; if this happens once more, ask the person who sets the company account up.',
  },
  oneFactor: {
    status: 403,
    de: 'Hier meldet man sich mit zwei Faktoren an, und das Firmenkonto hat keinen zweiten bestätigt. Bitte dort einen zweiten Faktor einrichten und noch einmal anmelden.',
    en: 'People sign in here with two factors, and the company account confirmed no second one. Please set one up there, and sign in again.',
  },
  nobody: {
    status: 403,
    de: 'Dieses Firmenkonto gehört zu niemandem, der sich hier anmelden darf. Bitte die Leitung fragen: Die bestätigte E-Mail-Adresse muss ein Benutzername sein.',
    en: 'This company account belongs to nobody who may sign in here. Please ask the management: its confirmed mail address has to be a username.',
  },
  providerDown: {
    status: 502,
    de: 'Das Firmenkonto ist gerade nicht erreichbar. Bitte in einer Minute noch einmal anmelden.',
    en: 'The company account cannot be reached just now. Please sign in again in a minute.',
  },
  officeDown: {
    status: 503,
    de: 'Die Zentrale erreicht gerade ihre Datenbank nicht. Bitte in einer Minute noch einmal anmelden.',
    en: 'The back office cannot reach its database just now. Please sign in again in a minute.',
  },
};

const words = {
  title: { de: 'Nicht angemeldet', en: 'Not signed in' },
  back: { de: 'Zurück zur Anmeldung', en: 'Back to sign-in' },
  number: { de: 'Für Rückfragen', en: 'For questions' },
} as const satisfies Readonly<Record<string, Texts>>;

/** A target of 48 pixels, as a button has. */
const style = inline('.back { display: inline-flex; align-items: center; min-height: 48px; font-weight: 600 }');

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: SignInFailure): FastifyReply {
  const language = languageOf(request);
  const { status, ...sentence } = failures[failure];
  return sendPage(reply, {
    language,
    status,
    style,
    title: words.title[language],
    body: html`<h1>${words.title[language]}</h1>
<div class="sheet"><p class="wrong" role="alert">${sentence[language]}</p>
<p><a class="back" href="/">${words.back[language]}</a></p>
<p class="quiet">${words.number[language]}: ${request.id}</p></div>`,
  });
}
