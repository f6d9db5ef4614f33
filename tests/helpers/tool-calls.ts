/** Every request that the developer tools send. */
export const diagnosticsCalls = [
  ['GET', '/api/diagnostics/test-node', undefined],
  ['PUT', '/api/diagnostics/test-node', { message: 'Hello' }],
  ['GET', '/api/diagnostics/users', undefined],
  ['GET', '/api/diagnostics/config', undefined],
  ['POST', '/api/diagnostics/auth-test', {}],
  ['GET', '/api/diagnostics/health', undefined],
  ['GET', '/api/diagnostics/integrity', undefined],
  ['POST', '/api/diagnostics/access', {}],
] as const;
