/** Files that are made for clients of the API, by their name below `dist/api` and by the address that serves them. */

export const clientAddresses = {
  '/docs/types.d.ts': 'types.d.ts',
  '/docs/clients/typescript.ts': 'typescript.ts',
  '/docs/clients/typescript.js': 'typescript.js',
  '/docs/clients/python.py': 'python.py',
} as const;

export type ClientFile = (typeof clientAddresses)[keyof typeof clientAddresses];
