import { readQuery } from '#client/lib/read-query.ts';
import { healthProblems } from '#domain/admin.ts';

/** The portal's problems, looked up once a minute: a disk that fills up is no event. */
export const problemsQuery = readQuery(
  ['diagnostics', 'problems'],
  '/api/diagnostics/problems',
  healthProblems,
  { refetchInterval: 60_000 },
);
