import { useState } from 'react';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { useOwnRecord } from '#client/features/members/queries.ts';
import { usePageTitle } from '#client/lib/use-page-title.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { CommonQuestions } from './common-questions.tsx';
import classes from './contact-page.module.css';
import { CurrentSubmission } from './current-submission.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';

/** One form for both: with a GitHub link the message is a project submission (spec, points 2 and 4). */
export function Component() {
  usePageTitle('Submit Project / Contact Us');
  const user = useSessionUser();
  // Only for the submission that stands. Without it the form works all the same.
  const { member } = useOwnRecord();
  const [sent, setSent] = useState(false);
  if (!user) return null;

  return (
    <>
      <PageHeading
        title="Submit Project / Contact Us"
        subtitle="Send us the project you have built for your track, or ask us anything."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <div className={classes.columns}>
        {sent ? (
          <MessageSent onAgain={() => setSent(false)} />
        ) : (
          <Panel title="Write to us">
            {/* Somebody else, after a sign-in elsewhere, has a draft of their own. */}
            <MessageForm
              key={user.uid}
              user={user}
              submittedLink={member?.githubLink ?? null}
              onSent={() => setSent(true)}
            />
          </Panel>
        )}
        <div className={classes.aside}>
          {member?.githubLink && <CurrentSubmission member={member} />}
          <CommonQuestions />
        </div>
      </div>
    </>
  );
}
