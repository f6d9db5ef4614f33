import { failureMessage, request } from '#client/lib/api.ts';
import { Panel } from '#client/ui/panel.tsx';
import {
  testNode,
  testNodeRead,
  databaseTestTexts as texts,
  toolTexts,
  usersRead,
} from '#domain/diagnostics.ts';
import { accountDate } from '#domain/profile.ts';
import { ToolFrame, ToolPanel, useTool } from './tool.tsx';
import classes from './tools.module.css';

const nodePath = '/api/diagnostics/test-node';

/** /database-test: writes, reads and counts for real (spec, points 2 and 8). */
export function Component() {
  const { state, run } = useTool();

  function testWrite() {
    return run(
      texts.writing,
      async () => {
        await request(nodePath, testNode, { method: 'PUT', body: { message: texts.message } });
        return texts.written;
      },
      (error) => texts.writeFailed(failureMessage(error)),
    );
  }

  function testRead() {
    return run(
      texts.reading,
      async () => {
        const { node } = await request(nodePath, testNodeRead);
        return node ? texts.readDone(node.message, accountDate(node.timestamp, 'N/A')) : texts.readEmpty;
      },
      (error) => texts.readFailed(failureMessage(error)),
    );
  }

  function testUsersRead() {
    return run(
      texts.readingUsers,
      async () => texts.usersDone((await request('/api/diagnostics/users', usersRead)).count),
      (error) => texts.usersFailed(failureMessage(error)),
    );
  }

  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      <div className={classes.columns}>
        <ToolPanel
          title={toolTexts.testsTitle}
          state={state}
          idle={texts.idle}
          tests={[
            [texts.write, testWrite],
            [texts.read, testRead],
            [texts.users, testUsersRead],
          ]}
        />
        <Panel title={texts.instructionsTitle}>
          <ol className={classes.steps}>
            {texts.instructions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </Panel>
      </div>
    </ToolFrame>
  );
}
