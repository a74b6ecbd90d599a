/** Calls of a running bridge from the command line: a token that renews itself, and event streams that resume. */
import { setTimeout } from 'node:timers/promises';

export interface Access {
  readonly url: string;
  readonly client: string;
  readonly secret: string;
}

export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface StreamEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface BridgeCalls {
  /** Throws where the bridge cannot be reached or does not let the client in; a refusal is an answer. */
  ask(method: string, path: string, body?: object): Promise<Answer>;
  /** Follows a stream until `stop`, over cuts and restarts of the bridge. `cut` hears of each of them once. Throws for a refusal. */
  follow(path: string, stop: AbortSignal, hear: (event: StreamEvent) => void, cut: () => void): Promise<void>;
}

/** The bridge refuses what was asked: another try would not help. */
class Refused extends Error {}

/** Before a stream is opened again, ms. */
const PAUSE = 1000;

export function bridgeCalls({ url, client, secret }: Access): BridgeCalls {
  let token: string | null = null;

  async function fetched(path: string, options: RequestInit): Promise<Response> {
    token ??= await tokenOf(url, client, secret);
    const headers = { ...(options.headers as object), authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { ...options, headers });
    if (answer.status !== 401) return answer;
    token = await tokenOf(url, client, secret);
    return fetch(url + path, { ...options, headers: { ...headers, authorization: `Bearer ${token}` } });
  }

  return {
    async ask(method, path, body) {
      const answer = await fetched(path, {
        method,
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, ok: answer.ok, body: (await answer.json()) as Answer['body'] };
    },
    async follow(path, stop, hear, cut) {
      let last: string | null = null;
      let isCut = false;
      while (!stop.aborted) {
        try {
          const headers: Record<string, string> = last === null ? {} : { 'last-event-id': last };
          const answer = await fetched(path, { headers, signal: stop });
          if (!answer.ok) throw new Refused(await refusalIn(answer));
          isCut = false;
          for await (const event of eventsIn(answer)) {
            last = event.id ?? last;
            hear(event);
          }
        } catch (error) {
          if (error instanceof Refused) throw error;
        }
        if (stop.aborted) return;
        if (!isCut) cut();
        isCut = true;
        await pause(PAUSE, stop);
      }
    },
  };
}

export const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal: stop }).catch(() => undefined);

async function tokenOf(url: string, client_id: string, client_secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  const { access_token, error_description } = (await answer.json()) as Record<string, string | undefined>;
  if (!access_token) throw new Refused(error_description ?? `sign-in failed with ${answer.status}`);
  return access_token;
}

async function refusalIn(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    return (JSON.parse(text) as { error_details?: string }).error_details ?? text;
  } catch {
    return text || `the bridge answered ${answer.status}`;
  }
}

/** The bridge writes each event as lines of `id`, `event` and one line of `data`. */
async function* eventsIn(answer: Response): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (text + part).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = new Map(
        frame.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const data = lines.get('data');
      if (data !== undefined)
        yield { name: lines.get('event') ?? 'message', id: lines.get('id') ?? null, data: JSON.parse(data) };
    }
  }
}
