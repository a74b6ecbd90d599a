/** The event of a sale, which a commit writes and a reader who comes back asks for again. */

/** The stored document goes into the event as the text it is. */
export const transactionEvent = (
  { object, id, type }: { object: string; id: string; type: string },
  document: string,
): string => `{"object":"${object}","id":"${id}","type":"${type}","document":${document}}`;
