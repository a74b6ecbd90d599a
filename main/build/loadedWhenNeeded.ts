/** Native code, and what few starts ever load; all other packages go into the one file that starts quickly. */
export const LOADED_WHEN_NEEDED: readonly string[] = [
  '@point-of-sale/receipt-printer-encoder',
  'better-sqlite3',
  'serialport',
  'ajv',
  'ajv-formats',
  'fast-json-stringify',
  '@fastify/cors',
  '@fastify/swagger-ui',
  'i18n-iso-countries',
  'json-schema-to-typescript',
  'libphonenumber-js',
  'marked',
  'pdf-lib',
  'vite',
  'write-excel-file',
];
