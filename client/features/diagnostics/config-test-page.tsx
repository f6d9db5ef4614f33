import { useState } from 'react';
import { ApiFailure, request } from '#client/lib/api.ts';
import { EventStream } from '#client/lib/event-stream.ts';
import { randomId } from '#client/lib/random-id.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import {
  authTest,
  type ConfigState,
  configState,
  testNode,
  testNodePath,
  testNodeRead,
  configTestTexts as texts,
} from '#domain/diagnostics.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';

/** /firebase-test: which settings are set, and whether accounts and live data work (spec, points 2 and 8). */
export function Component() {
  const tool = useTool();
  const [config, setConfig] = useState<ConfigState>();

  const tests: readonly ToolTest[] = [
    {
      ...texts.config,
      unavailable: texts.databaseNotInitialized,
      async run() {
        const answer = await request('/api/diagnostics/config', configState);
        setConfig(answer);
        return judge(answer);
      },
    },
    {
      ...texts.auth,
      unavailable: texts.authNotInitialized,
      async run() {
        const path = '/api/diagnostics/auth-test';
        const { milliseconds, fault } = await request(path, authTest, { method: 'POST', body: {} });
        return fault === null ? texts.authDone(milliseconds) : { fault: `${texts.auth.failed}: ${fault}` };
      },
    },
    {
      ...texts.realtime,
      unavailable: texts.databaseNotInitialized,
      run: async () => texts.realtimeDone(await testRealtime()),
    },
  ];

  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <ToolPanel tool={tool} tests={tests} />
      {config && <Keys config={config} />}
    </ToolFrame>
  );
}

function judge({ missing, auth, database }: ConfigState) {
  const faults = [
    missing.length > 0 && texts.missing(missing),
    !auth && texts.authNotInitialized,
    !database && texts.databaseNotInitialized,
  ].filter(Boolean);
  return faults.length > 0 ? { fault: faults.join('. ') } : texts.complete;
}

function Keys({ config }: { config: ConfigState }) {
  return (
    <Panel title={texts.keysTitle}>
      <DescriptionList
        mono
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

/** How long the event may take, in milliseconds. */
const patience = 10_000;

/**
 * Writes the test node once the administrator's stream is open, and waits until the stream says so.
 * @returns the milliseconds from sending the write to its event
 */
async function testRealtime(): Promise<number> {
  // Checks the permission first, because a refused stream gives no reason.
  await request(testNodePath, testNodeRead);
  const body = { message: texts.realtimeMessage(randomId()) };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const fail = (text: string) => reject(new ApiFailure(0, 'EVENT_MISSING', text));
  let sentAt = 0;
  const stream = new EventStream({
    path: '/api/admin/events',
    onMissed() {},
    onStatus(status) {
      if (status !== 'live' || sentAt > 0) return;
      sentAt = performance.now();
      request(testNodePath, testNode, { method: 'PUT', body }).catch(reject);
    },
    onChange({ topic }) {
      if (topic === 'test' && sentAt > 0) resolve(Math.round(performance.now() - sentAt));
    },
    onRefused: () => fail(texts.realtimeRefused),
    onEnded: () => fail(texts.realtimeRefused),
  });
  const timer = setTimeout(() => fail(texts.realtimeSilent), patience);
  return promise.finally(() => {
    clearTimeout(timer);
    stream.close();
  });
}
