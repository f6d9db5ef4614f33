/**
 * Variables that a program started by a test inherits: its tools, the compiled code of earlier programs, and whether the run is a long
 * one, which decides on the cost of hashes and keys.
 */
export function programEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, SOAK } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(SOAK && { SOAK }) };
}
