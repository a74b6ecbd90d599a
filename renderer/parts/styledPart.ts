/**
 * Loads a part of the screen behind its styles, in place of the way that the bundler brings along: the first screen holds it, and that way
 * is longer, for styles and browsers that are not here.
 */

/** `files`: the styles of the part, from the root of the page. Rejects where one of them, or the part, cannot be loaded. */
export const styledPart = <Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> =>
  Promise.all(files.map(style)).then(load);

function style(file: string): Promise<unknown> | undefined {
  const href = `/${file}`;
  const known = document.querySelector<HTMLLinkElement>(`link[href="${href}"]`);
  if (known?.sheet) return undefined;
  const link = known ?? document.createElement('link');
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      // To be asked for anew the next time.
      link.remove();
      reject(new Error(href));
    });
    if (known) return;
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  });
}
