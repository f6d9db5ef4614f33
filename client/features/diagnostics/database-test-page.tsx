import { request } from '#client/lib/api.ts';
import { accountDate } from '#client/lib/format.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import {
  testNode,
  testNodePath,
  testNodeRead,
  databaseTestTexts as texts,
  usersRead,
} from '#domain/diagnostics.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';

const tests: readonly ToolTest[] = [
  {
    ...texts.write,
    async run() {
      await request(testNodePath, testNode, { method: 'PUT', body: { message: texts.message } });
      return texts.written;
    },
  },
  {
    ...texts.read,
    async run() {
      const { node } = await request(testNodePath, testNodeRead);
      return node ? texts.readDone(node.message, accountDate(node.timestamp, 'N/A')) : texts.readEmpty;
    },
  },
  {
    ...texts.users,
    run: async () => texts.usersDone((await request('/api/diagnostics/users', usersRead)).count),
  },
];

/** /database-test: writes, reads and counts for real (spec, points 2 and 8). */
export function Component() {
  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <ToolPanel tool={useTool()} tests={tests} />
      <Panel title={texts.instructionsTitle}>
        <ol className={`${layout.stackM} ${typography.bullets}`}>
          {texts.instructions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Panel>
    </ToolFrame>
  );
}
