import { queryOptions } from '@tanstack/react-query';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { type SettingsAnswer, type SettingsPart, settingsAnswer } from '#domain/settings.ts';

export function settingsQuery(part: SettingsPart) {
  return queryOptions({
    queryKey: [...settingsKey, part] as const,
    queryFn: ({ signal }): Promise<SettingsAnswer> =>
      request(`/api/admin/settings/${part}`, settingsAnswer(part), { signal }),
    staleTime: untilChanged,
  });
}
