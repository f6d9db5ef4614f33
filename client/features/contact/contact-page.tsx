import { useSessionUser } from '#client/features/accounts/queries.ts';
import { MissingRecord } from '#client/features/members/missing-record.tsx';
import { prefetchOwnRecord, useOwnRecord } from '#client/features/members/queries.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { CommonQuestions } from './common-questions.tsx';
import classes from './contact-page.module.css';
import { CurrentSubmission } from './current-submission.tsx';
import { WriteToUs } from './write-to-us.tsx';

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
        title="Submit Project / Contact Us"
        subtitle="Send us the project you have built for your track, or ask us anything."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      {member === null && <MissingRecord />}
      <div className={classes.columns}>
        {/* The key gives each account its own draft, also after a sign-in in another tab. */}
        <WriteToUs key={user.uid} user={user} submittedLink={member?.githubLink ?? null} />
        <div className={classes.aside}>
          {member?.githubLink && <CurrentSubmission member={member} />}
          <CommonQuestions />
        </div>
      </div>
    </>
  );
}
