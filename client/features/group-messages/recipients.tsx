import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import layout from '#client/ui/layout.module.css';
import { PagedList } from '#client/ui/paged-list.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import { readableAddress } from '#domain/former-address.ts';
import type { GroupMessage } from '#domain/group-messages.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { recipientsQuery } from './queries.ts';
import classes from './recipients.module.css';
import { recipientTexts as texts } from './texts.ts';

export function Recipients({ message }: { message: GroupMessage }) {
  const [unreached, setUnreached] = useState(false);
  const list = useInfiniteQuery(recipientsQuery(message.id, unreached));
  return (
    <section className={`${layout.stackS} ${classes.recipients}`} aria-label={texts.title}>
      {message.emails && message.emails.failed + message.emails.refused > 0 && (
        <CheckField
          label={texts.unreached}
          checked={unreached}
          onChange={(event) => setUnreached(event.currentTarget.checked)}
        />
      )}
      <PagedList
        list={list}
        failed={texts.loadFailed}
        more={texts.more}
        skeleton={<Skeleton height="96px" />}
      >
        {(pages) => {
          const left = unreached ? 0 : message.recipients - (pages[0]?.total ?? 0);
          return (
            <>
              {left > 0 && <p className={typography.note}>{texts.left(left)}</p>}
              <ul className={layout.stackXs}>
                {pages
                  .flatMap(({ recipients }) => recipients)
                  .map(({ uid, fullName, email, developmentTrack, dismissedAt, mail }) => (
                    <li key={uid} className={layout.line}>
                      <bdi className={typography.wrap}>{fullName}</bdi>
                      <span className={typography.note}>
                        <EmailText email={readableAddress(email)} />
                      </span>
                      {developmentTrack && (
                        <span className={typography.note}>{trackLabels[developmentTrack]}</span>
                      )}
                      {mail && (
                        <Badge tone={mail === 'refused' ? 'warning' : 'neutral'}>{texts.mails[mail]}</Badge>
                      )}
                      {dismissedAt !== null && <Badge>{texts.dismissed}</Badge>}
                    </li>
                  ))}
              </ul>
            </>
          );
        }}
      </PagedList>
    </section>
  );
}
