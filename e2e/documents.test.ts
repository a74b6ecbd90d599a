/** The documents: every file and page they name exists, tables can be read, pages have a bound. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'e2e/**/*.md', 'main/**/*.md', 'drivers/**/*.md', 'renderer/**/*.md'], {
  cwd: root,
});
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Headings as the anchors of links name them. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('%s', page => {
  const text = read(page);

  it('names files that exist', () => {
    const named = [...text.matchAll(/`((?:main|drivers|renderer|e2e|docs|assets)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = '']) => link);
    const broken = links.filter(link => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('has no table cell of more than 200 characters', () => {
    const rows = text.split('\n').filter(line => line.startsWith('|'));
    const cells = rows.flatMap(row => row.split(/(?<!\\)\|/).map(cell => cell.trim()));
    expect(cells.filter(cell => cell.length > 200)).toEqual([]);
  });
});

it.each(pages.filter(page => page !== 'CHANGELOG.md'))('%s has at most 150 lines', page => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

const foldersOf = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).filter(entry => entry.isDirectory());

it('the index leads to every page of docs/', () => {
  const index = read('docs/README.md');
  const here = pages
    .map(page => /^docs\/([\w-]+\.md)$/.exec(page)?.[1] ?? '')
    .filter(name => !['', 'README.md'].includes(name));
  expect(here.filter(name => !index.includes(`](${name})`))).toEqual([]);
});

it('each risk of the desktop window has a story that exists', () => {
  const [, table = ''] = read('docs/desktop.md').split('## Risks, and the story of each');
  const titles = [...table.matchAll(/^\|[^|]+\|[^|]+\| (.+) \|$/gm)].map(([, title = '']) => title).slice(1);
  const tests = globSync(['e2e/95-desktop.spec.ts', 'e2e/desktop/*.test.ts', 'main/**/*.test.ts'], { cwd: root });
  const text = tests
    .map(read)
    .join('\n')
    .replaceAll(/\b(?:test|it)(?:\.runIf\([^)]*\))?\(\s*/g, 'story ');
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter(title => !/^-+$/.test(title) && !text.includes(`story '${title}'`))).toEqual([]);
});

it.each([
  ['docs/architecture.md', 'main', []],
  ['docs/architecture.md', 'renderer', ['public']],
  ['drivers/README.md', 'drivers', []],
])('%s names every room of %s/', (page, floor, without: readonly string[]) => {
  const rooms = foldersOf(floor).filter(({ name }) => name !== 'doubles' && !without.includes(name));
  expect(rooms.filter(({ name }) => !read(page).includes(`\`${floor}/${name}/`)).map(({ name }) => name)).toEqual([]);
});
