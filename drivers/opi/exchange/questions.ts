/** Questions to the cashier: reads them from the Input of a DeviceRequest, and writes the answer. Pure. */
import type { Answer, Language, Question } from '../../terminal.ts';
import { writeAmount } from '../codec/amounts.ts';
import { all, attributeOf, type Element, element, find, textOf } from '../codec/element.ts';
import { displayText } from './receipts.ts';

interface QuestionContext {
  readonly currency: string;
  readonly language: Language;
  /** The time for the cashier when the terminal names none, ms. */
  readonly timeout: number;
}

/** The question; `none` where a cashier may not be asked, for example for a PIN. */
export function questionOf(request: Element, context: QuestionContext): Question | 'none' {
  const command = find(request, 'Input', 'Command');
  const text = all(request, 'Output').map(displayText).join('\n').trim();
  const seconds = Number(attributeOf(command, 'TimeOut'));
  const timeout = seconds > 0 ? Math.min(seconds, LONGEST) * 1000 : context.timeout;
  switch (textOf(command)) {
    case 'GetConfirmation':
      if (SIGNATURE.test(text)) return { kind: 'signature', text, timeout };
      return { kind: 'choice', text, choices: YES_NO[context.language], timeout };
    case 'GetAnyKey':
      return { kind: 'choice', text, choices: [{ value: 1, text: 'OK' }], timeout };
    case 'GetMenu':
      return menuOf(request).length === 0 ? 'none' : { kind: 'choice', text, choices: menuOf(request), timeout };
    case 'GetAmount':
      return { kind: 'input', wants: 'amount', text, timeout };
    case 'GetDecimals':
      return { kind: 'input', wants: 'number', text, timeout };
    case 'GetChar':
    case 'GetChars':
      return { kind: 'input', wants: 'text', text, timeout };
    default:
      return 'none';
  }
}

/** The InputValue of an answer; undefined when it does not fit the question. */
export function inputValue(question: Question, answer: Answer, currency: string): Element | undefined {
  const value = valueIn(question, answer, currency);
  return value && element('InputValue', {}, [value]);
}

const LONGEST = 600; // seconds
const SIGNATURE = /unterschrift|signatur/i;

const YES_NO = {
  de: [
    { value: 1, text: 'Ja' },
    { value: 0, text: 'Nein' },
  ],
  en: [
    { value: 1, text: 'Yes' },
    { value: 0, text: 'No' },
  ],
} as const;

function menuOf(request: Element): Choices {
  const lines = all(request, 'Output').flatMap(output => all(output, 'TextLine'));
  return lines
    .map(line => ({ value: Number(attributeOf(line, 'MenuItem')), text: line.text.trim() }))
    .filter(({ value }) => Number.isInteger(value));
}

function valueIn(question: Question, answer: Answer, currency: string): Element | undefined {
  switch (question.kind) {
    case 'input':
      return answer.kind === 'typed' ? typed(question.wants, answer.text, currency) : undefined;
    case 'signature':
      if (answer.kind !== 'yes' && answer.kind !== 'no') return undefined;
      return element('InBoolean', {}, String(answer.kind === 'yes'));
    case 'choice':
      return answer.kind === 'chosen' ? chosen(question.choices, answer.value) : undefined;
  }
}

type Choices = readonly { readonly value: number; readonly text: string }[];

function chosen(choices: Choices, value: number): Element | undefined {
  if (!choices.some(choice => choice.value === value)) return undefined;
  const yesNo = choices === YES_NO.de || choices === YES_NO.en;
  return yesNo ? element('InBoolean', {}, String(value === 1)) : element('InNumber', {}, String(value));
}

/** An amount is typed in minor units, as everywhere in the bridge. */
function typed(wants: 'text' | 'number' | 'amount', text: string, currency: string): Element | undefined {
  if (wants === 'text') return element('InString', {}, text);
  if (!/^\d{1,10}$/.test(text)) return undefined;
  return element('InNumber', {}, wants === 'amount' ? writeAmount(Number(text), currency) : text);
}
