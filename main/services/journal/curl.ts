/** A request of the journal as a command line that repeats it. What was masked has to be put in by hand. */
import type { JournalRequest } from '../../wire/journal.ts';

/** `origin` is the address of the bridge; the token is left to the shell variable TOKEN. */
export function curlOf({ method, url, headers, body }: JournalRequest, origin: string): string {
  const { authorization, ...shown } = headers;
  const parts = [
    `curl -i -X ${method} ${quoted(origin + url)}`,
    ...(authorization === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null || body === undefined ? [] : [`--data-raw ${quoted(bodyText(headers, body))}`]),
  ];
  return `${parts.join(' \\\n  ')}\n`;
}

function bodyText(headers: JournalRequest['headers'], body: unknown): string {
  if (typeof body === 'string') return body;
  const isForm = headers['content-type']?.includes('form-urlencoded') ?? false;
  return isForm ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
}

/** For a POSIX shell: nothing inside single quotes means anything. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
