import { useState } from 'react';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { authTest, type ConfigState, configState, configTestTexts as texts } from '#domain/diagnostics.ts';
import { testRealtime } from './realtime-test.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';

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
        const answer = await request('/api/diagnostics/auth-test', authTest, { method: 'POST', body: {} });
        return answer.fault === null
          ? texts.authDone(answer.milliseconds)
          : { fault: texts.authFailed(answer.fault) };
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
      <ToolPanel tool={tool} idle={texts.idle} tests={tests} />
      {config && <Keys config={config} />}
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
            <span className={layout.line}>
              {!set && !required && <span className={typography.faint}>{texts.optional}</span>}
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
