import { failureMessage, request } from '#client/lib/api.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import { testNode, testNodeRead, databaseTestTexts as texts, usersRead } from '#domain/diagnostics.ts';
import { accountDate } from '#domain/profile.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';
import classes from './tools.module.css';

const nodePath = '/api/diagnostics/test-node';

const tests: readonly ToolTest[] = [
  {
    label: texts.write,
    progress: texts.writing,
    failed: (error) => texts.writeFailed(failureMessage(error)),
    async run() {
      await request(nodePath, testNode, { method: 'PUT', body: { message: texts.message } });
      return texts.written;
    },
  },
  {
    label: texts.read,
    progress: texts.reading,
    failed: (error) => texts.readFailed(failureMessage(error)),
    async run() {
      const { node } = await request(nodePath, testNodeRead);
      return node ? texts.readDone(node.message, accountDate(node.timestamp, 'N/A')) : texts.readEmpty;
    },
  },
  {
    label: texts.users,
    progress: texts.readingUsers,
    failed: (error) => texts.usersFailed(failureMessage(error)),
    run: async () => texts.usersDone((await request('/api/diagnostics/users', usersRead)).count),
  },
];

/** /database-test: writes, reads and counts for real (spec, points 2 and 8). */
export function Component() {
  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <ToolPanel tool={useTool()} idle={texts.idle} tests={tests} />
      <Panel title={texts.instructionsTitle}>
        <ol className={`${layout.stackM} ${classes.steps}`}>
          {texts.instructions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Panel>
    </ToolFrame>
  );
}
