/** Reads the text of `q`: conditions are cut out by scan.ts, the logic between them is read by liqe. */

import type { ParserAst } from 'liqe';
import { parse, SyntaxError as WrongOutline } from 'liqe';
import type { Query, SyntaxProblem } from './ast.ts';
import { normaliseQuery } from './normalise.ts';
import type { Token } from './scan.ts';
import { scan } from './scan.ts';

export type Parsed =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly text: string; readonly position: number; readonly message: string };

/** Bounds of a query: characters, conditions in it, and parentheses or NOTs around one of them. */
export const queryLimits = { length: 8_000, conditions: 100, depth: 20 } as const;

/** The query, or where and why it cannot be read. `text` is what was read; `position` counts from 0 in it. */
export function parseQuery(raw: string): Parsed {
  // Encoded it may be longer; without a bound taking the encoding off would be the attack.
  if (raw.length > 4 * queryLimits.length) return failed(raw.slice(0, queryLimits.length), TOO_LONG);
  const text = normaliseQuery(raw);
  if (text.length > queryLimits.length) return failed(text.slice(0, queryLimits.length), TOO_LONG);
  const tokens = scan(text);
  if ('message' in tokens) return failed(text, tokens);
  if (tokens.length === 0) return { ok: true, query: { kind: 'all' } };
  const logic = withEveryAnd(withoutDoubleNot(tokens));
  const fault = outOfBounds(logic) ?? empty(logic);
  return fault ? failed(text, fault) : readLogic(logic, text);
}

/** The answer to `validate`: whether the query can be read. */
export function checkQuery(raw: string): { readonly ok: true } | Extract<Parsed, { ok: false }> {
  const parsed = parseQuery(raw);
  return parsed.ok ? { ok: true } : parsed;
}

const TOO_LONG = { position: queryLimits.length, message: `a query has at most ${queryLimits.length} characters` };

function failed(text: string, { position, message }: SyntaxProblem): Parsed {
  return { ok: false, text, position, message };
}

/** liqe refuses NOT NOT; two of them before something say nothing. */
function withoutDoubleNot(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]?.kind;
    const negates = next === 'not' || next === 'open' || next === 'condition';
    if (token.kind === 'not' && kept.at(-1)?.kind === 'not' && negates) kept.pop();
    else kept.push(token);
  }
  return kept;
}

/** liqe reads an AND that is left out beside parentheses in every way there is: twenty of them would fill the memory. */
function withEveryAnd(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]?.kind;
    const begins = token.kind === 'not' || token.kind === 'open' || token.kind === 'condition';
    const follows = before === 'condition' || before === 'close';
    return begins && follows ? [{ kind: 'and', start: token.start } as const, token] : [token];
  });
}

function outOfBounds(tokens: readonly Token[]): SyntaxProblem | undefined {
  let [conditions, depth, nots] = [0, 0, 0];
  for (const { kind, start } of tokens) {
    if (kind === 'condition') conditions += 1;
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (kind === 'not') nots += 1;
    if (conditions > queryLimits.conditions || nots > queryLimits.conditions) {
      return { position: start, message: `a query has at most ${queryLimits.conditions} conditions` };
    }
    if (depth > queryLimits.depth) {
      return { position: start, message: `parentheses are nested at most ${queryLimits.depth} deep` };
    }
  }
  return undefined;
}

/** liqe takes empty parentheses for a condition. */
function empty(tokens: readonly Token[]): SyntaxProblem | undefined {
  const close = tokens.find((token, index) => token.kind === 'close' && tokens[index - 1]?.kind === 'open');
  return close && { position: close.start, message: 'there is nothing between these parentheses' };
}

/** Each token stands in the outline at its number times the width, so places in it lead back to the token. */
const WIDTH = 4;
const OUTLINE = { and: 'AND', or: 'OR', not: 'NOT', open: '(', close: ')', condition: 'x' } as const;

// liqe itself reads neither timestamps nor open ranges nor leading zeros, and gives AND and OR the same rank.
function readLogic(tokens: readonly Token[], text: string): Parsed {
  const outline = tokens.map(token => OUTLINE[token.kind].padEnd(WIDTH)).join('');
  const tree = treeOf(outline);
  return 'type' in tree
    ? { ok: true, query: queryOf(tree, tokens) }
    : failed(text, misplaced(tree.offset, tokens, text));
}

type Outline = ParserAst | { readonly offset: number };

/** An outline says nothing of what is asked, so a few of them serve nearly all queries. */
const outlines = new Map<string, Outline>();
const REMEMBERED = 200;

function treeOf(outline: string): Outline {
  const known = outlines.get(outline) ?? parsed(outline);
  if (outlines.size >= REMEMBERED) outlines.clear();
  outlines.set(outline, known);
  return known;
}

/** Without an offset in its error liqe came to the end and wanted more. */
function parsed(outline: string): Outline {
  try {
    return parse(outline);
  } catch (error) {
    return { offset: error instanceof WrongOutline ? error.offset : outline.length };
  }
}

function misplaced(offset: number, tokens: readonly Token[], text: string): SyntaxProblem {
  const token = tokens[Math.floor(offset / WIDTH)];
  if (!token) return { position: text.length, message: 'the query ends where a condition or a ")" should follow' };
  const word = OUTLINE[token.kind].replace('x', 'a condition');
  return { position: token.start, message: `${word} cannot stand here` };
}

function queryOf(node: ParserAst, tokens: readonly Token[]): Query {
  switch (node.type) {
    case 'LogicalExpression':
      return chain(node, tokens);
    case 'UnaryOperator':
      return { kind: 'not', operand: queryOf(node.operand, tokens) };
    case 'ParenthesizedExpression':
      return queryOf(node.expression, tokens);
    default:
      return conditionOf(tokens[node.location.start / WIDTH]);
  }
}

function conditionOf(token: Token | undefined): Query {
  if (token?.kind !== 'condition') throw new Error('liqe found a condition where the outline has none');
  return token.condition;
}

/** A run without parentheses hangs to the left, whatever the operators: laid flat, it is cut at each OR. */
function chain(node: ParserAst, tokens: readonly Token[]): Query {
  const alternatives: Query[][] = [[]];
  for (const { operand, operator } of leftToRight(node)) {
    if (operator === 'OR') alternatives.push([]);
    alternatives.at(-1)?.push(queryOf(operand, tokens));
  }
  return combined(
    'or',
    alternatives.map(operands => combined('and', operands)),
  );
}

function leftToRight(node: ParserAst): readonly { readonly operand: ParserAst; readonly operator: string }[] {
  const run: { operand: ParserAst; operator: string }[] = [];
  let rest = node;
  for (; rest.type === 'LogicalExpression'; rest = rest.left) {
    run.push({ operand: rest.right, operator: rest.operator.operator });
  }
  return [...run, { operand: rest, operator: 'AND' }].reverse();
}

function combined(kind: 'and' | 'or', operands: readonly Query[]): Query {
  const [only] = operands;
  return only && operands.length === 1 ? only : { kind, operands };
}
