/** `npm run acceptance -- --till URL`: does a cash register master every ending of a card payment? */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type CaseResult, chosenCases, playAll } from './acceptance.ts';
import { cases } from './cases.ts';
import { openCounter } from './counter.ts';
import { httpRegister, type Register, registerByHand } from './register.ts';
import { exitCodeOf, junitOf, lineOf, summaryOf } from './report.ts';

const HELP = `npm run acceptance -- --till URL | --by-hand [options]
Starts a demo bridge and a virtual card terminal, plays every ending of a card payment against a cash register that
pays through this bridge, and compares what register, bridge and terminal say.

  --till URL       the register; it offers the calls below /acceptance of docs/acceptance.md
  --by-hand        a person works the register, and types what it shows
  --port N         port of the bridge (8640), where the register expects it; 0 takes any free one
  --only A,B       these cases only
  --limit SECONDS  the longest that a step may take (60; 600 by hand)
  --json FILE      the results as JSON
  --junit FILE     the results in the form that a CI reads
  --list           the cases with the duty of each
Exit code 0: every case passed that the register can play, 1: a case failed or none passed, 2: wrong use.`;

/** Wrong use; the sentence is for the person at the command line. */
class Misuse extends Error {}

function options() {
  const { values } = parseArgs({
    options: {
      till: { type: 'string' },
      'by-hand': { type: 'boolean' },
      port: { type: 'string' },
      only: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'string' },
      junit: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return values;
}

function wholeNumber(text: string, name: string, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new Misuse(`--${name} takes a whole number from 0 to ${most}`);
  return number;
}

async function run(): Promise<number> {
  const { till, port = '8640', only, limit, json, junit, list, help, 'by-hand': byHand = false } = options();
  if (help) return print(HELP);
  if (list) return print(cases.map(({ name, duty }) => `${name.padEnd(24)}${duty}`).join('\n'));
  if ((till === undefined) === !byHand) throw new Misuse('one of --till URL and --by-hand is needed; --help explains');
  if (till !== undefined && !/^https?:\/\/[^/]/.test(till))
    throw new Misuse('--till takes the address of the register, for example http://127.0.0.1:3000');
  const names = only?.split(',');
  chosenCases(names);
  const seconds = wholeNumber(limit ?? (byHand ? '600' : '60'), 'limit', 3600);
  const counter = await openCounter(wholeNumber(port, 'port', 65_535));
  const keyboard = byHand ? createInterface({ input: process.stdin, output: process.stdout }) : null;
  const register: Register = keyboard ? registerByHand(keyboard) : httpRegister(till ?? '', seconds * 1000);
  const results: CaseResult[] = [];
  try {
    console.log(`The bridge is ${counter.url}, client demo-client with the secret demo-secret.\n`);
    for await (const result of playAll(counter, register, {
      ...(names ? { only: names } : {}),
      limit: seconds * 1000,
    })) {
      results.push(result);
      console.log(lineOf(result));
    }
  } finally {
    keyboard?.close();
    await counter.close();
  }
  console.log(`\n${summaryOf(results)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  if (junit !== undefined) writeFileSync(junit, junitOf(results));
  return exitCodeOf(results);
}

function print(text: string): number {
  console.log(text);
  return 0;
}

process.exitCode = await run().catch((error: Error & { code?: string }) => {
  console.error(error.message);
  return error instanceof Misuse || error instanceof RangeError || error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
});
