import { useSessionUser } from '#client/features/accounts/queries.ts';
import { prefetchOwnRecord, useOwnRecord } from '#client/features/members/queries.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { ContactColumns } from './contact-columns.tsx';
import { contactTexts } from './texts.ts';

/** Prefetched by client/app/prefetch.ts. */
export const handle = { prefetch: prefetchOwnRecord };

/** The contact form. A message with a GitHub link is a project submission (spec, points 2 and 4). */
export function Component() {
  const user = useSessionUser();
  // Needed only to show the current submission: the form works without it.
  const { member } = useOwnRecord();
  if (!user) return null;

  return (
    <>
      <PageHeading
        title={contactTexts.title}
        subtitle={contactTexts.subtitle}
        back={{ to: '/dashboard', label: contactTexts.back }}
      />
      {/* The key gives each account its own draft, also after a sign-in in another tab. */}
      <ContactColumns key={user.uid} user={user} member={member} />
    </>
  );
}
