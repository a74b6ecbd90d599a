/** Tells JSON objects from all other values of a request body. */

/** True for an object with members; false for null, a list or a plain value. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
