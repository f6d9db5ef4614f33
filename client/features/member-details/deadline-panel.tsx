import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { timeZone } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { MomentField } from '#client/ui/moment-field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { MemberExtension } from '#domain/dates.ts';
import { moment } from '#domain/days.ts';
import { lateLabel } from '#domain/review-texts.ts';
import { useExtendDeadline } from './mutations.ts';
import { extensionQuery } from './queries.ts';
import { deadlineTexts as texts } from './texts.ts';

/** The member's deadline, which can be extended for them alone. */
export function DeadlinePanel({ uid }: { uid: string }) {
  const query = useQuery(extensionQuery(uid));
  const { data } = query;
  const late = data && lateLabel(data);
  return (
    <Panel plain title={texts.title} aside={late && <Badge tone="warning">{late}</Badge>}>
      {!data && (
        <Unloaded query={query} failed={texts.loadFailed}>
          <Skeleton height="1.5rem" />
        </Unloaded>
      )}
      {data?.deadline === null && (
        <p className={typography.soft}>
          {texts.none} <TextLink to="/admin/settings/dates">{texts.toDates}</TextLink>
        </p>
      )}
      {data?.deadline && (
        <Extension key={`${data.deadline} ${data.until}`} uid={uid} {...data} deadline={data.deadline} />
      )}
    </Panel>
  );
}

interface ExtensionProps extends MemberExtension {
  uid: string;
  deadline: string;
}

function Extension({ uid, deadline, until }: ExtensionProps) {
  const [chosen, setChosen] = useState<string | null>(until ?? deadline);
  const { mutate, isPending, error } = useExtendDeadline(uid);
  const zone = timeZone();
  const isLater = chosen !== null && chosen !== until && Date.parse(chosen) > Date.parse(deadline);
  return (
    <form
      className={layout.stackL}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLater && !isPending) mutate(chosen);
      }}
    >
      <DescriptionList
        rows={[
          { label: texts.ofTrack, value: moment(deadline, zone) },
          ...(until ? [{ label: texts.own, value: moment(until, zone) }] : []),
        ]}
      />
      <MomentField
        label={texts.field}
        description={texts.zone(zone)}
        value={chosen}
        timeZone={zone}
        onChange={setChosen}
      />
      {error && <Notice tone="error">{texts.failed(failureMessage(error))}</Notice>}
      <div className={layout.actions}>
        <SubmitButton variant="default" busy={isPending} busyLabel={texts.extending} disabled={!isLater}>
          {texts.extend}
        </SubmitButton>
        {until && (
          <Button variant="subtle" busy={isPending} onClick={() => mutate(null)}>
            {texts.end}
          </Button>
        )}
      </div>
    </form>
  );
}
