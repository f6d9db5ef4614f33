import type { ConfigState } from '#domain/diagnostics.ts';
import type { Config } from '#server/config.ts';
import { type VariableName, variableNames } from '#server/config-variables.ts';
import type { Db } from '#server/store/open.ts';

/**
 * The variables that must be set. All have a default that suits one process. Processes that share a database must also
 * share the secret, or each would refuse the others' sessions (docs/decisions/tools.md).
 */
function requiredVariables({ databaseUrl }: Config): ReadonlySet<VariableName> {
  return new Set(databaseUrl ? ['AUTH_SECRET'] : []);
}

/** Each variable as set or missing, never its value, and whether accounts and data respond. */
export async function configState(config: Config, db: Db): Promise<ConfigState> {
  const required = requiredVariables(config);
  const set = new Set(config.setVariables);
  const variables = variableNames.map((name) => ({ name, set: set.has(name), required: required.has(name) }));
  return {
    variables,
    missing: variables.filter((variable) => variable.required && !variable.set).map(({ name }) => name),
    auth: await answersAtAll(
      db.selectFrom('user').innerJoin('account', 'account.userId', 'user.id').select('user.id').limit(1),
    ),
    database: await answersAtAll(db.selectFrom('members').select('uid').limit(1)),
  };
}

async function answersAtAll(query: { execute(): Promise<unknown> }): Promise<boolean> {
  try {
    await query.execute();
    return true;
  } catch {
    return false;
  }
}
