import { useQuery } from '@tanstack/react-query';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { mailAnswer, mailState } from '#domain/mail-settings.ts';
import { MailForm, mailPath } from './mail-form.tsx';

const failed = 'The email settings couldn’t be loaded';

/** How the portal sends emails, and where messages to the club go. */
export function MailSettings() {
  const administrator = useAdministrator();
  const stored = useQuery({
    queryKey: [...settingsKey, 'mail'],
    queryFn: ({ signal }) => request(mailPath, mailAnswer, { signal }),
  });
  const state = useQuery({
    queryKey: [...settingsKey, 'mail', 'state'],
    queryFn: ({ signal }) => request(`${mailPath}/state`, mailState, { signal }),
  });
  if (!administrator) return null;
  if (!stored.data || !state.data) return <Unloaded query={stored.error ? stored : state} failed={failed} />;
  return <MailForm stored={stored.data} state={state.data} administrator={administrator} />;
}
