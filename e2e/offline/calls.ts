/** Calls to the programs of the proof, with a token that is renewed, and answers that may be missing. */

export interface Caller {
  /** Null: nobody answered, or the connection broke. */
  call(method: string, path: string, body?: unknown): Promise<Answered | null>;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the proof reads whatever the wire holds
  readonly body: any;
}

/** Signs in as `form` says, when it is first needed and again after a 401. */
export function createCaller(url: () => string, tokenPath: string, form: Readonly<Record<string, string>>): Caller {
  let token: string | null = null;

  async function signedIn(): Promise<string | null> {
    const answer = await fetch(url() + tokenPath, { method: 'POST', body: new URLSearchParams(form) });
    if (!answer.ok) return null;
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async function once(method: string, path: string, body?: unknown): Promise<Answered | null> {
    try {
      token ??= await signedIn();
      const answer = await fetch(url() + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  }

  return {
    async call(method, path, body) {
      const answer = await once(method, path, body);
      if (answer?.status !== 401) return answer;
      token = null;
      return once(method, path, body);
    },
  };
}

/** The caller of a demo bridge. */
export const demoCaller = (url: () => string): Caller =>
  createCaller(url, '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
  });

/** All items of a list, page by page. Throws where the list cannot be read: the proof needs it whole. */
export async function everyItem<Item>(caller: Caller, path: string, parameters = ''): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (;;) {
    const answer = await caller.call('GET', `${path}?count=200&offset=${items.length}${parameters}`);
    if (answer?.status !== 200) throw new Error(`${path}: ${answer ? JSON.stringify(answer) : 'no answer'}`);
    items.push(...answer.body.data);
    if (answer.body.data.length === 0 || items.length >= answer.body.count) return items;
  }
}
