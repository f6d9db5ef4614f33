import { useLocation } from 'react-router';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import type { Submission } from '#domain/contact-form.ts';
import type { Member } from '#domain/members.ts';
import { ContactColumns } from './contact-columns.tsx';
import { contactTexts } from './texts.ts';

/** The contact form. A message with a GitHub link is a project submission (spec, points 2 and 4). */
export function Component() {
  const user = useSessionUser();
  // Needed only to show the current submission: the form works without it.
  const { member } = useOwnRecord();
  const { search, key } = useLocation();
  if (!user) return null;
  const edited = new URLSearchParams(search).has('edit') && member?.githubLink ? submissionOf(member) : null;

  return (
    <>
      <PageHeading title={contactTexts.title} subtitle={contactTexts.subtitle} back={{ to: '/dashboard' }} />
      {/* The key gives each account its own draft, also after a sign-in in another tab, and each visit a form. */}
      <ContactColumns
        key={`${user.uid} ${key} ${edited !== null}`}
        user={user}
        member={member}
        edited={edited}
      />
    </>
  );
}

function submissionOf({ githubLink, projectDescription }: Member): Submission {
  return { githubLink: githubLink ?? '', projectDescription: projectDescription ?? '' };
}
