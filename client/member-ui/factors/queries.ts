import { readQuery } from '#client/lib/read-query.ts';
import { factors } from '#domain/factors.ts';

export const factorsQuery = readQuery(['factors'], '/api/me/factors', factors);
