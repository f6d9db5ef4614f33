import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import {
  type AuthTest,
  authTest,
  type ConfigState,
  configState,
  configTestTexts as texts,
  toolTexts,
} from '#domain/diagnostics.ts';
import { testRealtime } from './realtime-test.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';
import classes from './tools.module.css';

/** The reason, with the spec's text if accounts or data cannot be reached at all. */
function reasonOr(notInitialized: string, error: unknown): string {
  const reason = failureMessage(error);
  return error instanceof ApiFailure && error.code === 'UNAVAILABLE'
    ? `${notInitialized}: ${reason}`
    : reason;
}

/** /firebase-test: which settings are set, and whether accounts and live data work (spec, points 2 and 8). */
export function Component() {
  const tool = useTool();
  const [config, setConfig] = useState<ConfigState>();
  const [round, setRound] = useState<AuthTest>();

  const tests: readonly ToolTest[] = [
    {
      label: texts.config,
      progress: texts.checking,
      failed: (error) => texts.configFailed(reasonOr(texts.databaseNotInitialized, error)),
      async run() {
        const answer = await request('/api/diagnostics/config', configState);
        setConfig(answer);
        return judge(answer);
      },
    },
    {
      label: texts.auth,
      progress: texts.testingAuth,
      failed: (error) => texts.authFailed(reasonOr(texts.authNotInitialized, error)),
      async run() {
        setRound(undefined);
        const answer = await request('/api/diagnostics/auth-test', authTest, { method: 'POST', body: {} });
        setRound(answer);
        const failed = answer.steps.find(({ ok }) => !ok);
        if (failed) return { fault: texts.authFailed(`${failed.name}: ${failed.fault ?? ''}`) };
        return texts.authDone(answer.steps.reduce((sum, step) => sum + step.milliseconds, 0));
      },
    },
    {
      label: texts.realtime,
      progress: texts.testingRealtime,
      failed: (error) => texts.realtimeFailed(reasonOr(texts.databaseNotInitialized, error)),
      run: async () => texts.realtimeDone(await testRealtime()),
    },
  ];

  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <div className={classes.columns} data-wide>
        <ToolPanel title={toolTexts.testsTitle} tool={tool} idle={texts.idle} tests={tests}>
          {round && <Round steps={round.steps} />}
        </ToolPanel>
        {config && <Keys config={config} />}
      </div>
    </ToolFrame>
  );
}

function judge({ missing, auth, database }: ConfigState) {
  const faults = [
    ...(missing.length > 0 ? [texts.missing(missing)] : []),
    ...(auth ? [] : [texts.authNotInitialized]),
    ...(database ? [] : [texts.databaseNotInitialized]),
  ];
  return faults.length > 0 ? { fault: faults.join('. ') } : texts.complete;
}

function Keys({ config }: { config: ConfigState }) {
  return (
    <Panel title={texts.keysTitle}>
      <DescriptionList
        rows={config.variables.map(({ name, set, required }) => ({
          label: name,
          value: (
            <span className={classes.setting}>
              {!set && !required && <span className={classes.hint}>{texts.optional}</span>}
              <Badge tone={set ? 'success' : required ? 'warning' : 'neutral'}>
                {set ? texts.set : texts.missingKey}
              </Badge>
            </span>
          ),
        }))}
      />
    </Panel>
  );
}

function Round({ steps }: Pick<AuthTest, 'steps'>) {
  return (
    <div className={classes.rounds}>
      <DescriptionList
        rows={steps.map(({ name, ok, milliseconds }) => ({
          label: name,
          value: (
            <Badge tone={ok ? 'success' : 'error'} icon={ok ? IconCircleCheck : IconCircleX}>
              {ok ? toolTexts.milliseconds(milliseconds) : toolTexts.failed}
            </Badge>
          ),
        }))}
      />
    </div>
  );
}
