/** The events of the stream and the push notifications in the published description, from the table of `main/wire/eventTable.ts`. */
import { pushEventTable, streamEvents } from '../../../wire/eventTable.ts';
import type { Description } from './components.ts';
import { mapOperations } from './operations.ts';

const STREAM = '/bridge/v1/events';

/** Says of the stream which events there are, and of every push what it tells and how it is signed. */
export function withHappenings(description: Description): Description {
  const paths = mapOperations(description.paths, (_method, path, operation) =>
    path === STREAM ? { ...operation, description: ABOUT, responses: streamAnswers(operation.responses) } : operation,
  );
  return { ...description, paths, webhooks: webhooks() };
}

const ABOUT =
  'Server-sent events, without end: `event` is the name, `data` is JSON, and `id` is where a reader resumes with Last-Event-ID; events without an id are states of now. A comment comes every 15 seconds. `x-events` of the answer has the shape of every event.';

const streamAnswers = <Answers extends object>(answers: Answers): Answers => ({
  ...answers,
  200: {
    description: 'The stream of events.',
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: 'id: 42\nevent: parked\ndata: {"count":1,"sale":"STX_000000000000000000000000000000"}\n\n',
      },
    },
    'x-events': Object.fromEntries(
      Object.entries(streamEvents).map(([name, { en, durable, schema }]) => [
        name,
        { description: en, 'x-durable': durable, schema: JSON.parse(JSON.stringify(schema)) },
      ]),
    ),
  },
});

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header('webhook-id', 'id of the notification: the same at every attempt'),
  header('webhook-timestamp', 'when it was sent, seconds since 1970'),
  header('webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body, as Standard Webhooks writes it'),
];

const webhooks = () =>
  Object.fromEntries(
    Object.entries(pushEventTable.events).map(([name, { en, target }]) => [
      name,
      {
        post: {
          tags: ['Push notifications'],
          summary: en,
          description: `${en} Target: ${target}. Sent to \`url_push\`, at least once and in order for each object, for 24 hours.`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Notification' },
                ...(name === pushEventTable.example.event ? { example: pushEventTable.example } : {}),
              },
            },
          },
          responses: { '2XX': { description: 'It was taken; the body is not read.' } },
        },
      },
    ]),
  );
