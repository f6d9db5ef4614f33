import { failureMessage, request } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { testNode, testNodeRead, usersRead } from '#domain/diagnostics.ts';
import { databaseTestTexts as texts, toolTexts } from '#domain/diagnostics-texts.ts';
import { accountDate } from '#domain/profile-texts.ts';
import { ToolFrame } from './tool-frame.tsx';
import { ToolStatus } from './tool-status.tsx';
import classes from './tools.module.css';
import { useTool } from './use-tool.ts';

const nodePath = '/api/diagnostics/test-node';

/** /database-test: writes, reads and counts for real (spec, points 2 and 8). */
export function Component() {
  const { state, busy, run } = useTool();

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
        <Panel title={toolTexts.testsTitle}>
          <div className={classes.buttons}>
            <Button disabled={busy} onClick={() => void testWrite()}>
              {texts.write}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => void testRead()}>
              {texts.read}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => void testUsersRead()}>
              {texts.users}
            </Button>
          </div>
          <ToolStatus state={state} idle={texts.idle} />
        </Panel>
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
