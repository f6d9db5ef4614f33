import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { taskTexts, tasksPageTexts as texts } from '#client/features/tasks/texts.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Track } from '#domain/member-choices.ts';
import { taskTabs } from '#domain/tasks.ts';
import { taskQuery } from './queries.ts';
import { TaskSkeleton } from './task-skeleton.tsx';
import { TaskView } from './task-view.tsx';
import classes from './tasks-page.module.css';

const parameter = 'track';

/** All four tasks in tabs (spec, point 2, "Tasks"). The route has no guard: everybody sees the tasks. */
export function Component() {
  const user = useSessionUser();
  const isAdministrator = user?.role === 'administrator';
  const [search, setSearch] = useSearchParams();
  const open = taskTabs.find(({ track }) => track === search.get(parameter)) ?? taskTabs[0];
  const tabs = useRef<HTMLDivElement>(null);

  function show(track: Track) {
    setSearch(track === taskTabs[0].track ? {} : { [parameter]: track }, {
      replace: true,
      preventScrollReset: true,
    });
  }

  /** The arrow keys move between the tabs, as in any tab list. */
  function onKeyDown(event: KeyboardEvent) {
    const index = taskTabs.indexOf(open);
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: taskTabs.length - 1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : taskTabs.at(target % taskTabs.length);
    if (!tab) return;
    event.preventDefault();
    show(tab.track);
    tabs.current?.querySelector<HTMLElement>(`#tab-${tab.track}`)?.focus();
  }

  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: user?.role === 'member' ? '/dashboard' : '/admin-dashboard', label: taskTexts.back }}
      />
      <div ref={tabs} className={classes.tabs} role="tablist" aria-label={texts.tabs} onKeyDown={onKeyDown}>
        {taskTabs.map((tab) => {
          const { icon: Icon, color } = trackStyles[tab.track];
          return (
            <button
              key={tab.track}
              id={`tab-${tab.track}`}
              type="button"
              role="tab"
              className={classes.tab}
              aria-selected={tab === open}
              aria-controls="task"
              tabIndex={tab === open ? 0 : -1}
              onClick={() => show(tab.track)}
            >
              <Icon size={19} stroke={1.8} color={color} aria-hidden="true" />
              {tab.label}
            </button>
          );
        })}
      </div>
      <div id="task" role="tabpanel" aria-labelledby={`tab-${open.track}`}>
        <Task track={open.track}>
          <SubmissionCard track={open.track} isAdministrator={isAdministrator} />
        </Task>
      </div>
    </>
  );
}

function Task({ track, children }: { track: Track; children: ReactNode }) {
  const { data: task, error, refetch } = useQuery(taskQuery(track));
  if (task) {
    return (
      <TaskView track={track} task={task}>
        {children}
      </TaskView>
    );
  }
  if (error) {
    return <LoadFailure title={texts.loadFailed} error={error} onRetry={() => void refetch()} />;
  }
  return <TaskSkeleton />;
}

/** The end of the task: a link to the submissions for the administrator, and to the form for others. */
function SubmissionCard({ track, isAdministrator }: { track: Track; isAdministrator: boolean }) {
  return (
    <Panel title={texts.submission}>
      <p className={classes.text}>{isAdministrator ? texts.forAdministrator : texts.forMembers}</p>
      {isAdministrator ? (
        <ButtonLink to={`/admin-dashboard?track=${track}`} variant="default">
          {texts.viewSubmissions}
        </ButtonLink>
      ) : (
        <ButtonLink to="/contact" variant="default">
          {texts.submit}
        </ButtonLink>
      )}
    </Panel>
  );
}
