import { useSessionUser } from '#client/features/accounts/queries.ts';
import { prefetchOwnRecord, useOwnRecord } from '#client/features/members/queries.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { CommonQuestions } from './common-questions.tsx';
import classes from './contact-page.module.css';
import { CurrentSubmission } from './current-submission.tsx';
import { WriteToUs } from './write-to-us.tsx';

/** For whoever is about to open the page (client/app/prefetch.ts). */
export const handle = { prefetch: prefetchOwnRecord };

/** One form for both: with a GitHub link the message is a project submission (spec, points 2 and 4). */
export function Component() {
  const user = useSessionUser();
  // Only for the submission that stands. Without it the form works all the same.
  const { member } = useOwnRecord();
  if (!user) return null;

  return (
    <>
      <PageHeading
        title="Submit Project / Contact Us"
        subtitle="Send us the project you have built for your track, or ask us anything."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <div className={classes.columns}>
        {/* Somebody else, after a sign-in elsewhere, has a draft of their own. */}
        <WriteToUs key={user.uid} user={user} submittedLink={member?.githubLink ?? null} />
        <div className={classes.aside}>
          {member?.githubLink && <CurrentSubmission member={member} />}
          <CommonQuestions />
        </div>
      </div>
    </>
  );
}
