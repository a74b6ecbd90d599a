/** The documents: every file and page they name exists, tables can be read, pages have a bound. */
import { existsSync, globSync, readFileSync } from 'node:fs';
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

it('the README fits on a page', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
});
