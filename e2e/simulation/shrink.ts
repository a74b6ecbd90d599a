/** The smallest plan that still shows the same kind of finding: fewer steps, faults and odd habits, then plainer numbers. */
import type { FindingKind } from './judge.ts';
import type { Plan, Step } from './plan.ts';
import { run } from './run.ts';

/** Gives the plan itself where nothing can be left out. */
export async function shrink(plan: Plan, kind: FindingKind): Promise<Plan> {
  const shows = async (some: Plan) => (await run(some)).findings.some(finding => finding.kind === kind);
  let smallest = plan;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const simpler of simplerThan(smallest)) {
      if (!(await shows(simpler))) continue;
      smallest = simpler;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* simplerThan(plan: Plan): Generator<Plan> {
  const { steps, odd } = plan;
  for (const at of steps.keys()) if (steps.length > 1) yield { ...plan, steps: steps.toSpliced(at, 1) };
  const { others = [] } = plan;
  for (const [number, some] of others.entries()) {
    if (others.length > 1) yield { ...plan, others: others.toSpliced(number, 1) };
    for (const at of some.keys()) yield { ...plan, others: others.with(number, some.toSpliced(at, 1)) };
    for (const [at, step] of some.entries())
      for (const simpler of simplerSteps(step)) yield { ...plan, others: others.with(number, some.with(at, simpler)) };
  }
  for (const name of Object.keys(odd))
    yield { ...plan, odd: Object.fromEntries(Object.entries(odd).filter(([key]) => key !== name)) };
  for (const [at, step] of steps.entries())
    for (const simpler of simplerSteps(step)) yield { ...plan, steps: steps.with(at, simpler) };
}

const PLAIN = { amount: 1200, wait: 1 } as const;
const PLAIN_CUSTOMER = { ending: 'pays', card: 1000, pin: 0, host: 1000 } as const;

function* simplerSteps(step: Step): Generator<Step> {
  const { faults, customer } = step;
  for (const at of faults.keys()) yield { ...step, faults: faults.toSpliced(at, 1) };
  if (step.errs) yield { ...step, errs: false };
  for (const [name, value] of Object.entries(PLAIN))
    if (step[name as keyof typeof PLAIN] !== value) yield { ...step, [name]: value };
  for (const [name, value] of Object.entries(PLAIN_CUSTOMER))
    if (customer[name as keyof typeof PLAIN_CUSTOMER] !== value)
      yield { ...step, customer: { ...customer, [name]: value } };
}
