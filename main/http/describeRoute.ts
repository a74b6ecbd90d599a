/** Description of a route, for the check of its calls and for the published document. */
import type { TSchema } from 'typebox';

/** The published document adds the refusals, which all routes have alike. */
export const describeRoute = (tag: string, summary: string, answer: TSchema | object, more: object = {}) => ({
  schema: { tags: [tag], summary, response: { 200: answer }, ...more },
});
