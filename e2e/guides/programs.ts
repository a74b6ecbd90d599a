/** The programs of the guides, and how each language runs them: by its own command, with nothing installed beside it. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const GUIDES = join(import.meta.dirname, '..', '..', 'assets', 'guides');

/** Languages that run, with the command that has to be there. */
const COMMANDS = { py: 'python3', php: 'php', mjs: process.execPath, java: 'javac' } as const;
export type Language = keyof typeof COMMANDS;

export interface Program {
  readonly guide: string;
  readonly file: string;
  readonly language: Language;
}

/** Every program that runs, guide by guide. */
export const programs: readonly Program[] = globSync('*/*.{py,php,mjs,java}', { cwd: GUIDES })
  .toSorted()
  .map(path => ({
    guide: path.split('/')[0] ?? '',
    file: join(GUIDES, path),
    language: path.split('.').at(-1) as Language,
  }));

/** The reason why a language is not run here; null where it is. */
export function missing(language: Language): string | null {
  const command = COMMANDS[language];
  const found =
    command.startsWith('/') || (process.env.PATH ?? '').split(':').some(folder => existsSync(join(folder, command)));
  return found ? null : `${command} is not installed`;
}

/** Compiles all Java programs at once. */
export function compileJava(folder: string): void {
  const files = programs.filter(({ language }) => language === 'java').map(({ file }) => file);
  execFileSync('javac', ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-d', folder, ...files]);
}

/** Runs a program against a bridge; gives its lines. Throws with what it said on standard error. */
export async function run({ file, language }: Program, address: string, classes: string): Promise<readonly string[]> {
  const [command, ...args]: readonly string[] =
    language === 'java'
      ? ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classes, nameOf(file)]
      : [COMMANDS[language], file];
  const options = { env: { ...process.env, TILLBRIDGE_URL: address, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 60_000 };
  const { stdout, stderr } = await promisify(execFile)(command ?? '', args, options);
  if (stderr !== '') throw new Error(stderr);
  return stdout.trimEnd().split('\n');
}

const nameOf = (file: string): string => /(\w+)\.java$/.exec(file)?.[1] ?? '';

/** Output that the guide promises for its program; `…` stands for any text, alone in a line for any lines. */
export function printed(guide: string): RegExp {
  const [, block = ''] = /```text\n([\s\S]*?)\n```/.exec(readFileSync(join(GUIDES, `${guide}.md`), 'utf8')) ?? [];
  const lines = block
    .split('\n')
    .map(line => (line === '…' ? '(?:.*\\n)*?' : `${escaped(line).replaceAll('…', '.*')}\\n`));
  return new RegExp(`^${lines.join('')}$`);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
