/** Message why a terminal was not paired or changed, with the details that the bridge found. */
import type { ReactNode } from 'react';
import { freePortIn, type Problem } from '../../bridge/problem.ts';
import { Message } from '../../parts/Panel.tsx';
import { type ManagerTexts, useManagerTexts } from '../../texts/pages/manager.ts';

export function TerminalProblem({ problem, children }: { readonly problem: Problem; readonly children?: ReactNode }) {
  const texts = useManagerTexts();
  const found = detailsOf(problem, texts);
  return (
    <Message tone="error">
      <span className="block">{texts.problem(problem).replace(ABOUT_MONEY, '')}</span>
      {found && <span className="block font-normal">{found}</span>}
      {children}
    </Message>
  );
}

/** The other terminal, the free port, or the wrong setting. */
function detailsOf(problem: Problem, { t }: ManagerTexts): string | null {
  if (problem.kind !== 'refused' || !problem.body) return null;
  const { terminal_id: found, expected, error_details: details } = problem.body;
  const port = freePortIn(problem);
  if (problem.code === OTHER)
    return t('terminals.otherThere', { found: String(found ?? '–'), expected: String(expected) });
  if (port !== null) return t('terminals.portFree', { port });
  return problem.code === BAD_INPUT ? String(details) : null;
}

/** Nobody pays while a terminal is paired or changed, so the sentence about money only alarms. */
const ABOUT_MONEY = / (Es wurde kein Geld bewegt|No money was moved)\./;

/** Codes of the rows `terminalOther` and `badInput` in the bridge's error table. */
const OTHER = 1077;
const BAD_INPUT = 1001;
