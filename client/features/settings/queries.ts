import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import type { SettingsAnswer, SettingsPart } from '#domain/settings.ts';

/** A part as it is stored. The server checks its value, whose rules are too large for a page. */
export const settingsAnswer = z.object({
  value: z.unknown() as z.ZodMiniType<SettingsAnswer['value']>,
  version: z.number(),
});

export function settingsQuery(part: SettingsPart) {
  return queryOptions({
    queryKey: [...settingsKey, part] as const,
    queryFn: ({ signal }): Promise<SettingsAnswer> =>
      request(`/api/admin/settings/${part}`, settingsAnswer, { signal }),
    staleTime: untilChanged,
  });
}
