/** The route that somebody meant, and the methods of a path. */
import { describe, expect, it } from 'vitest';
import { closestRoute, methodsAt } from './unknownRoutes.ts';

const routes = new Map([
  ['/api/v2/Smart/Transactions', new Set(['POST', 'GET'])],
  ['/api/v2/Smart/Transactions/:id', new Set(['GET', 'PUT'])],
  ['/api/v2/Smart/Transactions/:id/start/:method', new Set(['POST'])],
  ['/bridge/v1/till', new Set(['GET', 'PUT'])],
  ['/bridge/v1/till/abort', new Set(['POST'])],
]);

describe('the closest route', () => {
  it.each([
    ['/api/v2/Smart/Transaction', '/api/v2/Smart/Transactions'],
    ['/Smart/Transactions', '/api/v2/Smart/Transactions'],
    ['/api/v1/Smart/Transactions', '/api/v2/Smart/Transactions'],
    ['/api/v2/Smart/Transactions/STX_1/strat/cash', '/api/v2/Smart/Transactions/:id/start/:method'],
    ['/bridge/v1/till/abord', '/bridge/v1/till/abort'],
    ['/v1/till/abort', '/bridge/v1/till/abort'],
    ['/elsewhere', null],
    ['/', null],
    [`/${'a/'.repeat(5000)}`, null],
  ])('of %.60s is %s', (path, route) => {
    expect(closestRoute(path, routes.keys())).toBe(route);
  });
});

it.each([
  ['/api/v2/Smart/Transactions/STX_1', ['GET', 'PUT']],
  ['//API/v2/smart/transactions/', ['POST', 'GET']],
  ['/api/v2/Smart/Nothing', []],
])('the methods of %s are %j', (path, methods) => {
  expect(methodsAt(path, routes)).toEqual(methods);
});
