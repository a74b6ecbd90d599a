/** What a call of the control brings, and what it answers. */

export type Body = Readonly<Record<string, unknown>>;
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function wrong(error: string): Answer {
  return { status: 400, body: { error } };
}
