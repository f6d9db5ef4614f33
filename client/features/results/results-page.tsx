import { useQuery } from '@tanstack/react-query';
import { useAdministrator } from '#client/features/accounts/administrator.ts';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { EmailProgress } from './email-progress.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import { resultsQuery } from './queries.ts';
import { ReleaseControl } from './release-control.tsx';
import { ResultSettingsForm } from './result-settings-form.tsx';
import { resultsTexts as texts } from './texts.ts';
import { Warnings } from './warnings.tsx';

/** /admin/results: counts, warnings, the release, its emails, and the club's words. */
export function Component() {
  return useAdministrator() && <Results />;
}

function Results() {
  const { data, error, refetch } = useQuery(resultsQuery);
  return (
    <>
      <PageHeading title={texts.title} back={{ to: '/admin-dashboard', label: texts.back }} />
      {error && !data && (
        <LoadFailure title={texts.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
      {data && (
        <div className={layout.stackXl}>
          <Panel title={texts.release}>
            <div className={layout.stackXl}>
              <OutcomeCounts counts={data.counts} />
              <Warnings results={data} />
              <ReleaseControl results={data} />
            </div>
          </Panel>
          {data.emails.total > 0 && <EmailProgress emails={data.emails} />}
          {/* A save elsewhere does not change what is being typed; the server refuses to overwrite it. */}
          <ResultSettingsForm results={data} />
        </div>
      )}
    </>
  );
}

function Waiting() {
  return (
    <Panel>
      <LoadingNote />
      <div className={layout.stackXl}>
        <Skeleton width="10rem" height="26px" />
        <Skeleton height="160px" />
        <Skeleton width="14rem" height="44px" />
      </div>
    </Panel>
  );
}
