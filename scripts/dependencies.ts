import { execFile } from 'node:child_process';
import { z } from 'zod';
import { projectEnv, root } from './run-command.ts';

/** For each request to the registry. */
const requestMs = 4_000;
/** For each of the two npm commands, which run side by side. */
const commandMs = 12_000;

const outdatedReport = z.record(
  z.string(),
  z.object({ current: z.string().optional(), wanted: z.string().optional(), latest: z.string() }),
);
const auditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});

/**
 * The direct dependencies with a newer version, from `npm outdated --json`. A dependency that is not installed is for
 * another platform, and a tag `latest` can name a version older than the installed one.
 * @returns a line for each; undefined if the registry did not answer
 */
export function outdatedLines(report: unknown): string[] | undefined {
  const { data } = outdatedReport.safeParse(report);
  return (
    data &&
    Object.entries(data).flatMap(([name, { current, wanted, latest }]) => {
      const newest = [wanted, latest]
        .filter((version) => version !== undefined)
        .toSorted(byVersion)
        .at(-1);
      if (!current || !newest || byVersion(newest, current) <= 0) return [];
      return [`outdated: ${name} ${current}, newest ${newest}`];
    })
  );
}

/**
 * The known vulnerabilities, from `npm audit --json`: each package with its own advisories. A package that only
 * depends on such a one is left out.
 * @returns a line for each advisory; undefined if the registry did not answer
 */
export function vulnerableLines(report: unknown): string[] | undefined {
  const { data } = auditReport.safeParse(report);
  return (
    data &&
    Object.entries(data.vulnerabilities).flatMap(([name, { severity, via }]) =>
      via
        .filter((cause) => typeof cause !== 'string')
        .map(({ title, url }) => `vulnerable (${severity}): ${name}: ${title} (${url})`),
    )
  );
}

/** Orders versions by their numbers; anything after a hyphen is ignored. */
function byVersion(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => (version.split('-')[0] ?? '').split('.').map(Number));
  for (const part of [0, 1, 2]) {
    const difference = (first?.[part] ?? 0) - (second?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Runs an npm command that prints JSON, also when it ends with an error; undefined if it printed none in time. */
async function askNpm(...args: string[]): Promise<unknown> {
  const patience = ['--fetch-retries=0', `--fetch-timeout=${requestMs}`];
  const options = { cwd: root, env: projectEnv(), timeout: commandMs, maxBuffer: 64 * 1024 * 1024 };
  const printed = await new Promise<string>((resolve) => {
    execFile('npm', [...args, '--json', ...patience], options, (_error, stdout) => resolve(stdout));
  });
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const [outdated, vulnerable] = await Promise.all([askNpm('outdated'), askNpm('audit')]);
  const unanswered = (what: string) => [`The registry did not say what is ${what}.`];
  for (const line of outdatedLines(outdated) ?? unanswered('outdated')) console.log(line);
  for (const line of vulnerableLines(vulnerable) ?? unanswered('known to be vulnerable')) console.log(line);
}
