import { useQuery } from '@tanstack/react-query';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { mailAnswer, mailState } from '#domain/mail-settings.ts';
import { MailForm, mailPath } from './mail-form.tsx';

const texts = {
  title: 'Email',
  about: 'How the portal sends emails, and where messages to the club go',
  back: 'Back to Dashboard',
  failed: 'The email settings couldn’t be loaded',
} as const;

/** /admin/settings/mail */
export function Component() {
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
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.about}
        back={{ to: '/admin-dashboard', label: texts.back }}
      />
      {stored.data && state.data ? (
        <MailForm stored={stored.data} state={state.data} administrator={administrator} />
      ) : (
        <Unloaded query={stored.error ? stored : state} failed={texts.failed} />
      )}
    </>
  );
}
