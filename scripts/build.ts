import { explain } from '#server/operations/explain.ts';
import { packArchive } from './archive.ts';
import { buildClientIfStale } from './build-client.ts';

// `npm run build`: the first step of `npm start`, for an installation whose files the program may not write.
try {
  console.log(
    buildClientIfStale() ? 'The pages are built.' : 'The pages were built from these files before.',
  );
  // For machines without Node (docs/install.md).
  if (process.argv.includes('--archive')) console.log(packArchive());
} catch (error) {
  console.error(explain(error, 'the build') ?? error);
  process.exitCode = 1;
}
