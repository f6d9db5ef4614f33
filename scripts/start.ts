import { buildClientIfStale } from './build-client.ts';

buildClientIfStale();
await import('#server/main.ts');
