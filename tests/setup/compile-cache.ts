import { resolve } from 'node:path';

/**
 * Keeps compiled code between the programs that tests start, hundreds in a run. A program that starts with it
 * needs half the processor time. Loaded by the configurations of both runners.
 */
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../../node_modules/.cache/compiled');
