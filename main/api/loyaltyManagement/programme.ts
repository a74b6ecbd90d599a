/** Where the routes of the loyalty programme stand, and under which heading of the published document. */
export const PATH = '/bridge/v1/loyalty';
export const TAG = 'Loyalty programme';

export interface One {
  Params: { id: string };
}
