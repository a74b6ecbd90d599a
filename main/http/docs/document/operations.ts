/** The operations of a published description, as the steps that make it whole see them. */
import type { Description } from './components.ts';

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: object;
}
export interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: object;
}
export interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Media>>;
}

/** The same paths with every operation changed. */
export const mapOperations = (
  paths: Description['paths'],
  change: (method: string, path: string, operation: Operation) => Operation,
): Description['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations as Record<string, Operation>).map(([method, operation]) => [
          method,
          change(method, path, operation),
        ]),
      ),
    ]),
  );
