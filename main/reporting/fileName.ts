/** Names of files: letters, digits, dots and dashes alone, so that nothing of a request gets into a header. */
export const fileName = (name: string, ending: string): string =>
  `${
    name
      .replace(/[^A-Za-z0-9.-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 120) || 'export'
  }.${ending}`;
