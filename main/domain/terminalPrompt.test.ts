/** The words of a terminal in both languages, and who acts. */
import { expect, it } from 'vitest';
import { actorOf, promptCodeOf, promptOf, questionTexts } from './terminalPrompt.ts';

const generic = { texts: { de: 'Bitte Anzeige des Terminals beachten', en: 'see the terminal' } };

it.each([
  ['EUR 1,76\nKarte vorhalten\noder einstecken', 'Present or insert your card', 'customer'],
  ['Bitte PIN eingeben und OK', 'Please enter your PIN', 'customer'],
  ['Karte entnehmen', 'Please remove your card', 'customer'],
  ['Bitte warten', 'Please wait', 'terminal'],
  ['Bitte unterschreiben', 'Please sign', 'customer'],
])('%s', (own, english, actor) => {
  expect(promptOf({ ...generic, own })).toEqual({ de: own, en: english });
  expect(actorOf({ ...generic, own })).toBe(actor);
});

it('turns the words of an English terminal into German, and leaves what nobody knows', () => {
  expect(promptOf({ ...generic, own: 'Please insert card' })).toEqual({
    de: 'Karte vorhalten oder einstecken',
    en: 'Please insert card',
  });
  expect(promptOf({ ...generic, own: 'Zwölf Boxkämpfer' })).toEqual({ de: 'Zwölf Boxkämpfer', en: 'Zwölf Boxkämpfer' });
  expect(actorOf({ ...generic, own: 'Zwölf Boxkämpfer' })).toBeNull();
  expect(promptOf(generic)).toEqual(generic.texts);
});

it.each([
  ['signature', 'Unterschrift in Ordnung?', { de: 'Unterschrift in Ordnung?', en: 'Is the signature right?' }],
  ['signature', 'Signature OK?', { de: 'Unterschrift in Ordnung?', en: 'Signature OK?' }],
  ['signature', 'Stimmt der Namenszug?', { de: 'Stimmt der Namenszug?', en: 'Is the signature right?' }],
  ['input', 'Betrag bestätigen', { de: 'Betrag bestätigen', en: 'Please confirm the amount' }],
  ['input', 'Please confirm the amount', { de: 'Bitte Betrag bestätigen', en: 'Please confirm the amount' }],
  ['choice', 'Welches Konto?', { de: 'Welches Konto?', en: 'Welches Konto?' }],
  ['signature', '', { de: '', en: '' }],
] as const)('a question (%s) in both languages: %s', (kind, own, texts) => {
  expect(questionTexts(kind, own)).toEqual(texts);
});

it('has a code for every prompt: the words of the terminal count before its number, and what nobody knows points to it', () => {
  const wait = { texts: { de: 'Bitte warten', en: 'please wait' }, meaning: 'wait' } as const;
  expect(promptCodeOf({ ...wait, own: 'Bitte PIN eingeben' })).toBe('enterPin');
  expect(promptCodeOf(wait)).toBe('wait');
  expect(promptCodeOf({ ...generic, own: 'Zwölf Boxkämpfer' })).toBe('seeTerminal');
  const shown = {
    texts: { de: 'Geheimzahl falsch', en: 'incorrect PIN' },
    meaning: 'pinWrong',
    own: 'Falsch, noch 2',
  } as const;
  expect([promptCodeOf(shown), promptOf(shown)]).toEqual(['pinWrong', { de: 'Falsch, noch 2', en: 'incorrect PIN' }]);
});
