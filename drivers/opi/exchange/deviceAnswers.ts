/** The answers to the requests of channel 1: shown, printed, asked, or refused. */
import { all, attributeOf, type Element, element, find } from '../codec/element.ts';
import { answerName, headOf, message } from '../codec/messages.ts';
import type { OpiSettings } from '../settings.ts';
import type { Result } from './overallResults.ts';
import { inputValue, questionOf } from './questions.ts';
import { displayText, slipOf, targetOf } from './receipts.ts';
import type { TillSide } from './tillSide.ts';

/** Carries out a device request and answers it; `tillSide` belongs to the request of the till that it serves. */
export async function answerTo(
  request: Element,
  tillSide: TillSide | undefined,
  settings: OpiSettings,
): Promise<Element> {
  if (request.name !== 'DeviceRequest') return refusal(request, 'ValidationError', settings);
  tillSide?.signOfLife();
  const isQuestion = find(request, 'Input') !== undefined;
  const outputs: Element[] = [];
  for (const output of all(request, 'Output')) {
    const result = await resultOfOutput(output, tillSide, isQuestion);
    outputs.push(element('Output', { OutDeviceTarget: attributeOf(output, 'OutDeviceTarget'), OutResult: result }));
  }
  const parts = isQuestion ? [...outputs, await inputOf(request, tillSide, settings)] : outputs;
  const failed = parts.map(partResult).find(result => result !== 'Success');
  const overall = failed ?? (parts.length > 0 ? 'Success' : 'ValidationError');
  return message('DeviceResponse', headFor(request, settings), parts, overall);
}

/** Refuses a request, or a message in which no request could be read. */
export function refusal(request: Element | undefined, result: Result, settings: OpiSettings): Element {
  return message(answerName(request?.name ?? 'DeviceRequest'), headFor(request, settings), [], result);
}

function headFor(request: Element | undefined, { workstation, sender, popId }: OpiSettings) {
  const { requestType = 'Output', requestId = '0' } = request ? headOf(request) : {};
  return { requestType, requestId, workstation, sender, popId };
}

function partResult({ attributes }: Element): string | undefined {
  return attributes.OutResult ?? attributes.InResult;
}

async function resultOfOutput(output: Element, tillSide: TillSide | undefined, isQuestion: boolean): Promise<Result> {
  switch (targetOf(output)) {
    case 'display':
      if (!isQuestion) tillSide?.show(displayText(output));
      return 'Success';
    case 'journal':
      return 'Success';
    case 'print':
      return tillSide && (await tillSide.keep(slipOf(output, tillSide.context))) ? 'Success' : 'DeviceUnavailable';
    case 'none':
      return 'DeviceUnavailable';
  }
}

/** The Input of the answer: the cashier's input, a timeout, or the refusal of a question that nobody can be asked. */
async function inputOf(request: Element, tillSide: TillSide | undefined, settings: OpiSettings): Promise<Element> {
  const target = attributeOf(find(request, 'Input'), 'InDeviceTarget');
  const { currency, language, timers } = settings;
  const question = questionOf(request, { currency, language, timeout: timers.question });
  if (question === 'none' || !tillSide?.ask)
    return element('Input', { InDeviceTarget: target, InResult: 'DeviceUnavailable' });
  tillSide.signOfLife(question.timeout);
  const value = inputValue(question, await tillSide.ask(question), currency);
  tillSide.signOfLife();
  return element('Input', { InDeviceTarget: target, InResult: value ? 'Success' : 'TimedOut' }, value ? [value] : []);
}
