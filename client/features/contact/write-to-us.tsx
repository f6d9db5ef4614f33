import { useState } from 'react';
import { Panel } from '#client/ui/panel.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import type { Submission } from '#domain/contact-form.ts';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';
import { dropPending, readPending } from './pending-submission.ts';
import { SubmissionPending } from './submission-pending.tsx';

/** The current view. `pending`: the message was sent, its project is not recorded. */
type Stage =
  | { name: 'writing' }
  | { name: 'sent' }
  | { name: 'pending'; project: Submission; reason: string | null };

interface WriteToUsProps {
  user: SessionUser;
  /** The link of the current submission, which another one would replace. */
  submittedLink: string | null;
}

/** The form, and what replaces it once the message is sent. */
export function WriteToUs({ user, submittedLink }: WriteToUsProps) {
  const [stage, setStage] = useState<Stage>(() => {
    const project = readPending(user.uid);
    return project ? { name: 'pending', project, reason: null } : { name: 'writing' };
  });

  function finish(next: Stage) {
    dropPending(user.uid);
    setStage(next);
  }

  switch (stage.name) {
    case 'sent':
      return <MessageSent onAgain={() => setStage({ name: 'writing' })} />;
    case 'pending':
      return (
        <SubmissionPending
          project={stage.project}
          reason={stage.reason}
          onRecorded={() => finish({ name: 'sent' })}
          onDiscard={() => finish({ name: 'writing' })}
        />
      );
    case 'writing':
      return (
        <Panel title="Write to us">
          <MessageForm
            user={user}
            submittedLink={submittedLink}
            onSent={() => setStage({ name: 'sent' })}
            onUnrecorded={(project, reason) => setStage({ name: 'pending', project, reason })}
          />
        </Panel>
      );
  }
}
