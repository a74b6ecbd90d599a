#!/usr/bin/env node
// Makes a Debian package of what electron-builder wants packed, by dpkg-deb: the program `fpm` itself is not in the registries.
// It knows the options that the builder gives for a package of a folder, and refuses every other one.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Fields of the control file by the option that names them. */
const FIELDS = {
  '--name': 'Package',
  '--version': 'Version',
  '--architecture': 'Architecture',
  '--maintainer': 'Maintainer',
  '--url': 'Homepage',
  '--category': 'Section',
  '--deb-priority': 'Priority',
  '--description': 'Description',
};
/** Scripts of the package by the option that names their file. */
const SCRIPTS = { '--after-install': 'postinst', '--after-remove': 'postrm' };
const WITHOUT_USE = ['-s', '-t', '--vendor', '--license', '--deb-compression'];

const fields = new Map();
const lists = { '-d': [], '--deb-recommends': [] };
const scripts = [];
const files = [];
let result = '';

const given = process.argv.slice(2);
while (given.length > 0) {
  const option = given.shift();
  if (option === '--force') continue;
  if (!option.startsWith('-')) files.push(option.split('='));
  else if (option === '--package') result = given.shift();
  else if (option in FIELDS) fields.set(FIELDS[option], given.shift());
  else if (option in SCRIPTS) scripts.push([SCRIPTS[option], given.shift()]);
  else if (option in lists) lists[option].push(given.shift());
  else if (WITHOUT_USE.includes(option)) given.shift();
  else throw new Error(`unknown option ${option}`);
}

const root = mkdtempSync(join(tmpdir(), 'tillbridge-deb-'));
const control = join(root, 'DEBIAN');
mkdirSync(control);
for (const [from, to] of files) {
  const place = join(root, to);
  mkdirSync(dirname(place), { recursive: true });
  if (statSync(from).isDirectory()) cpSync(from, place, { recursive: true, verbatimSymlinks: true });
  else copyFileSync(from, place);
}
for (const [name, file] of scripts) {
  copyFileSync(file, join(control, name));
  chmodSync(join(control, name), 0o755);
}
fields.set('Depends', lists['-d'].join(', '));
fields.set('Recommends', lists['--deb-recommends'].join(', '));
const text = ([name, value]) => (value ? `${name}: ${value.trim().replaceAll('\n', '\n ')}\n` : '');
writeFileSync(join(control, 'control'), [...fields].map(text).join(''));
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, result]);
rmSync(root, { recursive: true });
