/** The steps of the first run, the parts that each enters, and the step that a fault belongs to. */

import type { SetupDraft } from '../../main/wire/setup.ts';

export const STEPS = ['shop', 'tax', 'manager', 'terminal', 'article', 'loyalty', 'targets', 'check'] as const;
export type StepName = (typeof STEPS)[number];

/** As the bridge gives it: null stands in the place of a secret. */
export type Draft = SetupDraft;

const PARTS: Readonly<Record<Exclude<StepName, 'check'>, readonly string[]>> = {
  shop: ['shop'],
  tax: ['taxRates'],
  manager: ['people'],
  terminal: ['terminals', 'tills'],
  article: ['groups', 'articles'],
  loyalty: ['loyalty', 'cardGroups', 'cards', 'campaigns'],
  targets: ['upstream', 'backoffice', 'clients'],
};

/** By the path of a fault: `people[0].pin`. */
export function stepOf(path: string): StepName {
  const part = /^\w+/.exec(path)?.[0] ?? '';
  return STEPS.find(step => step !== 'check' && PARTS[step].includes(part)) ?? 'check';
}

/** The step at which an interrupted set-up resumes: behind the last step with something in it. */
export function firstOpenStep(draft: Draft): StepName {
  const entered = STEPS.map(step => step !== 'check' && PARTS[step].some(part => part in draft));
  return STEPS[entered.lastIndexOf(true) + 1] ?? 'check';
}
