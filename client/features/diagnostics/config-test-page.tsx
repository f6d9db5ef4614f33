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
import { ToolFrame, ToolPanel, type ToolResult, useTool } from './tool.tsx';
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
  const { state, run } = useTool();
  const [config, setConfig] = useState<ConfigState>();
  const [round, setRound] = useState<AuthTest>();

  function checkConfig() {
    return run(
      texts.checking,
      async () => {
        const answer = await request('/api/diagnostics/config', configState);
        setConfig(answer);
        return judge(answer);
      },
      (error) => texts.configFailed(reasonOr(texts.databaseNotInitialized, error)),
    );
  }

  function testAuth() {
    setRound(undefined);
    return run(
      texts.testingAuth,
      async () => {
        const answer = await request('/api/diagnostics/auth-test', authTest, { method: 'POST', body: {} });
        setRound(answer);
        const fault = answer.steps.find(({ ok }) => !ok);
        if (fault) return { phase: 'error', text: texts.authFailed(`${fault.name}: ${fault.fault ?? ''}`) };
        return texts.authDone(answer.steps.reduce((sum, step) => sum + step.milliseconds, 0));
      },
      (error) => texts.authFailed(reasonOr(texts.authNotInitialized, error)),
    );
  }

  function testDatabase() {
    return run(
      texts.testingRealtime,
      async () => texts.realtimeDone(await testRealtime()),
      (error) => texts.realtimeFailed(reasonOr(texts.databaseNotInitialized, error)),
    );
  }

  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <div className={classes.columns} data-wide>
        <ToolPanel
          title={toolTexts.testsTitle}
          state={state}
          idle={texts.idle}
          tests={[
            [texts.config, checkConfig],
            [texts.auth, testAuth],
            [texts.realtime, testDatabase],
          ]}
        >
          {round && <Round steps={round.steps} />}
        </ToolPanel>
        {config && <Keys config={config} />}
      </div>
    </ToolFrame>
  );
}

function judge({ missing, auth, database }: ConfigState): ToolResult {
  const faults = [
    ...(missing.length > 0 ? [texts.missing(missing)] : []),
    ...(auth ? [] : [texts.authNotInitialized]),
    ...(database ? [] : [texts.databaseNotInitialized]),
  ];
  return faults.length > 0
    ? { phase: 'error', text: faults.join('. ') }
    : { phase: 'success', text: texts.complete };
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
