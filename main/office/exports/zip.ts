/** A zip archive as a stream: each file is read, compressed and handed on piece by piece. */
import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

/** `day`: the day of every file, so that the same contents are the same bytes whenever they are written. */
export async function* zipped(entries: readonly ZipEntry[], day: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else ready.push(piece);
  });
  const encoder = new TextEncoder();
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = `${day}T12:00:00`;
    zip.add(file);
    for await (const text of content) {
      file.push(encoder.encode(text));
      yield* taken();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();

  function taken(): readonly Uint8Array[] {
    if (failure) throw failure;
    return ready.splice(0);
  }
}
