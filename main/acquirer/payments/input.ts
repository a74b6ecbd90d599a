/** Reads numbers, flags and texts as callers write them. */

/** Clients send integers as numbers or as digits; null where none is sent. */
export const integer = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
};

export const flag = (value: unknown): boolean => value === true || value === '1' || value === 'true';

/** The text, or null where it is empty or no text. */
export const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
