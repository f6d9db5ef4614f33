import { useUrlState, withParameter } from '#client/lib/use-url-state.ts';
import { Resources } from '#client/member-ui/resources.tsx';
import { TaskCards, TaskHead } from '#client/member-ui/task-view.tsx';
import { taskTexts } from '#client/member-ui/texts.ts';
import { Panel } from '#client/ui/panel.tsx';
import { TabList } from '#client/ui/tabs.tsx';
import typography from '#client/ui/typography.module.css';
import { requirementStatusLabels, taskTabs } from '#domain/tasks.ts';
import { LinesSetting, RowsSetting, TextSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { columnLabels as labels, taskSettingsTexts as texts } from './texts.ts';

const parameter = 'track';
const statuses = Object.entries(requirementStatusLabels).map(([value, label]) => ({ value, label }));

export function TaskSettings() {
  const { search, update } = useUrlState();
  const { track } = taskTabs.find((tab) => tab.track === search.get(parameter)) ?? taskTabs[0];
  return (
    <>
      <TabList
        label={texts.tracks}
        tabs={taskTabs.map((tab) => ({ id: tab.track, label: tab.label }))}
        open={track}
        onOpen={(next) => update((now) => withParameter(now, parameter, next))}
        panelOf={() => 'task'}
      />
      <div id="task" role="tabpanel" aria-labelledby={`tab-${track}`}>
        <SettingsForm
          key={track}
          part={`task-${track}`}
          preview={(task) => (
            <>
              <TaskHead track={track} task={task} />
              <TaskCards task={task}>
                <Panel title={taskTexts.resources}>
                  <Resources resources={task.resources} />
                </Panel>
              </TaskCards>
            </>
          )}
        >
          <p className={typography.note}>{texts.fixed}</p>
          <TextSetting name="title" />
          <TextSetting long name="description" />
          <RowsSetting
            name="requirements"
            description={texts.requirements}
            fields={[
              { name: 'title', label: labels.title },
              { name: 'status', label: labels.status, options: statuses },
              { name: 'description', label: labels.text, long: true },
            ]}
          />
          <LinesSetting name="guidelines" />
          <LinesSetting name="techStack" />
          <RowsSetting
            name="resources"
            fields={[
              { name: 'name', label: labels.name },
              { name: 'link', label: labels.link },
            ]}
          />
        </SettingsForm>
      </div>
    </>
  );
}
