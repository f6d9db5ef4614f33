import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { tasksPageTexts as texts } from '#client/features/tasks/texts.ts';
import { Due, useTrackDue } from '#client/member-ui/season.tsx';
import { taskQuery } from '#client/member-ui/task-query.ts';
import { TaskCards, TaskHead } from '#client/member-ui/task-view.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TabList } from '#client/ui/tabs.tsx';
import typography from '#client/ui/typography.module.css';
import type { Track } from '#domain/member-choices.ts';
import { taskTabs } from '#domain/tasks.ts';
import { UnloadedTask } from './task-skeleton.tsx';

const parameter = 'track';

/** All four tasks in tabs (spec, point 2, "Tasks"). The route has no guard: everybody sees the tasks. */
export function Component() {
  const user = useSessionUser();
  const isAdministrator = user?.role === 'administrator';
  const [search, setSearch] = useSearchParams();
  const open = taskTabs.find(({ track }) => track === search.get(parameter)) ?? taskTabs[0];

  function show(track: Track) {
    setSearch(track === taskTabs[0].track ? {} : { [parameter]: track }, {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: user?.role === 'administrator' ? '/admin-dashboard' : '/dashboard' }}
      />
      <TabList
        label={texts.tabs}
        tabs={taskTabs.map(({ track, label }) => ({
          id: track,
          label: <TrackLabel track={track} label={label} />,
        }))}
        open={open.track}
        onOpen={show}
        panelOf={() => 'task'}
      />
      <div id="task" role="tabpanel" aria-labelledby={`tab-${open.track}`}>
        <Task track={open.track}>
          <SubmissionCard track={open.track} isAdministrator={isAdministrator} />
        </Task>
      </div>
    </>
  );
}

function TrackLabel({ track, label }: { track: Track; label: string }) {
  const { icon: Icon, color } = trackStyles[track];
  return (
    <>
      <Icon size={19} stroke={1.8} color={color} aria-hidden="true" />
      {label}
    </>
  );
}

function Task({ track, children }: { track: Track; children: ReactNode }) {
  const query = useQuery(taskQuery(track));
  const due = useTrackDue(track);
  if (!query.data) return <UnloadedTask query={query} failed={texts.loadFailed} />;
  return (
    <>
      <TaskHead track={track} task={query.data} />
      <TaskCards task={query.data} deadline={due.length > 0 && <Due parts={due} />}>
        {children}
      </TaskCards>
    </>
  );
}

/** The end of the task: a link to the submissions for the administrator, and to the form for others. */
function SubmissionCard({ track, isAdministrator }: { track: Track; isAdministrator: boolean }) {
  return (
    <Panel title={texts.submission}>
      <div className={`${layout.stackL} ${layout.start}`}>
        <p className={typography.soft}>{isAdministrator ? texts.forAdministrator : texts.forMembers}</p>
        {isAdministrator ? (
          <ButtonLink to={`/admin-dashboard?track=${track}`}>{texts.viewSubmissions}</ButtonLink>
        ) : (
          <ButtonLink to="/contact">{texts.submit}</ButtonLink>
        )}
      </div>
    </Panel>
  );
}
